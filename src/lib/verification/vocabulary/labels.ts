/**
 * Ratings by people of a query and of a checklist item, after LiveResearchBench, appendix J (tables 12 and 13), in our words;
 * and of a suite's material for a query, such as a gold list of references (arXiv 2508.15804, A.2.3). The order is the order of
 * the keys 1, 2, 3 … and of the scale declared to the statistics.
 */
export type SubjectKind = 'query' | 'item' | 'material';
export const subjectKinds = ['query', 'item', 'material'] as const satisfies readonly SubjectKind[];

export const queryLabels = ['appropriate', 'modify', 'not-appropriate'] as const;
export const itemLabels = ['appropriate', 'valid-not-necessary', 'needs-modification', 'not-appropriate'] as const;
/** Material is corrected by a lead on the query's page: a rating says what is wrong with it. */
const materialLabels = ['appropriate', 'needs-modification', 'not-appropriate'] as const;
type QueryLabel = (typeof queryLabels)[number];
type ItemLabel = (typeof itemLabels)[number];
type MaterialLabel = (typeof materialLabels)[number];
export type RatingLabel = QueryLabel | ItemLabel;

export const ratingLabels = (kind: SubjectKind): readonly RatingLabel[] =>
  ({ query: queryLabels, item: itemLabels, material: materialLabels })[kind];

/** A subject as sentences name it: the query, an item by its key, material by its suite. */
export const subjectInWords = ({ kind, key }: { kind: SubjectKind; key: string }): string =>
  kind === 'query' ? 'query' : kind === 'item' ? `item ${key}` : `material of ${key}`;

export const isLabelOf = (kind: SubjectKind, label: string): label is RatingLabel =>
  (ratingLabels(kind) as readonly string[]).includes(label);

type Demand = 'required' | 'optional' | 'none';

/** Further input that a label requires. */
export interface LabelDemands {
  /** The rater's own wording. `none`: the wording is fine as it is, so none is taken. */
  wording: Demand;
  comment: 'required' | 'optional';
}

const queryDemands: Readonly<Record<QueryLabel, LabelDemands>> = {
  appropriate: { wording: 'none', comment: 'optional' },
  modify: { wording: 'required', comment: 'optional' },
  'not-appropriate': { wording: 'none', comment: 'optional' }
};

const itemDemands: Readonly<Record<ItemLabel, LabelDemands>> = {
  appropriate: { wording: 'none', comment: 'optional' },
  'valid-not-necessary': { wording: 'optional', comment: 'required' },
  'needs-modification': { wording: 'required', comment: 'optional' },
  'not-appropriate': { wording: 'optional', comment: 'required' }
};

const materialDemands: Readonly<Record<MaterialLabel, LabelDemands>> = {
  appropriate: { wording: 'none', comment: 'optional' },
  'needs-modification': { wording: 'none', comment: 'required' },
  'not-appropriate': { wording: 'none', comment: 'required' }
};

/** @throws for a label that is not one of the kind's */
export function demandsOf(kind: SubjectKind, label: RatingLabel): LabelDemands {
  if (!isLabelOf(kind, label)) throw new Error(`demandsOf requires a label of a ${kind}, got ${label}`);
  if (kind === 'material') return materialDemands[label as MaterialLabel];
  return kind === 'query' ? queryDemands[label as QueryLabel] : itemDemands[label as ItemLabel];
}

/** Whether the label alone lets the subject into the dataset. What is valid but not necessary goes by the round's setting. */
export function keeps(label: RatingLabel, keepUnnecessary: boolean): boolean {
  if (label === 'not-appropriate') return false;
  return label === 'valid-not-necessary' ? keepUnnecessary : true;
}

/** Criteria that can be ticked as reasons, by kind, in the order shown; from realism on, with clarity, those for search tasks (arXiv 2606.12871, appendix A.1). */
export const criteria = {
  query: [
    'answerability',
    'clarity',
    'completeness',
    'format',
    'audience',
    'realism',
    'safety',
    'need-to-search',
    'category'
  ],
  item: ['relevance', 'verifiability', 'importance', 'non-redundancy'],
  material: ['completeness', 'correctness', 'relevance', 'limits']
} as const satisfies Record<SubjectKind, readonly string[]>;

type VerificationCriterion = (typeof criteria)[SubjectKind][number];

export const isCriterionOf = (kind: SubjectKind, name: string): name is VerificationCriterion =>
  (criteria[kind] as readonly string[]).includes(name);
