import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/** Counts closest to a reported figure from below and above. */
export interface NearestCounts {
  /** The largest count whose figure is not above the reported one, and the smallest that is not below; null outside. */
  below: { count: number; value: number } | null;
  above: { count: number; value: number } | null;
  /** Distance of the nearer of both, in the unit of the figure. */
  distance: Estimate;
}

/**
 * The counts next to a reported percentage: what could have been meant if `consistentCounts` finds none.
 *
 * Formula: floor and ceiling of percent · n / 100, within 0 and n. For 87.1 % of 200: 174 (87 %) and 175 (87.5 %).
 *
 * @param percent in [0, 100]. @param n whole, 1 or more for an answer.
 * @throws if percent is outside its range or n is not whole.
 */
export const nearestCounts = (percent: number, n: number): NearestCounts => {
  if (!(percent >= 0 && percent <= 100)) throw new Error(`nearestCounts requires a percentage, got ${percent}`);
  return nearest('nearestCounts', percent, n, { unit: 100, least: 0, most: n });
};

/**
 * The sums next to a reported mean of n whole-number ratings, and their means.
 *
 * @param mean any finite number. @param scale lowest and highest rating, whole numbers.
 * @throws if an argument that must be whole is not.
 */
export const nearestSums = (mean: number, n: number, { low, high }: { low: number; high: number }): NearestCounts => {
  if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high)))
    throw new Error(`nearestSums requires a scale of whole numbers, got ${low} to ${high}`);
  if (!Number.isFinite(mean)) throw new Error(`nearestSums requires a finite mean, got ${mean}`);
  return nearest('nearestSums', mean, n, { unit: 1, least: low * n, most: high * n });
};

const nearest = (
  name: string,
  value: number,
  n: number,
  { unit, least, most }: { unit: number; least: number; most: number }
): NearestCounts => {
  if (!(Number.isSafeInteger(n) && n >= 0)) throw new Error(`${name} requires a whole n, got ${n}`);
  if (n === 0) return { below: null, above: null, distance: undefinedBecause('n=0') };
  const exact = (value * n) / unit;
  const shown = (count: number): { count: number; value: number } | null =>
    count < least || count > most ? null : { count, value: (count * unit) / n };
  const below = shown(Math.min(most, Math.floor(exact + 1e-9)));
  const above = shown(Math.max(least, Math.ceil(exact - 1e-9)));
  const gaps = [below, above].flatMap((one) => (one ? [Math.abs(one.value - value)] : []));
  return { below, above, distance: defined(Math.min(...gaps)) };
};
