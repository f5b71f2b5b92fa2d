import { completePairs } from '../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { pairCounts } from '../numbers/pair-counts.ts';

/**
 * Pairwise accuracy with ties: the share of pairs of items that a metric orders, or ties, as people do.
 *
 * Formula: (C + pairs tied by both) / all pairs.
 *
 * @param human, metric measurements of the same items, null = missing (pairwise deletion).
 * @returns a share in [0, 1]; undefined (`n<2`) without a pair.
 * Source: Deutsch, Foster and Freitag 2023, "Ties matter".
 */
export const pairwiseAccuracy = (human: Measurements, metric: Measurements): Estimate & { n: number } => {
  const { x, y, n } = completePairs('pairwiseAccuracy', human, metric);
  if (n < 2) return { ...undefinedBecause('n<2'), n };
  const { concordant, tiesBoth } = pairCounts(x, y);
  return { ...defined((concordant + tiesBoth) / ((n * (n - 1)) / 2)), n };
};

const MOST_ITEMS = 5000;

/**
 * Pairwise accuracy after tie calibration: a metric that almost never gives equal scores is allowed to call differences up
 * to ε a tie, with the ε that fits the people best.
 *
 * Every difference |Δmetric| that occurs, and 0, is tried; the smallest best ε is taken. The value is optimistic: choose ε
 * on other items than those reported.
 *
 * @param human, metric measurements of the same items, null = missing; at most 5000 items (all pairs are looked at).
 * @returns value = best accuracy, with `epsilon` in the metric's unit and `withoutTies`, the accuracy at ε = 0; undefined
 *   (`n<2`) without a pair.
 * Source: Deutsch, Foster and Freitag 2023, section 6.
 */
export const tieCalibratedAccuracy = (
  human: Measurements,
  metric: Measurements
): Estimate & { epsilon: number | null; withoutTies: number | null; n: number } => {
  const { x, y, n } = completePairs('tieCalibratedAccuracy', human, metric);
  if (n < 2) return { ...undefinedBecause('n<2'), epsilon: null, withoutTies: null, n };
  if (n > MOST_ITEMS) throw new Error(`tieCalibratedAccuracy requires at most ${MOST_ITEMS} items, got ${n}`);
  const pairs = (n * (n - 1)) / 2;
  const change = new Map<number, number>();
  let right = 0;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const gap = Math.abs(y[i]! - y[j]!);
      const humanTie = x[i] === x[j];
      const concordant = (x[i]! - x[j]!) * (y[i]! - y[j]!) > 0;
      if (concordant) right++;
      change.set(gap, (change.get(gap) ?? 0) + Number(humanTie) - Number(concordant));
    }
  const gaps = [...change.keys()].sort((a, b) => a - b);
  right += change.get(0) ?? 0;
  const withoutTies = right / pairs;
  let best = right;
  let epsilon = 0;
  for (const gap of gaps) {
    if (gap === 0) continue;
    right += change.get(gap)!;
    if (right > best) {
      best = right;
      epsilon = gap;
    }
  }
  return { ...defined(best / pairs), epsilon, withoutTies, n };
};
