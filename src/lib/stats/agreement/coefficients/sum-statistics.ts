import type { SumStatistic } from '../../numbers/sum-statistic.ts';
import type { Label, Measurements } from '../../numbers/estimate.ts';
import { alphaOfSums, type AlphaMetric } from './krippendorff-alpha.ts';
import { agreementWeights, type WeightScheme } from '../../numbers/scale.ts';

/**
 * Point values of the coefficients of many raters as functions of sums over units: what a bootstrap evaluates thousands of
 * times. The full statistics, with errors and counts, are in their own files.
 *
 * @param counts units × categories.
 */
export const alphaSums = (
  counts: readonly ArrayLike<number>[],
  categories: readonly Label[],
  metric: AlphaMetric
): SumStatistic => {
  const k = categories.length;
  const value = alphaOfSums(categories, metric);
  return {
    size: k + k * k,
    add: (unit, sums, at) => {
      const row = counts[unit]!;
      let m = 0;
      for (let c = 0; c < k; c++) m += row[c]!;
      if (m < 2) return;
      for (let c = 0; c < k; c++) {
        const count = row[c]!;
        if (count === 0) continue;
        sums[at + c]! += count;
        for (let other = c + 1; other < k; other++)
          sums[at + k + c * k + other]! += (2 * count * row[other]!) / (m - 1);
      }
    },
    value: (sums) => value(sums.subarray(0, k), sums.subarray(k))
  };
};

/**
 * Krippendorff's α with the interval metric, of any number of different values: Σ_u of all squared differences within a unit
 * is m Σx² − (Σx)², so neither categories nor their table are needed.
 *
 * @param units rows = units, columns = raters, null = missing.
 */
export const alphaIntervalSums = (units: readonly Measurements[]): SumStatistic => {
  const all = units.flatMap((row) => Array.from(row).filter((v) => v !== null));
  const centre = all.reduce((sum, v) => sum + v / all.length, 0);
  return {
    size: 4,
    add: (unit, sums, at) => {
      const row = units[unit]!;
      let m = 0;
      let sum = 0;
      let squares = 0;
      for (let r = 0; r < row.length; r++) {
        if (row[r] === null) continue;
        const x = row[r]! - centre;
        m++;
        sum += x;
        squares += x * x;
      }
      if (m < 2) return;
      sums[at]! += m;
      sums[at + 1]! += sum;
      sums[at + 2]! += squares;
      sums[at + 3]! += Math.max(0, m * squares - sum * sum) / (m - 1);
    },
    value: (sums) => {
      const [n, sum, squares, within] = [sums[0]!, sums[1]!, sums[2]!, sums[3]!];
      const spread = n * squares - sum * sum;
      return n === 0 || spread <= 1e-12 * n * squares ? null : 1 - ((n - 1) * within) / spread;
    }
  };
};

/** Fleiss' κ; see `fleissKappa`. */
export const fleissSums = (
  counts: readonly ArrayLike<number>[],
  categories: readonly Label[],
  weights: WeightScheme
): SumStatistic =>
  chanceCorrectedSums(counts, categories, weights, (pi, w) =>
    pi.filter((p) => p > 0).length < 2
      ? 1
      : pi.reduce((sum, p, c) => sum + p * pi.reduce((reach, q, l) => reach + w[c]![l]! * q, 0), 0)
  );

/** Gwet's AC1 or AC2 of any number of raters; see `gwetACMany`. */
export const gwetSums = (
  counts: readonly ArrayLike<number>[],
  categories: readonly Label[],
  weights: WeightScheme
): SumStatistic =>
  chanceCorrectedSums(counts, categories, weights, (pi, w) => {
    const q = pi.length;
    const guess = w.flat().reduce((sum, weight) => sum + weight, 0) / (q * (q - 1));
    return q < 2 ? 1 : guess * pi.reduce((sum, p) => sum + p * (1 - p), 0);
  });

/** Sums: units with two ratings, their agreement, units with one, and the share of each category. */
const chanceCorrectedSums = (
  counts: readonly ArrayLike<number>[],
  categories: readonly Label[],
  weights: WeightScheme,
  chance: (pi: number[], w: number[][]) => number
): SumStatistic => {
  const k = categories.length;
  const w = agreementWeights(categories, weights);
  return {
    size: 3 + k,
    add: (unit, sums, at) => {
      const row = counts[unit]!;
      let r = 0;
      for (let c = 0; c < k; c++) r += row[c]!;
      if (r === 0) return;
      sums[at]!++;
      for (let c = 0; c < k; c++) sums[at + 3 + c]! += row[c]! / r;
      if (r < 2) return;
      let agreement = 0;
      for (let c = 0; c < k; c++) {
        if (row[c] === 0) continue;
        let reach = -1;
        for (let l = 0; l < k; l++) reach += w[c]![l]! * row[l]!;
        agreement += row[c]! * reach;
      }
      sums[at + 1]!++;
      sums[at + 2]! += agreement / (r * (r - 1));
    },
    value: (sums) => {
      const [rated, units, agreement] = [sums[0]!, sums[1]!, sums[2]!];
      if (units === 0) return null;
      const pi = Array.from(sums.subarray(3), (share) => share / rated);
      const pe = chance(pi, w);
      return pe >= 1 ? null : (agreement / units - pe) / (1 - pe);
    }
  };
};
