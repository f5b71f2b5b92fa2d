import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { NO_CATEGORY } from '../units/metric.ts';
import { mean, median, mostFrequent, type JudgeAnswer } from '../units/ratings.ts';

/** How an ensemble makes one score of its judges' labels, in the order of display. */
export const rules = ['single', 'average', 'any', 'all', 'majority', 'median'] as const;
export type Rule = (typeof rules)[number];

/** A set of judges and a rule for combining them. */
export interface JudgeEnsemble {
  judgeIds: readonly string[];
  rule: Rule;
}

export type Level = LabelScale['level'];

/**
 * The rules that make sense for so many judges on a scale of this level. A majority needs an odd number from three; the
 * median of two is their average; any and all are for yes and no. Categories without an order have no mean, no middle and no
 * steps: judges are combined by majority only, so that an even number of them has no rule.
 */
export function ensembleRules(judges: number, level: Level = 'binary'): readonly Rule[] {
  if (judges < 1) return [];
  if (judges === 1) return ['single'];
  if (level === 'nominal') return judges % 2 === 1 ? ['majority'] : [];
  if (level === 'ordinal' || level === 'interval') return judges === 2 ? ['average'] : ['average', 'median'];
  const several: Rule[] = level === 'binary' ? ['average', 'any', 'all'] : ['average'];
  return judges % 2 === 1 ? [...several, 'majority'] : several;
}

/**
 * Every ensemble of the judges: the 2^J − 1 subsets, each with every rule that fits its size.
 *
 * @param judgeIds in the order that breaks ties (by name).
 * @param largest the largest subset to form; all by default.
 * @returns fewer judges first, then in the order of `judgeIds`, then in the order of `rules`.
 * @throws if a judge is named twice.
 */
export function judgeEnsembles(
  judgeIds: readonly string[],
  largest = judgeIds.length,
  level: Level = 'binary'
): JudgeEnsemble[] {
  if (new Set(judgeIds).size < judgeIds.length) throw new Error('enumerateEnsembles requires judges that differ');
  const ensembles: JudgeEnsemble[] = [];
  for (let size = 1; size <= Math.min(largest, judgeIds.length); size++)
    for (const subset of subsets(judgeIds, size))
      for (const rule of ensembleRules(size, level)) ensembles.push({ judgeIds: subset, rule });
  return ensembles;
}

/** All non-empty subsets of at most so many members, smaller ones first. */
export const subsetsUpTo = <T>(all: readonly T[], largest: number): T[][] =>
  Array.from({ length: Math.min(largest, all.length) }, (_, at) => subsets(all, at + 1)).flat();

function subsets<T>(all: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((first, i) => subsets(all.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** Beyond so many candidates the largest ensembles are left out, with a warning. */
const MOST_CANDIDATES = 250;

/** How many ensembles there are of so many judges, without forming them. */
export function countEnsembles(judges: number, largest = judges, level: Level = 'binary'): number {
  let count = 0;
  let subsetsOfSize = 1;
  for (let size = 1; size <= Math.min(largest, judges); size++) {
    subsetsOfSize = (subsetsOfSize * (judges - size + 1)) / size;
    count += subsetsOfSize * ensembleRules(size, level).length;
  }
  return count;
}

/** The largest subsets of so many judges that are not too many to compare. */
export function largestSubset(judges: number, level: Level = 'binary'): number {
  let largest = judges;
  while (largest > 1 && countEnsembles(judges, largest, level) > MOST_CANDIDATES) largest--;
  return largest;
}

/**
 * The score of one unit, a number of the scale, from the answers of an ensemble's judges.
 *
 * A judge that abstains, or gives a label without a value, is skipped for this unit; a judge that failed leaves the unit
 * out, because what it would have said is unknown. Yes and no: `average` is the share of yes; `any` is yes if one judge
 * says so; `all` only if every judge does; `majority` follows the greater number, and is ½ if abstentions leave the
 * rest evenly split. A, tie and B: `average` is the side on which the mean of 1, ½ and 0 lies, a tie at ½; `majority` is
 * what most judges say, a tie if several answers are given equally often. Scores: mean or median. Categories: what most
 * judges say, and `NO_CATEGORY`, which agrees with nothing, if several are given equally often.
 *
 * @returns null if a judge failed or none gave a value.
 */
export function ensembleScore(rule: Rule, answers: readonly JudgeAnswer[], level: Level = 'binary'): number | null {
  if (answers.includes('unscored')) return null;
  const values = answers.filter((answer) => typeof answer === 'number');
  if (values.length === 0) return null;
  switch (rule) {
    case 'single':
      return mean(values);
    case 'average':
      return level === 'preference' ? sideOf(mean(values)) : mean(values);
    case 'any':
      return Math.max(...values);
    case 'all':
      return Math.min(...values);
    case 'median':
      return median(values);
    case 'majority': {
      const most = mostFrequent(values);
      return most.length === 1 ? most[0]! : level === 'nominal' ? NO_CATEGORY : 0.5;
    }
  }
}

/** 1, ½ or 0 by the side of ½ on which a mean lies. */
const sideOf = (value: number): number => (Math.abs(value - 0.5) < 1e-9 ? 0.5 : value > 0.5 ? 1 : 0);

/** The ensemble in words: `Ferrule`, `Ferrule + Gannet, any`. */
export function ensembleName(ensemble: JudgeEnsemble, nameOf: (judgeId: string) => string): string {
  const names = ensemble.judgeIds.map(nameOf).join(' + ');
  return ensemble.rule === 'single' ? names : `${names}, ${ensemble.rule}`;
}

export const sameEnsemble = (a: JudgeEnsemble, b: JudgeEnsemble): boolean =>
  a.rule === b.rule &&
  a.judgeIds.length === b.judgeIds.length &&
  a.judgeIds.every((judgeId) => b.judgeIds.includes(judgeId));
