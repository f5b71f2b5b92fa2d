import { binomialCdf } from '../distributions/binomial.ts';
import { criticalZ, normalQuantile } from '../distributions/normal.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import { minSuccessesForLowerBound } from './sample-size.ts';
import { wilson } from '../proportions/wilson.ts';
import type { Proportion } from '../proportions/proportion.ts';

type IntervalOf = (k: number, n: number, confidence: number) => Proportion;

/**
 * Probability that a study shows what it should: that the lower end of the interval reaches the target, if the true share
 * is p.
 *
 * Formula: P(X ≥ k), X binomial(n, p), k the fewest successes whose interval lies above the target. It goes up and down in
 * teeth as n grows, because k is whole.
 *
 * @param p true share, @param target wanted lower end, both in [0, 1].
 * @param n independent items, whole; divide by the design effect if items are clustered.
 * @param options.interval default Wilson.
 * @returns a probability; 0 if even n of n would not be enough.
 * @throws if an argument is outside its range.
 */
export const lowerBoundPower = (
  p: number,
  target: number,
  n: number,
  { confidence = 0.95, interval = wilson }: { confidence?: number; interval?: IntervalOf } = {}
): number => {
  for (const share of [p, target])
    if (!(share >= 0 && share <= 1)) throw new Error(`lowerBoundPower requires shares in [0, 1], got ${share}`);
  const fewest = minSuccessesForLowerBound(n, target, confidence, interval);
  return fewest === null ? 0 : fewest === 0 ? 1 : 1 - binomialCdf(fewest - 1, n, p);
};

/**
 * Fewest independent items at which Wilson's lower end reaches a target, if the share that is observed is p.
 *
 * Formula: the interval is all shares that a score test does not reject, so n = z² t(1 − t) / (p − t)², rounded up. For .90
 * observed and .85 wanted at 95 %: 196. About half of all studies of this size reach the target, because half observe
 * less than p.
 *
 * @param p observed share, @param target in (0, 1).
 * @returns undefined (`not-attainable`) if p does not lie above the target.
 * @throws if an argument is outside its range.
 * Source: Wilson 1927, solved for n.
 */
export const sampleSizeLowerBound = (p: number, target: number, confidence = 0.95): Estimate => {
  if (!(p >= 0 && p <= 1)) throw new Error(`sampleSizeLowerBound requires a share in [0, 1], got ${p}`);
  if (!(target > 0 && target < 1)) throw new Error(`sampleSizeLowerBound requires a target in (0, 1), got ${target}`);
  if (!(p > target)) return undefinedBecause('not-attainable');
  const n = (criticalZ(confidence) ** 2 * target * (1 - target)) / (p - target) ** 2;
  return Number.isSafeInteger(Math.ceil(n)) ? defined(Math.ceil(n - 1e-9)) : undefinedBecause('not-attainable');
};

/**
 * Fewest independent items from which on the lower end of Wilson's interval reaches the target with the wanted probability,
 * if the true share is p: "from which on", because the probability goes up and down in teeth.
 *
 * Looks downwards from 1.5 times the normal approximation ((z_α √(t(1 − t)) + z_β √(p(1 − p))) / (p − t))² and 100 more,
 * to the first n that is not enough.
 *
 * @param power wanted probability in (0, 1).
 * @returns undefined (`not-attainable`) if p does not lie above the target, or more than 100,000 items are needed.
 * @throws if an argument is outside its range.
 */
export const sampleSizeLowerBoundPower = (p: number, target: number, power: number, confidence = 0.95): Estimate => {
  if (!(power > 0 && power < 1)) throw new Error(`sampleSizeLowerBoundPower requires a power in (0, 1), got ${power}`);
  const observed = sampleSizeLowerBound(p, target, confidence);
  if (observed.value === null) return observed;
  const spread = criticalZ(confidence) * Math.sqrt(target * (1 - target));
  const reach = spread + Math.max(0, normalQuantile(power)) * Math.sqrt(p * (1 - p));
  const start = Math.ceil(1.5 * (reach / (p - target)) ** 2) + 100;
  if (start > 150_100) return undefinedBecause('not-attainable');
  let n = start;
  while (n >= 1 && lowerBoundPower(p, target, n, { confidence }) >= power) n--;
  return n === start ? undefinedBecause('not-attainable') : defined(n + 1);
};
