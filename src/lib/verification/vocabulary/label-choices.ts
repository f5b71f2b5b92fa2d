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
    appropriate: 'could be handed to a researcher as it stands',
    modify: 'good idea; write the wording you would hand over',
    'not-appropriate': 'mending it would mean another query'
  },
  item: {
    appropriate: 'asked for, checkable, and it matters',
    'valid-not-necessary': 'true, but a detail or checked elsewhere; say why',
    'needs-modification': 'badly worded or too narrow; write the better wording',
    'not-appropriate': 'off the query or not checkable; say why'
  },
  material: {
    appropriate: 'could be used as it stands',
    'needs-modification': 'sound but for what you name in a comment',
    'not-appropriate': 'would have to be made anew; say why'
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
