import { criteria, demandsOf, labelNames, ratingLabels, type LabelDemands, type RatingLabel } from './labels.ts';
import type { SubjectKind } from './labels.ts';

/** A label as a form offers it: its name, what it means, and what it asks for besides itself. */
export interface LabelChoice extends LabelDemands {
  label: RatingLabel;
  name: string;
  means: string;
}

/** What can be said of a kind of subject, in the order of the keys. */
export interface Choices {
  labels: LabelChoice[];
  /** Criteria that can be ticked as reasons: name and what it stands for. */
  reasons: [string, string][];
}

const meanings: Readonly<Record<SubjectKind, Partial<Record<RatingLabel, string>>>> = {
  query: {
    appropriate: 'can be used without changes',
    modify: 'good idea; write a better wording',
    'not-appropriate': 'cannot be fixed without changing the query'
  },
  item: {
    appropriate: 'requested by the query, checkable and relevant',
    'valid-not-necessary': 'true, but a detail or checked elsewhere; give a reason',
    'needs-modification': 'poorly worded or too narrow; write a better wording',
    'not-appropriate': 'not requested by the query or not checkable; give a reason'
  },
  material: {
    appropriate: 'can be used without changes',
    'needs-modification': 'usable except for the errors in your comment',
    'not-appropriate': 'must be redone; give a reason'
  }
};

const choicesOf = (kind: SubjectKind): Choices => ({
  labels: ratingLabels(kind).map((label) => ({
    label,
    name: labelNames[label],
    means: meanings[kind][label] ?? '',
    ...demandsOf(kind, label)
  })),
  reasons: Object.entries(criteria[kind])
});

/** What can be said of each kind of subject: sent to the pages with their content, so that no page carries the vocabulary. */
export const choices: Readonly<Record<SubjectKind, Choices>> = {
  query: choicesOf('query'),
  item: choicesOf('item'),
  material: choicesOf('material')
};
