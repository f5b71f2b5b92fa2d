/**
 * DeepResearch Bench, RACE: a judge scores the target and a reference article on weighted criteria in four dimensions.
 * Source: Ayanami0730/deep_research_bench@214741e, deepresearch_bench_race.py:119-195 and utils/score_calculator.py:15-160;
 * arXiv 2506.11763.
 */
import {
  givenScore,
  fieldsOf,
  floatOf,
  isFields,
  meanOrNull,
  numberOf,
  type Fields,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

export const raceDimensions = ['comprehensiveness', 'insight', 'instruction_following', 'readability'] as const;
type RaceDimension = (typeof raceDimensions)[number];

export interface RaceCriteria {
  dimension_weight: Partial<Record<string, number>>;
  criterions: Partial<Record<string, readonly { criterion: string; weight: number }[]>>;
}

/** All in 0 … 1 but the two totals, which are on the judge's scale (0–10). */
type RaceScores = Record<RaceDimension, number> & {
  overall_score: number;
  target_total: number;
  reference_total: number;
};

/** T / (T + R); 0 if the sum is not positive. */
function ratio(target: number, reference: number): number {
  return target + reference > 0 ? target / (target + reference) : 0;
}

/** The weight of a judged criterion: by its text, then without case, then by one text that contains the other, else the mean weight. */
function weightOf(text: string, weights: ReadonlyMap<string, number>): number {
  const exact = weights.get(text);
  if (exact !== undefined) return exact;
  const lower = text.toLowerCase();
  const entries = [...weights].map(([key, weight]) => ({ key: key.toLowerCase(), weight }));
  const found =
    entries.find((entry) => entry.key === lower) ??
    entries.find((entry) => entry.key.includes(lower) || lower.includes(entry.key));
  return found?.weight ?? meanOrNull([...weights.values()]) ?? 0;
}

/** Weighted averages of one dimension. A missing reference score adds nothing, and its weight stays below. */
function averages(
  items: readonly unknown[],
  weights: ReadonlyMap<string, number>
): { target: number; reference: number } {
  let [target, reference, total] = [0, 0, 0];
  let lastReference: number | null = null;
  for (const item of items.map(fieldsOf)) {
    const rawTarget = item.article_1_score ?? item.target_score ?? null;
    const rawReference = item.article_2_score ?? null;
    const [one, two] = [floatOf(rawTarget), floatOf(rawReference)];
    if ((rawTarget !== null && one === null) || (rawReference !== null && two === null)) continue;
    lastReference = two;
    const text = typeof item.criterion === 'string' ? item.criterion.trim() : '';
    if (text === '' || one === null) continue;
    const weight = weightOf(text, weights);
    target += one * weight;
    reference += (two ?? 0) * weight;
    total += weight;
  }
  if (!(total > 0)) return { target: 0, reference: 0 };
  return { target: target / total, reference: lastReference === null ? 0 : reference / total };
}

/**
 * One task: overall = T / (T + R), where T and R are the weighted totals of target and reference. It is not the weighted mean
 * of the four dimensions, each of which is a ratio of its own. Nothing is clipped or rounded.
 */
export function scoreRaceTask(criteria: RaceCriteria, judged: Fields): OfficialScore<RaceScores> {
  const absent = raceDimensions.filter((dimension) => !(dimension in judged));
  if (absent.length > 0) return undefinedScore(`the answer lacks the dimensions ${absent.join(', ')}`);
  const scores = {} as RaceScores;
  let [target, reference] = [0, 0];
  for (const dimension of raceDimensions) scores[dimension] = 0;
  for (const dimension of raceDimensions) {
    const list = criteria.criterions[dimension] ?? [];
    const unweighted = list.find((one) => typeof one.weight !== 'number');
    if (unweighted !== undefined) return undefinedScore(`criterion "${unweighted.criterion}" has no weight`);
    const share = criteria.dimension_weight[dimension];
    const items = judged[dimension];
    const weights = new Map(list.map((one) => [one.criterion, one.weight]));
    if (share === undefined || weights.size === 0 || !Array.isArray(items) || items.length === 0) continue;
    const of = averages(items, weights);
    target += of.target * share;
    reference += of.reference * share;
    scores[dimension] = ratio(of.target, of.reference);
  }
  return givenScore({
    ...scores,
    overall_score: ratio(target, reference),
    target_total: target,
    reference_total: reference
  });
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** The items of a damaged answer, found by their words: a criterion followed by its two scores. */
function foundItems(text: string): Fields | null {
  const found: Fields = {};
  for (const dimension of raceDimensions) {
    const part = new RegExp(`"${dimension}"\\s*:\\s*\\[([\\s\\S]*?)\\]`, 'u').exec(text)?.[1];
    if (part === undefined) return null;
    found[dimension] = itemsIn(part);
  }
  return found;
}

/**
 * Each criterion with the next of either score after it. One expression for all three would look for missing scores anew from each
 * criterion, in time by the cube of an answer that repeats itself.
 */
function itemsIn(part: string): Fields[] {
  const patterns = [
    /"criterion"\s*:\s*"([^"]*)"/gu,
    /"article_1_score"\s*:\s*(\d+\.?\d*)/gu,
    /"article_2_score"\s*:\s*(\d+\.?\d*)/gu
  ] as const;
  const items: Fields[] = [];
  for (let at = 0; ;) {
    const texts: string[] = [];
    for (const pattern of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(part);
      if (!match) return items;
      at = pattern.lastIndex;
      texts.push(match[1]!);
    }
    const [criterion, first, second] = texts;
    items.push({ criterion, article_1_score: Number(first), article_2_score: Number(second) });
  }
}

/** The JSON in a judge's answer: the whole text, a fenced block, the outermost braces, then a search by words. */
export function raceAnswer(text: string): Fields | null {
  const fence = /```(?:json)?\s*([\s\S]*?)```/u.exec(text)?.[1];
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return (
    parsed(text.trim()) ?? (fence === undefined ? null : parsed(fence.trim())) ?? parsed(braces) ?? foundItems(text)
  );
}

/** A system's means over tasks without `error`; a missing figure counts 0. */
export function scoreRaceSystem(
  rows: readonly Fields[]
): OfficialScore<Record<RaceDimension | 'overall_score', number>> {
  const scored = rows.filter((row) => !('error' in row));
  if (scored.length === 0) return undefinedScore('no task was scored');
  const means = {} as Record<RaceDimension | 'overall_score', number>;
  for (const name of [...raceDimensions, 'overall_score'] as const)
    means[name] = meanOrNull(scored.map((row) => numberOf(row[name]) ?? 0)) ?? 0;
  return givenScore(means);
}
