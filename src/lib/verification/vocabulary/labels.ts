/**
 * What people say of a query and of a checklist item, after LiveResearchBench, appendix J (tables 12 and 13), in our words.
 * The order is the order of the keys 1, 2, 3 … and of the scale declared to the statistics.
 */
export type SubjectKind = 'query' | 'item';

export const queryLabels = ['appropriate', 'modify', 'not-appropriate'] as const;
export const itemLabels = ['appropriate', 'valid-not-necessary', 'needs-modification', 'not-appropriate'] as const;
type QueryLabel = (typeof queryLabels)[number];
type ItemLabel = (typeof itemLabels)[number];
export type RatingLabel = QueryLabel | ItemLabel;

export const ratingLabels = (kind: SubjectKind): readonly RatingLabel[] =>
  kind === 'query' ? queryLabels : itemLabels;

export const labelNames: Readonly<Record<RatingLabel, string>> = {
  appropriate: 'Appropriate',
  modify: 'Appropriate with modification',
  'valid-not-necessary': 'Valid but not necessary',
  'needs-modification': 'Needs modification',
  'not-appropriate': 'Not appropriate'
};

export const isLabelOf = (kind: SubjectKind, label: string): label is RatingLabel =>
  (ratingLabels(kind) as readonly string[]).includes(label);

type Demand = 'required' | 'optional' | 'none';

/** What a label asks for besides itself. */
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

/** @throws for a label that is not one of the kind's */
export function demandsOf(kind: SubjectKind, label: RatingLabel): LabelDemands {
  if (!isLabelOf(kind, label)) throw new Error(`demandsOf requires a label of a ${kind}, got ${label}`);
  return kind === 'query' ? queryDemands[label as QueryLabel] : itemDemands[label as ItemLabel];
}

/** Whether the label alone lets the subject into the dataset. What is valid but not necessary goes by the round's setting. */
export function keeps(label: RatingLabel, keepUnnecessary: boolean): boolean {
  if (label === 'not-appropriate') return false;
  return label === 'valid-not-necessary' ? keepUnnecessary : true;
}

/** Criteria that can be ticked as reasons, by kind, in the order shown. */
export const criteria = {
  query: {
    answerability: 'Can be answered by searching the web and analysing what is found',
    clarity: 'Says what is wanted: period, region, names where they matter',
    completeness: 'Holds what the asker needs, and nothing to spare',
    format: 'Says how the report should be laid out, where that matters',
    audience: 'Fits the readers that it is for'
  },
  item: {
    relevance: 'Asks for something that the query asks for',
    verifiability: 'Can be checked in a report without an opinion',
    importance: 'Is about something that matters to the asker',
    'non-redundancy': 'Does not repeat what another item checks'
  }
} as const satisfies Record<SubjectKind, Record<string, string>>;

type VerificationCriterion = keyof (typeof criteria)['query'] | keyof (typeof criteria)['item'];

export const isCriterionOf = (kind: SubjectKind, name: string): name is VerificationCriterion =>
  Object.hasOwn(criteria[kind], name);
