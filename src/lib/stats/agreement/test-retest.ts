import { measurement } from '../numbers/complete-pairs.ts';
import { ratio, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { krippendorffAlpha } from './coefficients/krippendorff-alpha.ts';

export interface TestRetest {
  /** Of all pairs of repeats of an item, the share that gave the same value. */
  pairAgreement: Estimate;
  /** Share of items, with at least two repeats, on which all repeats agree. */
  allEqual: Estimate;
  /** Mean of each run over the items it judged; null if it judged none. */
  runMeans: (number | null)[];
  /** Standard deviation (n − 1) of the run means: how much a reported mean moves when the judge is run again. */
  sdOfRunMeans: Estimate;
  /** Mean over items of the standard deviation (n − 1) of their repeats. */
  withinItemSd: Estimate;
  /** Krippendorff's α (interval) of repeats as raters. */
  alpha: Estimate;
  items: number;
}

/**
 * Test–retest consistency: how far a judge agrees with itself over repeated runs.
 *
 * A small SD of run means does not show a consistent judge: errors cancel over items. Look at the agreement per item too.
 *
 * @param repeats items × runs, numeric verdicts, null = missing.
 * @returns each undefined on its own: `no-pairs` if no item has two repeats, `n<2` below two runs.
 * @throws if rows differ in length or a value is not finite.
 */
export const testRetest = (repeats: readonly Measurements[]): TestRetest => {
  const runs = repeats[0]?.length ?? 0;
  if (repeats.some((row) => row.length !== runs)) throw new Error('testRetest requires rows of equal length');
  const given = repeats.map((row) =>
    Array.from(row).filter((v) => v !== null && measurement('testRetest', v) === v)
  ) as number[][];
  const repeated = given.filter((row) => row.length >= 2);
  let pairs = 0;
  let same = 0;
  for (const row of repeated)
    for (let i = 0; i < row.length; i++)
      for (let j = i + 1; j < row.length; j++) {
        pairs++;
        if (row[i] === row[j]) same++;
      }
  const runMeans = Array.from({ length: runs }, (_, r) => {
    const column = repeats.map((row) => row[r]!).filter((v) => v !== null);
    return column.length === 0 ? null : mean(column);
  });
  const means = runMeans.filter((m) => m !== null);
  const scale = [...new Set(given.flat())].sort((a, b) => a - b);
  const alpha =
    scale.length === 0
      ? undefinedBecause('no-pairable-values')
      : krippendorffAlpha(repeats, { categories: scale, metric: 'interval' });
  return {
    pairAgreement: ratio(same, pairs, 'no-pairs'),
    allEqual: ratio(repeated.filter((row) => row.every((v) => v === row[0])).length, repeated.length, 'no-pairs'),
    runMeans,
    sdOfRunMeans: means.length < 2 ? undefinedBecause('n<2') : { value: deviation(means) },
    withinItemSd: ratio(
      repeated.reduce((sum, row) => sum + deviation(row), 0),
      repeated.length,
      'no-pairs'
    ),
    alpha: alpha.value === null ? undefinedBecause(alpha.reason) : { value: alpha.value },
    items: repeats.length
  };
};

const mean = (values: number[]): number =>
  values[0]! + values.reduce((sum, v) => sum + (v - values[0]!), 0) / values.length;

const deviation = (values: number[]): number => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / (values.length - 1));
};
