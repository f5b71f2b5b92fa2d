import type { Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import { failedFigures } from '../../../protocols/combining.ts';
import { dimensionScore, type DimensionSums, passCounts } from './dimension-scores.ts';
import { claimCounts, claimFigures } from './claim-counts.ts';
import { fractionValue } from './fraction.ts';
import { type JudgedSubtask, subtaskOfDetail } from './subtask-outcome.ts';
import { userPreferenceOf } from './user-preference.ts';

/** Subject of a report's score: a dimension or the subtasks that pass (0–100 each), or UserPref (1–4). */
export type SubtaskHeadline = 'ins' | 'fac' | 'rat' | 'pass' | 'preference';

/** Figures of every score that is made of subtasks, whatever its headline: the sums that systems pool, and what is left out. */
export const subtaskFigures = {
  subtasks: 'subtasks of the task',
  ins: 'Ins of the report, from 0 to 1',
  fac: 'Fac of the report, from 0 to 1',
  rat: 'Rat of the report, from 0 to 1',
  insAbove: 'sum of ins over subtasks with a verdict',
  insBelow: 'subtasks with a verdict on instruction following',
  facAbove: 'sum of ins × fac',
  facBelow: 'sum of ins over subtasks with a factuality score',
  facAbsent: 'subtasks whose factuality rubric has no claim in the report',
  ratAbove: 'sum of ins × rat',
  ratBelow: 'sum of ins over subtasks with a rationality score',
  ratAbsent: 'subtasks whose rationality rubric has no paragraph in the report',
  passed: 'subtasks that pass every rubric that is present',
  decided: 'subtasks of which it is known whether they pass',
  preference: 'UserPref, 1 to 4',
  c0: 'mean outcome of P0 subtasks',
  c1: 'mean over outcomes of P1 and means of P2 groups',
  ...claimFigures
} as const;

/** The shares that systems pool (`Aggregation`), by headline. */
export const pooledShares = {
  ins: { counted: 'subtasks', above: 'insAbove', below: 'insBelow' },
  fac: { counted: 'subtasks with a factuality score, weighed by ins', above: 'facAbove', below: 'facBelow' },
  rat: { counted: 'subtasks with a rationality score, weighed by ins', above: 'ratAbove', below: 'ratBelow' },
  pass: { counted: 'subtasks that pass or do not', above: 'passed', below: 'decided' }
} as const;

/** The subtasks of one judge's verdicts on one report, in their order. */
export const subtasksIn = (verdicts: readonly Verdict[]): JudgedSubtask[] =>
  verdicts.flatMap(({ detail }) => (detail?.kind === 'daily-subtask' ? [subtaskOfDetail(detail)] : []));

/** Subtasks that the headline lacks because the judge failed: those with such a part in its dimension, or in any if it rests on all. */
const unscoredIn = (subtasks: readonly JudgedSubtask[], headline: SubtaskHeadline): number =>
  subtasks.filter(({ parts }) => {
    const decisive = headline === 'pass' || headline === 'preference' ? Object.values(parts) : [parts[headline]];
    return decisive.some(({ state }) => state === 'unscored');
  }).length;

/** One judge's score on one report by the headline; `n` counts subtasks with a score in it, `unscored` those that failed in it. */
export function scoreSubtasks(verdicts: readonly Verdict[], headline: SubtaskHeadline): Score {
  const subtasks = subtasksIn(verdicts);
  const failed = verdicts.find((one) => one.state === 'unscored');
  if (subtasks.length === 0 && failed?.state === 'unscored')
    return {
      ...{ value: null, reason: failed.reason, n: 0, abstained: 0, unscored: 1 },
      figures: Object.fromEntries(Object.keys(subtaskFigures).map((name) => [name, null]))
    };
  const sums = {
    ins: dimensionScore(subtasks, 'ins'),
    fac: dimensionScore(subtasks, 'fac'),
    rat: dimensionScore(subtasks, 'rat')
  };
  const passes = passCounts(subtasks);
  const preference = userPreferenceOf(subtasks);
  const own = {
    ins: () => dimensionValue(sums.ins),
    fac: () => dimensionValue(sums.fac),
    rat: () => dimensionValue(sums.rat),
    pass: () => passValue(passes, subtasks.length),
    preference: () =>
      preference.state === 'scored'
        ? { value: preference.level, reason: null, n: subtasks.length }
        : { value: null, reason: preference.reason, n: 0 }
  }[headline]();
  const means = preference.state === 'scored' ? preference : null;
  const unscored = unscoredIn(subtasks, headline);
  const claims = claimCounts(verdicts);
  const isDecided = passes.decided > 0 || unscoredIn(subtasks, 'pass') === 0;
  return {
    ...{ ...own, abstained: 0, unscored },
    figures: {
      subtasks: subtasks.length,
      ...{ ins: valueOf(sums.ins), fac: valueOf(sums.fac), rat: valueOf(sums.rat) },
      ...{ insAbove: sumIn(sums.ins, 'above'), insBelow: sumIn(sums.ins, 'below') },
      ...{ facAbove: sumIn(sums.fac, 'above'), facBelow: sumIn(sums.fac, 'below'), facAbsent: sums.fac.absent },
      ...{ ratAbove: sumIn(sums.rat, 'above'), ratBelow: sumIn(sums.rat, 'below'), ratAbsent: sums.rat.absent },
      ...(isDecided ? { passed: passes.passed, decided: passes.decided } : { passed: null, decided: null }),
      preference: preference.level,
      c0: means && fractionValue(means.c0),
      c1: means && fractionValue(means.c1),
      ...(claims.claims === 0 && sums.fac.unscored > 0 ? unknown(claims) : claims)
    }
  };
}

/**
 * A sum of a dimension; null if the judge failed and left none of it, as a sum of 0 would count in means over judges as if there
 * had been nothing to judge.
 */
export const sumIn = (
  sums: Pick<ReturnType<typeof dimensionScore>, 'value' | 'unscored' | 'above' | 'below'>,
  of: 'above' | 'below'
): number | null => (sums.value === null && sums.unscored > 0 ? null : fractionValue(sums[of]));

/**
 * Figures that a judge lacks because it failed. Of a dimension without a value in any repeat, these are its value and its sums if a repeat
 * failed on it: the mean over a repeat with nothing to judge and one that failed would be a sum of 0. A dimension in which every repeat
 * found nothing to judge has not failed, whatever another one did. Counts of claims are unknown if a repeat failed and none has a claim.
 */
export function failedDimensions(score: Score, repeats: readonly Score[]): ReadonlySet<string> {
  const failed = new Set(failedFigures(score, repeats));
  for (const own of ['ins', 'fac', 'rat'] as const) {
    const { above, below } = pooledShares[own];
    const sum = score.figures[below];
    if (sum === undefined || (sum !== null && sum > 0)) continue;
    const hasFailed = repeats.some(({ unscored, figures }) => unscored > 0 && figures[below] === null);
    for (const name of [own, above, below])
      if (hasFailed) failed.add(name);
      else failed.delete(name);
  }
  if (score.figures['claims'] === 0 && repeats.some(({ figures }) => figures['claims'] === null))
    for (const name of Object.keys(claimFigures)) failed.add(name);
  return failed;
}

const valueOf = ({ value }: Pick<ReturnType<typeof dimensionScore>, 'value'>): number | null =>
  value && fractionValue(value);

const unknown = <T extends Record<string, number>>(counts: T): { [Name in keyof T]: null } =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, null])) as { [Name in keyof T]: null };

const dimensionValue = ({
  value,
  reason,
  scored
}: DimensionSums & Pick<ReturnType<typeof dimensionScore>, 'value' | 'reason'>): Pick<
  Score,
  'value' | 'reason' | 'n'
> => (value === null ? { value: null, reason, n: 0 } : { value: 100 * fractionValue(value), reason: null, n: scored });

const passValue = (
  { passed, decided }: ReturnType<typeof passCounts>,
  subtasks: number
): Pick<Score, 'value' | 'reason' | 'n'> =>
  decided === 0
    ? {
        value: null,
        reason: subtasks === 0 ? 'The task has no subtasks.' : 'No subtask is decided: each has an unscored part.',
        n: 0
      }
    : { value: (100 * passed) / decided, reason: null, n: decided };
