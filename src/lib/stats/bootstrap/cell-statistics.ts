import type { Label } from '../numbers/estimate.ts';
import { distances, type WeightScheme } from '../numbers/scale.ts';

/**
 * Point values of agreement statistics as functions of the cells of a k × k table, row by row: what a bootstrap evaluates
 * ten thousand times. Each is null if the statistic is undefined; the full statistics with errors are in their own files.
 */
export type CellStatistic = (cells: ArrayLike<number>) => number | null;

/** Cohen's κ; see `cohenKappa`. */
export const kappaOfCells = (categories: readonly Label[], weights: WeightScheme): CellStatistic => {
  const k = categories.length;
  const d = Float64Array.from(distances(categories, weights).between.flat());
  const rows = new Float64Array(k);
  const columns = new Float64Array(k);
  return (cells) => {
    rows.fill(0);
    columns.fill(0);
    let n = 0;
    let observed = 0;
    for (let i = 0; i < k; i++) {
      let row = 0;
      for (let j = 0; j < k; j++) {
        const count = cells[i * k + j]!;
        row += count;
        columns[j]! += count;
        observed += d[i * k + j]! * count;
      }
      rows[i] = row;
      n += row;
    }
    let expected = 0;
    for (let i = 0; i < k; i++) {
      let sum = 0;
      for (let j = 0; j < k; j++) sum += d[i * k + j]! * columns[j]!;
      expected += rows[i]! * sum;
    }
    return expected === 0 ? null : 1 - (n * observed) / expected;
  };
};

/** Percent agreement. */
export const agreementOfCells =
  (k: number): CellStatistic =>
  (cells) => {
    let n = 0;
    let same = 0;
    for (let i = 0; i < k; i++)
      for (let j = 0; j < k; j++) {
        n += cells[i * k + j]!;
        if (i === j) same += cells[i * k + j]!;
      }
    return n === 0 ? null : same / n;
  };

/** Kendall's τ_b of a scale in ascending order; see `kendall`. */
export const tauBOfCells = (k: number): CellStatistic => {
  const rows = new Float64Array(k);
  const columns = new Float64Array(k);
  const above = new Float64Array(k);
  return (cells) => {
    rows.fill(0);
    columns.fill(0);
    above.fill(0);
    let excess = 0;
    for (let i = 0; i < k; i++) {
      let right = 0;
      let left = 0;
      for (let j = 0; j < k; j++) {
        const count = cells[i * k + j]!;
        excess += count * left;
        left += above[j]!;
      }
      for (let j = k - 1; j >= 0; j--) {
        const count = cells[i * k + j]!;
        excess -= count * right;
        right += above[j]!;
      }
      for (let j = 0; j < k; j++) {
        const count = cells[i * k + j]!;
        above[j]! += count;
        rows[i]! += count;
        columns[j]! += count;
      }
    }
    const n = rows.reduce((sum, r) => sum + r, 0);
    const untied = (sizes: Float64Array): number => sizes.reduce((sum, t) => sum - t * t, n * n);
    const root = Math.sqrt(untied(rows) * untied(columns));
    return root > 0 ? (2 * excess) / root : null;
  };
};
