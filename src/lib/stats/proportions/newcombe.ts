import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';
import { wilson } from './wilson.ts';

/** A difference of two proportions with its interval. */
export type Difference = Estimate & { interval: Interval | null };

const checked = (name: string, counts: number[]): void => {
  const bad = counts.find((c) => !(Number.isFinite(c) && c >= 0));
  if (bad !== undefined) throw new Error(`${name} requires counts of 0 or more, got ${bad}`);
};

/**
 * Newcombe's hybrid score interval of the difference of two independent proportions p₁ − p₂.
 *
 * Formula: with Wilson intervals (l₁, u₁), (l₂, u₂): low = d − √((p₁ − l₁)² + (u₂ − p₂)²),
 * high = d + √((u₁ − p₁)² + (p₂ − l₂)²).
 *
 * @returns a difference in [−1, 1]; undefined (`n=0`) if a group is empty.
 * @throws if a count is negative or k > n.
 * Source: Newcombe 1998, "Interval estimation for the difference between independent proportions", method 10.
 */
export const newcombe = (k1: number, n1: number, k2: number, n2: number, confidence = 0.95): Difference => {
  const first = wilson(k1, n1, confidence);
  const second = wilson(k2, n2, confidence);
  if (first.value === null || second.value === null) return { ...undefinedBecause('n=0'), interval: null };
  const [l1, u1] = first.interval!;
  const [l2, u2] = second.interval!;
  const d = first.value - second.value;
  return {
    ...defined(d),
    interval: [d - Math.hypot(first.value - l1, u2 - second.value), d + Math.hypot(u1 - first.value, second.value - l2)]
  };
};

/** Items of a paired comparison by who was right (or positive). */
export interface PairedCounts {
  both: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
}

/**
 * Newcombe's interval of the difference of two paired proportions (two judges on the same items).
 *
 * Formula: as `newcombe`, with the correlation φ of the pairs: low = d − √(δ₁² − 2φδ₁ε₂ + ε₂²), where δ are the distances
 * from the shares down to their Wilson ends and ε those up; φ's numerator both·neither − onlyFirst·onlySecond is reduced by
 * n/2 (not below 0) if positive. φ = 0 if a margin is empty.
 *
 * @returns the difference p(first) − p(second) = (onlyFirst − onlySecond)/n; undefined (`n=0`) without items.
 * @throws if a count is negative.
 * Source: Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on paired
 *   data", method 10.
 */
export const newcombePaired = (counts: PairedCounts, confidence = 0.95): Difference => {
  const { both, onlyFirst, onlySecond, neither } = counts;
  checked('newcombePaired', [both, onlyFirst, onlySecond, neither]);
  const n = both + onlyFirst + onlySecond + neither;
  if (n === 0) return { ...undefinedBecause('n=0'), interval: null };
  const first = (both + onlyFirst) / n;
  const second = (both + onlySecond) / n;
  const [l1, u1] = wilson(both + onlyFirst, n, confidence).interval!;
  const [l2, u2] = wilson(both + onlySecond, n, confidence).interval!;
  const product = both * neither - onlyFirst * onlySecond;
  const numerator = product > 0 ? Math.max(product - n / 2, 0) : product;
  const root =
    Math.sqrt(both + onlyFirst) *
    Math.sqrt(onlySecond + neither) *
    Math.sqrt(both + onlySecond) *
    Math.sqrt(onlyFirst + neither);
  const phi = root === 0 ? 0 : numerator / root;
  const reach = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const d = (onlyFirst - onlySecond) / n;
  return { ...defined(d), interval: [d - reach(first - l1, u2 - second), d + reach(u1 - first, second - l2)] };
};
