import type { ChiSquareTest } from './bowker.ts';
import { chiSquareUpper } from '../distributions/gamma.ts';
import { defined, undefinedBecause, type Measurements } from '../numbers/estimate.ts';

/**
 * Cochran's Q: do three or more judges differ in how often they are right on the same items?
 *
 * Formula: with column sums C_j over k judges and row sums R_i, Q = k(k − 1) Σ(C_j − C̄)² / (kΣR_i − ΣR_i²); χ² on k − 1
 * degrees of freedom. For two judges it is McNemar's χ².
 *
 * @param rows items × judges, 1 = right, 0 = wrong, null = missing (an item with a missing value is dropped).
 * @returns undefined as `no-pairs` without complete items, `too-few-raters` below two judges, `zero-variance` if all
 *   judges agree on every item.
 * @throws if rows differ in length or hold other values.
 * Source: Cochran 1950.
 */
export const cochranQ = (rows: readonly Measurements[]): ChiSquareTest & { n: number; dropped: number } => {
  const k = rows[0]?.length ?? 0;
  for (const row of rows) {
    if (row.length !== k) throw new Error('cochranQ requires rows of equal length');
    const bad = Array.from(row).find((v) => v !== 0 && v !== 1 && v !== null);
    if (bad !== undefined) throw new Error(`cochranQ requires 0, 1 or null, got ${bad}`);
  }
  const complete = rows
    .filter((row) => Array.from(row).every((v) => v !== null))
    .map((row) => Array.from(row, (v) => v!));
  const counts = { n: complete.length, dropped: rows.length - complete.length, df: Math.max(0, k - 1) };
  const none = (reason: 'no-pairs' | 'too-few-raters' | 'zero-variance') => ({
    ...undefinedBecause(reason),
    ...counts,
    p: null
  });
  if (complete.length === 0) return none('no-pairs');
  if (k < 2) return none('too-few-raters');
  const columns = complete[0]!.map((_, j) => complete.reduce((sum, row) => sum + row[j]!, 0));
  const sums = complete.map((row) => row.reduce((sum, v) => sum + v, 0));
  const total = sums.reduce((sum, r) => sum + r, 0);
  const varied = k * total - sums.reduce((sum, r) => sum + r * r, 0);
  if (varied === 0) return none('zero-variance');
  const q = (k * (k - 1) * columns.reduce((sum, c) => sum + (c - total / k) ** 2, 0)) / varied;
  return { ...defined(q), ...counts, p: chiSquareUpper(q, k - 1) };
};
