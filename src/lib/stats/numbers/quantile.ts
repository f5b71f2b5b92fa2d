import { defined, undefinedBecause, type Estimate } from './estimate.ts';

/**
 * The p-quantile of values that are already in ascending order; see `quantile`.
 *
 * @throws if there is no value, or p is outside [0, 1].
 */
export const quantileOfSorted = (sorted: ArrayLike<number>, p: number): number => {
  if (sorted.length === 0) throw new Error('quantileOfSorted requires at least one value');
  if (!(p >= 0 && p <= 1)) throw new Error(`quantileOfSorted requires p between 0 and 1, got ${p}`);
  const h = (sorted.length - 1) * p;
  const below = Math.floor(h);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (h - below) * (high - low);
};

/**
 * Quantile, type 7 (linear interpolation between order statistics).
 *
 * Purpose: percentile ends of a bootstrap, medians, quartiles.
 * Formula: with h = (n − 1)·p and the values in order, x_⌊h⌋ + (h − ⌊h⌋)(x_⌊h⌋₊₁ − x_⌊h⌋).
 *
 * @param values finite numbers in any order; the result has their unit.
 * @param p in [0, 1].
 * @returns undefined (`n=0`) without values.
 * Source: Hyndman and Fan 1996, type 7: the default of R and NumPy.
 */
export const quantile = (values: ArrayLike<number>, p: number): Estimate =>
  values.length === 0 ? undefinedBecause('n=0') : defined(quantileOfSorted(Float64Array.from(values).sort(), p));
