import type { JudgeAnswer } from './ratings.ts';

/** How an ensemble makes one score of its judges' labels, in the order of display. */
export const rules = ['single', 'average', 'any', 'all', 'majority'] as const;
export type Rule = (typeof rules)[number];

/** A set of judges and a rule for combining them. */
export interface Ensemble {
  judgeIds: readonly string[];
  rule: Rule;
}

/** The rules that make sense for so many judges: a majority needs an odd number from three. */
export function rulesFor(judges: number): readonly Rule[] {
  if (judges < 1) return [];
  if (judges === 1) return ['single'];
  return judges % 2 === 1 ? ['average', 'any', 'all', 'majority'] : ['average', 'any', 'all'];
}

/**
 * Every ensemble of the judges: the 2^J − 1 subsets, each with every rule that fits its size.
 *
 * @param judgeIds in the order that breaks ties (by name).
 * @param largest the largest subset to form; all by default.
 * @returns fewer judges first, then in the order of `judgeIds`, then in the order of `rules`.
 * @throws if a judge is named twice.
 */
export function enumerateEnsembles(judgeIds: readonly string[], largest = judgeIds.length): Ensemble[] {
  if (new Set(judgeIds).size < judgeIds.length) throw new Error('enumerateEnsembles requires judges that differ');
  const ensembles: Ensemble[] = [];
  for (let size = 1; size <= Math.min(largest, judgeIds.length); size++)
    for (const subset of subsets(judgeIds, size))
      for (const rule of rulesFor(size)) ensembles.push({ judgeIds: subset, rule });
  return ensembles;
}

function subsets<T>(all: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((first, i) => subsets(all.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** How many ensembles there are of so many judges, without forming them. */
export function countEnsembles(judges: number, largest = judges): number {
  let count = 0;
  let subsetsOfSize = 1;
  for (let size = 1; size <= Math.min(largest, judges); size++) {
    subsetsOfSize = (subsetsOfSize * (judges - size + 1)) / size;
    count += subsetsOfSize * rulesFor(size).length;
  }
  return count;
}

/**
 * The score of one unit, 0 (no) to 1 (yes), from the answers of an ensemble's judges.
 *
 * A judge that abstains is skipped for this unit; a judge that failed leaves the unit out, because what it would have
 * said is unknown. `average` is the share of yes; `any` is yes if one judge says so; `all` only if every judge does;
 * `majority` follows the greater number, and is ½ where abstentions leave the rest evenly split.
 *
 * @returns null where a judge failed or all abstained.
 */
export function ensembleScore(rule: Rule, answers: readonly JudgeAnswer[]): number | null {
  let yes = 0;
  let no = 0;
  for (const answer of answers) {
    if (answer === 'unscored') return null;
    if (answer === 'yes') yes++;
    else if (answer === 'no') no++;
  }
  if (yes + no === 0) return null;
  switch (rule) {
    case 'single':
    case 'average':
      return yes / (yes + no);
    case 'any':
      return yes > 0 ? 1 : 0;
    case 'all':
      return no === 0 ? 1 : 0;
    case 'majority':
      return yes > no ? 1 : yes < no ? 0 : 0.5;
  }
}

/** The ensemble in words: `Ferrule`, `Ferrule + Gannet, any`. */
export function ensembleName(ensemble: Ensemble, nameOf: (judgeId: string) => string): string {
  const names = ensemble.judgeIds.map(nameOf).join(' + ');
  return ensemble.rule === 'single' ? names : `${names}, ${ensemble.rule}`;
}

export const sameEnsemble = (a: Ensemble, b: Ensemble): boolean =>
  a.rule === b.rule &&
  a.judgeIds.length === b.judgeIds.length &&
  a.judgeIds.every((judgeId) => b.judgeIds.includes(judgeId));
