import type { LabelScale } from '../studies/label-scale.ts';

/** What alignment is computed from: blind labels of people, verdicts of judges and preferences, unit by unit. */

export type BinaryLabel = 'yes' | 'no';

/** What a judge gave for one unit. `abstained` is an answer without a label; `unscored` is no valid answer at all. */
export type JudgeAnswer = BinaryLabel | 'abstained' | 'unscored';

/** One unit of a study: one checklist item of one report. */
export interface RatedItem {
  itemId: string;
  reportId: string;
  /** The cluster: items of one query resemble each other more than items of different queries. */
  queryId: string;
  qid: string;
  /** Category of the query; null where it has none. */
  category: string | null;
  systemName: string;
  item: string;
  text: string;
  stratum: string;
  inclusionProbability: number;
  /** Blind labels only: what somebody said after the reveal is no evidence about judges. */
  humans: readonly HumanLabel[];
  judges: readonly JudgeVerdict[];
  preferences: readonly Preference[];
}

export interface HumanLabel {
  userId: string;
  label: string;
  note: string;
  seconds: number | null;
}

export interface JudgeVerdict {
  judgeId: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: string | null;
  rationale: string;
}

export interface Preference {
  userId: string;
  choice: 'judges' | 'tie' | 'none';
  judgeIds: readonly string[];
}

export interface Named {
  id: string;
  name: string;
}

export interface StudyRatings {
  /** What the labels of people and judges may be, as declared. */
  scale: LabelScale;
  people: readonly Named[];
  judges: readonly Named[];
  items: readonly RatedItem[];
}

/** @throws if the label is not of the declared scale, which is yes/no. */
export function binaryLabel(label: string | null): BinaryLabel {
  if (label === 'yes' || label === 'no') return label;
  throw new Error(`alignment requires the labels yes and no, got ${JSON.stringify(label)}`);
}

export function answerOf(verdict: JudgeVerdict | undefined): JudgeAnswer {
  if (verdict === undefined) return 'unscored';
  return verdict.state === 'judged' ? binaryLabel(verdict.label) : verdict.state;
}

/**
 * What people say of a unit: 1 where most say yes, 0 where most say no, ½ where they are evenly split, null where
 * nobody has judged it.
 */
export function reference(labels: readonly BinaryLabel[]): 0 | 0.5 | 1 | null {
  if (labels.length === 0) return null;
  const yes = labels.filter((label) => label === 'yes').length;
  return 2 * yes > labels.length ? 1 : 2 * yes < labels.length ? 0 : 0.5;
}
