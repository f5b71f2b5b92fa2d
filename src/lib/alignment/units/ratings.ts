import type { PenaltyTable } from '../../scorer/metric.ts';
import { type LabelScale, valueOnScale } from '../../studies/labels/label-scale.ts';
import { NO_CATEGORY } from './metric.ts';

/** Data from which alignment is computed: blind labels of people, verdicts of judges and preferences, unit by unit. */

/**
 * Answer of a judge for one unit: the number of its label on the scale; a label that has no value there; `abstained`, an answer
 * without a label; `unscored`, no valid answer at all.
 */
export type JudgeAnswer = number | 'without-value' | 'abstained' | 'unscored';

/** One unit of a study: a checklist item of a report, an issue found in it, a comparison, a score. */
export interface RatedItem {
  itemId: string;
  reportId: string;
  /** The cluster: items of one query resemble each other more than items of different queries. */
  queryId: string;
  qid: string;
  /** Category of the query; null if it has none. */
  category: string | null;
  systemName: string;
  item: string;
  text: string;
  stratum: string;
  inclusionProbability: number;
  /** Blind labels only: a label given after the reveal is no evidence about judges. */
  humans: readonly PersonLabel[];
  judges: readonly JudgeVerdict[];
  preferences: readonly JudgePreference[];
}

interface PersonLabel {
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

export interface JudgePreference {
  userId: string;
  choice: 'judges' | 'tie' | 'none';
  judgeIds: readonly string[];
}

export interface NamedRater {
  id: string;
  name: string;
}

export interface StudyRatings {
  /** Possible labels of people and judges, as preregistered. */
  scale: LabelScale;
  people: readonly NamedRater[];
  judges: readonly NamedRater[];
  items: readonly RatedItem[];
  /** Whether the labels name no queries, as imported ones may: each item is then a cluster of its own. */
  withoutQueries?: boolean;
  /** Where the units are issues that judges list; see `IssueFacts`. */
  issues?: IssueFacts;
}

/** Of units that are issues merged over the lists of several judges: what the judges' labels do not say. */
export interface IssueFacts {
  /** Number of issues → score of a report. */
  penalties: PenaltyTable;
  /** Merged issues of each report of the run, drawn or not, by report id. */
  merged: Readonly<Record<string, number>>;
  /** Judges that list each item, by item id; those too that do not claim that their list is complete. */
  listedBy: Readonly<Record<string, readonly string[]>>;
  /** Ids of the items that people list who searched the report themselves. */
  probed: readonly string[];
}

/** @throws if the label is not of the declared scale. */
export function judgeAnswerOf(
  scale: LabelScale,
  verdict: Pick<JudgeVerdict, 'state' | 'label'> | undefined
): JudgeAnswer {
  if (verdict === undefined) return 'unscored';
  return verdict.state === 'judged' ? (valueOnScale(scale, verdict.label ?? '') ?? 'without-value') : verdict.state;
}

/** Joint label of people on a unit, as one number of the scale. */
export interface Reference {
  /** Null if there is no label on the scale. */
  value: number | null;
  /** The answers between which people are evenly split, on a scale of names; null if they are not. */
  split: readonly number[] | null;
}

/**
 * Joint label of people on a unit: of two labels or of A, tie and B the most frequent one, of scores the median if they are
 * ordered steps and the mean if they are measured, of categories the most frequent one. If several labels are given equally
 * often the value is their mean, which for yes and no is ½, or `NO_CATEGORY` if numbers only name categories, and `split` names
 * them.
 */
export function referenceOf({ level }: LabelScale, values: readonly number[]): Reference {
  if (values.length === 0) return { value: null, split: null };
  if (level === 'ordinal') return { value: median(values), split: null };
  if (level === 'interval') return { value: mean(values), split: null };
  const most = mostFrequent(values);
  if (level === 'nominal' && most.length > 1) return { value: NO_CATEGORY, split: most };
  return { value: mean(most), split: most.length > 1 ? most : null };
}

/** The values that are given most often, from the lowest up. */
export function mostFrequent(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].flatMap(([value, count]) => (count === most ? [value] : [])).sort((a, b) => a - b);
}

/** The mean of at least one value, to the last bit the same in any order; equal values have exactly their own mean. */
export function mean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const least = sorted[0]!;
  return least + sorted.reduce((sum, value) => sum + (value - least), 0) / sorted.length;
}

/** The median of at least one value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Outcomes of a comparison by the order in which the texts stood, as numbers of the scale. */
export type Orders = readonly [ownFirst: number | null, ownSecond: number | null];
