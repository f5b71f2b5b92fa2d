import { weightingEffect } from '../numbers/design-effect.ts';
import type { SumStatistic } from '../numbers/sum-statistic.ts';

/** Part of all weight that is added to learn an item's influence. */
const STEP = 1e-6;
/** Weights whose effect is nearer to 1 are equal but for rounding. */
const ROUNDING = 1e-12;

/**
 * Least standard error of a statistic of weighted items: that of as many independent ones with these weights.
 *
 * Purpose: items with large weights are few. If the disagreement among them happens to be missing, the error that clusters show
 * is far too small: of simulated studies whose κ lies .001 below the target, up to .45 passed at a nominal .025; with this error
 * as the least, up to .06, and up to .05 at equal weights.
 *
 * Formula: √(Σ w z² / Σ w · Σ w²) / Σ w, z the derivative of the statistic by the item's part of all weight.
 *
 * @param statistic depends on the proportions of its sums, not on their size. @param weights positive, as `add` applies them.
 * @returns 0 if weights are equal, so that the error is that of the clusters, or if the statistic is undefined.
 * Source: Kish 1965, section 11.7, with the variance of a linearised statistic (Binder 1983).
 */
export const weightingError = ({ size, add, value }: SumStatistic, weights: ArrayLike<number>): number => {
  const n = weights.length;
  if (n === 0 || weightingEffect(weights) - 1 < ROUNDING) return 0;
  const total = new Float64Array(size);
  let [weight, squares] = [0, 0];
  for (let i = 0; i < n; i++) {
    add(i, total, 0);
    weight += weights[i]!;
    squares += weights[i]! ** 2;
  }
  const all = value(total.slice());
  if (all === null) return 0;
  const own = new Float64Array(size);
  let variance = 0;
  for (let i = 0; i < n; i++) {
    own.fill(0);
    add(i, own, 0);
    const more = value(total.map((sum, c) => sum + ((STEP * weight) / weights[i]!) * own[c]!));
    variance += (weights[i]! / weight) * (((more ?? all) - all) / STEP) ** 2;
  }
  return Math.sqrt(variance * squares) / weight;
};

/** The same of a weighted mean. */
export const weightingErrorOfMean = (values: ArrayLike<number>, weights: ArrayLike<number>): number =>
  weightingError(
    {
      size: 2,
      add: (i, sums, at) => {
        sums[at]! += weights[i]! * values[i]!;
        sums[at + 1]! += weights[i]!;
      },
      value: ([sum, weight]) => sum! / weight!
    },
    weights
  );
