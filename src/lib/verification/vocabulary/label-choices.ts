import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { criteria, demandsOf, ratingLabels, type LabelDemands, type RatingLabel } from './labels.ts';
import type { SubjectKind } from './labels.ts';
import { criterionTerm, labelTerm, type TermWords } from './terms.ts';

/** A label as a form offers it: its name, what it means, and what it asks for besides itself. */
export interface LabelChoice extends LabelDemands {
  label: RatingLabel;
  name: string;
  means: string;
}

/** Possible ratings of a kind of subject, in the order of the keys. */
export interface Choices {
  labels: LabelChoice[];
  /** Criteria that can be ticked as reasons: as stored, its name, and what it stands for. */
  reasons: { criterion: string; name: string; means: string }[];
}

type ChoiceWords = Words<Messages['ratingChoices']>;

/** Meaning of a label for a kind of subject. */
const meaningOf = (say: ChoiceWords, kind: SubjectKind, label: RatingLabel): string =>
  ({ query: say.queryMeans, item: say.itemMeans, material: say.materialMeans })[kind]({ label });

/** Meaning of a criterion. */
export const criterionMeaning = (say: ChoiceWords, kind: SubjectKind, criterion: string): string =>
  ({ query: say.queryCriterion, item: say.itemCriterion, material: say.materialCriterion })[kind]({
    name: criterion
  });

const choicesOf = (kind: SubjectKind, terms: TermWords, say: ChoiceWords): Choices => ({
  labels: ratingLabels(kind).map((label) => ({
    label,
    name: labelTerm(terms, label),
    means: meaningOf(say, kind, label),
    ...demandsOf(kind, label)
  })),
  reasons: criteria[kind].map((criterion) => ({
    criterion,
    name: criterionTerm(terms, criterion),
    means: criterionMeaning(say, kind, criterion)
  }))
});

/** Possible ratings of each kind of subject: sent to the pages with their content, so that no page carries the vocabulary. */
export const labelChoices = (terms: TermWords, say: ChoiceWords): Readonly<Record<SubjectKind, Choices>> => ({
  query: choicesOf('query', terms, say),
  item: choicesOf('item', terms, say),
  material: choicesOf('material', terms, say)
});
