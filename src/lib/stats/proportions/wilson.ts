import { criticalZ } from '../distributions/normal.ts';
import type { Interval } from '../numbers/estimate.ts';
import { proportionWith, type Proportion } from './proportion.ts';

/**
 * Wilson score interval: the default interval of a proportion.
 *
 * Formula: (p + z²/2n ± z√(p(1 − p)/n + z²/4n²)) / (1 + z²/n): all shares that a score test at this level does not reject.
 * Holds its coverage for small n and shares near 0 or 1; 72 of 72 gives a lower end of .949.
 *
 * @param k successes, @param n trials (neither need be whole: an effective sample size is not).
 * @param confidence default .95.
 * @returns share and interval in [0, 1]; undefined (`n=0`) without trials. The interval is exactly 0 or 1 at the end if
 *   k is 0 or n.
 * @throws if k is not in [0, n].
 * Source: Wilson 1927; recommended by Brown, Cai and DasGupta 2001.
 */
export const wilson = (k: number, n: number, confidence = 0.95): Proportion =>
  proportionWith('wilson', k, n, confidence, (p) => wilsonInterval(p, n, criticalZ(confidence)));

/** The formula of `wilson` for a share p of n (effective) trials and any critical value z, as of a t distribution. */
export const wilsonInterval = (p: number, n: number, z: number): Interval => {
  const z2 = z * z;
  const centre = p + z2 / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return [p === 0 ? 0 : (centre - reach) / scale, p === 1 ? 1 : (centre + reach) / scale];
};
