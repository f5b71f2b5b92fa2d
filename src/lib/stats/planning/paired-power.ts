import { normalCdf, normalQuantile } from '../distributions/normal.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import { mcnemarExactPower } from './sample-size.ts';

/**
 * Fewest items at which the exact McNemar test has the wanted power, and keeps it for some items more.
 *
 * Doubles n until the power is there, halves the gap, and then continues until the power holds for ten n in a row: it goes up
 * and down in small teeth. At 15 % against 5 %, 80 % power: 168.
 *
 * @param p10, p01 shares of items that only the first, only the second judge gets right.
 * @returns independent items; undefined (`not-attainable`) if the shares are equal or more than 5000 are needed.
 * @throws if shares are outside [0, 1] or sum above 1, or the power is not in (0, 1).
 */
export const sampleSizeMcnemar = (
  p10: number,
  p01: number,
  { alpha = 0.05, power = 0.8 }: { alpha?: number; power?: number } = {}
): Estimate => {
  if (!(power > 0 && power < 1)) throw new Error(`sampleSizeMcnemar requires a power in (0, 1), got ${power}`);
  const reaches = (n: number): boolean => mcnemarExactPower(p10, p01, n, alpha) >= power;
  if (p10 === p01 || !reaches(MOST)) return undefinedBecause('not-attainable');
  let high = 1;
  while (high < MOST && !reaches(high)) high = Math.min(MOST, 2 * high);
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  let n = Math.max(1, high - HELD);
  for (let held = 0, at = n; held < HELD && at <= MOST; at++) {
    held = reaches(at) ? held + 1 : 0;
    if (held === 0) n = at + 1;
  }
  return defined(n);
};

const MOST = 5000;
const HELD = 10;

/**
 * Power of showing, on the same items, that one judge is not worse than another by more than a margin.
 *
 * Formula: Φ(√n (δ + d) / √(p_d − d²) − z_{1−α}), d = p10 − p01; the counterpart of `sampleSizeNonInferiority`. With
 * δ = .05, 15 % discordant, no true difference and 371 items: .80.
 *
 * @param margin δ > 0. @param discordant p_d in (0, 1]. @param n independent items, 0 or more, not necessarily whole.
 * @param options.difference d, default 0.
 * @returns a probability.
 * @throws if an argument is outside its range.
 * Source: Nam 1997; Lachin 2011, section 5.7.
 */
export const nonInferiorityPower = (
  margin: number,
  discordant: number,
  n: number,
  { difference = 0, alpha = 0.05 }: { difference?: number; alpha?: number } = {}
): number => {
  if (!(margin > 0 && margin < 1)) throw new Error(`nonInferiorityPower requires a margin in (0, 1), got ${margin}`);
  if (!(discordant > 0 && discordant <= 1 && Math.abs(difference) < discordant))
    throw new Error(
      `nonInferiorityPower requires a discordant share in (0, 1] above the difference, got ${discordant}`
    );
  if (!(n >= 0 && Number.isFinite(n))) throw new Error(`nonInferiorityPower requires n ≥ 0, got ${n}`);
  const shift = (Math.sqrt(n) * (margin + difference)) / Math.sqrt(discordant - difference ** 2);
  return normalCdf(shift - normalQuantile(1 - alpha));
};
