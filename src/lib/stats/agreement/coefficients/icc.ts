import { measurement } from '../../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../../numbers/estimate.ts';

export interface Icc {
  /** Each item rated by other raters: reliability of one rating, and of the mean of k. */
  icc1: Estimate;
  icc1k: Estimate;
  /** The same raters, drawn from many, for every item; absolute agreement. */
  icc21: Estimate;
  icc2k: Estimate;
  /** These raters and no others; consistency (a rater's constant shift does not count). */
  icc31: Estimate;
  icc3k: Estimate;
  items: number;
  raters: number;
  /** Items dropped because a rating is missing. */
  dropped: number;
}

/**
 * Intraclass correlations of Shrout and Fleiss: how much of the variance of ratings is between items.
 *
 * Purpose: ICC(2,k) is the reliability of the mean score of k people; its square root is the highest correlation that a
 * judge can be expected to reach with that mean.
 *
 * Formula: mean squares of the two-way layout: items BMS, raters JMS, residual EMS, and within items WMS.
 * ICC(1) = (BMS − WMS)/(BMS + (k − 1)WMS), ICC(1,k) = (BMS − WMS)/BMS;
 * ICC(2,1) = (BMS − EMS)/(BMS + (k − 1)EMS + k(JMS − EMS)/n), ICC(2,k) = (BMS − EMS)/(BMS + (JMS − EMS)/n);
 * ICC(3,1) = (BMS − EMS)/(BMS + (k − 1)EMS), ICC(3,k) = (BMS − EMS)/BMS.
 *
 * @param rows items × raters, null = missing; an item with a missing rating is dropped.
 * @returns undefined as `too-few-raters` below two, as `n<2` below two complete items, as `zero-variance` if a
 *   denominator is 0, and as `negative-variance` if the estimate of a variance is so far below 0 that no correlation
 *   results: a denominator below 0, or a reliability of one rating below −1. Other estimates may be negative: items then
 *   differ less than chance would have them.
 * @throws if rows differ in length or a value is not finite.
 * Source: Shrout and Fleiss 1979; McGraw and Wong 1996.
 */
export const icc = (rows: readonly Measurements[]): Icc => {
  const k = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== k)) throw new Error('icc requires rows of equal length');
  const complete = rows
    .filter((row) => Array.from(row).every((v) => v !== null))
    .map((row) => Array.from(row, (v) => measurement('icc', v!)));
  const n = complete.length;
  const counts = { items: n, raters: k, dropped: rows.length - n };
  if (k < 2 || n < 2) {
    const none = undefinedBecause(k < 2 ? 'too-few-raters' : 'n<2');
    return { icc1: none, icc1k: none, icc21: none, icc2k: none, icc31: none, icc3k: none, ...counts };
  }
  const { between, raters, error, within } = meanSquares(complete);
  const scale = between + within + raters;
  const one = (numerator: number, denominator: number): Estimate => reliability(numerator, denominator, scale, -1);
  const mean = (numerator: number, denominator: number): Estimate => reliability(numerator, denominator, scale);
  return {
    icc1: one(between - within, between + (k - 1) * within),
    icc1k: mean(between - within, between),
    icc21: one(between - error, between + (k - 1) * error + (k * (raters - error)) / n),
    icc2k: mean(between - error, between + (raters - error) / n),
    icc31: one(between - error, between + (k - 1) * error),
    icc3k: mean(between - error, between),
    ...counts
  };
};

/**
 * Ratio of estimated variances as a reliability. With few items the estimate of the variance between raters can be so far
 * below 0 that the ratio is above 1 or, of one rating, below −1, which no reliability is.
 *
 * @param scale size of the mean squares: a denominator that is this much smaller is rounding. @param least lowest possible
 *   value; that of a mean of k ratings has none.
 */
export const reliability = (numerator: number, denominator: number, scale: number, least = -Infinity): Estimate => {
  if (Math.abs(denominator) <= 1e-12 * scale) return undefinedBecause('zero-variance');
  const value = numerator / denominator;
  const rounded = value > 1 && value < 1 + 1e-9 ? 1 : value < least && value > least - 1e-9 ? least : value;
  return denominator < 0 || rounded > 1 || rounded < least ? undefinedBecause('negative-variance') : defined(rounded);
};

const meanSquares = (x: number[][]): { between: number; raters: number; error: number; within: number } => {
  const n = x.length;
  const k = x[0]!.length;
  const origin = x[0]![0]!;
  const mean = (values: number[]): number => values.reduce((sum, v) => sum + (v - origin), 0) / values.length;
  const items = x.map(mean);
  const columns = x[0]!.map((_, j) => mean(x.map((row) => row[j]!)));
  const grand = items.reduce((sum, m) => sum + m, 0) / n;
  const squares = (values: number[], around: (i: number) => number): number =>
    values.reduce((sum, v, i) => sum + (v - around(i)) ** 2, 0);
  const between = k * squares(items, () => grand);
  const raters = n * squares(columns, () => grand);
  const within = x.reduce((sum, row, i) => sum + squares(row, () => items[i]! + origin), 0);
  const error = x.reduce((sum, row, i) => sum + squares(row, (j) => items[i]! + columns[j]! - grand + origin), 0);
  return {
    between: between / (n - 1),
    raters: raters / (k - 1),
    error: error / ((n - 1) * (k - 1)),
    within: within / (n * (k - 1))
  };
};
