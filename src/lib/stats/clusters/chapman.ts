import { criticalZ } from '../distributions/normal.ts';
import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';

/** Findings of two searches of the same material. */
export interface Captures {
  /** Things that the first found, that the second found, and that both found. */
  first: number;
  second: number;
  both: number;
}

export type CaptureRecapture = Estimate & {
  /** Things that either found. */
  seen: number;
  /** Estimate of those that neither found; null if it is undefined. */
  missed: number | null;
  se: number | null;
  /** Of the number there is, not below `seen`. */
  interval: Interval | null;
};

/**
 * Chapman's estimator of the number of things there are, from what two independent searches found: capture–recapture.
 *
 * Purpose: what two judges of a report miss together cannot be seen; how much of each other's finds they make says how much
 * it is. Assumptions: the searches are independent given the thing, and each thing is as easy to find as any other. Searches
 * that find the same easy things make the estimate too low: it is a lower bound if judges resemble each other.
 *
 * Formula: N = (n₁ + 1)(n₂ + 1)/(m + 1) − 1 with n₁, n₂ found by each and m by both; variance
 * (n₁ + 1)(n₂ + 1)(n₁ − m)(n₂ − m)/((m + 1)²(m + 2)). Log-normal interval of f₀ = N − seen, the number of things missed:
 * [seen + f₀/C, seen + f₀·C] with C = exp(z √ln(1 + variance/f₀²)). Where f₀ is 0 the interval is [seen, seen] and is not given.
 *
 * @param options.variance of N, if another one is known, as from leaving out clusters; the larger of the two is used
 * @returns undefined (`n=0`) if neither found anything, (`no-recaptures`) if one found nothing or none was found by both:
 *   then nothing says how much was missed. Without interval if f₀ is 0.
 * @throws if a count is negative or not finite, or more were found by both than by one. Counts may be weighted, not whole.
 * Source: Chapman 1951; variance Seber 1970; interval Chao 1987 (Rexstad and Burnham 1991).
 */
export const chapman = (
  { first, second, both }: Captures,
  { confidence = 0.95, variance: given = 0 }: { confidence?: number; variance?: number } = {}
): CaptureRecapture => {
  for (const count of [first, second, both, given])
    if (!(count >= 0 && Number.isFinite(count))) throw new Error(`chapman requires counts from 0, got ${count}`);
  if (both > Math.min(first, second) + 1e-9)
    throw new Error(`chapman requires no more finds of both than of each, got ${both} of ${first} and ${second}`);
  const seen = first + second - both;
  const none = { seen, missed: null, se: null, interval: null };
  if (seen === 0) return { ...undefinedBecause('n=0'), ...none };
  if (both === 0) return { ...undefinedBecause('no-recaptures'), ...none };
  const value = Math.max(seen, ((first + 1) * (second + 1)) / (both + 1) - 1);
  const own =
    ((first + 1) * (second + 1) * Math.max(0, first - both) * Math.max(0, second - both)) /
    ((both + 1) ** 2 * (both + 2));
  const variance = Math.max(own, given);
  const missed = value - seen;
  const rest = { seen, missed, se: Math.sqrt(variance) };
  if (missed <= 1e-9 * value || variance === 0) return { ...defined(value), ...rest, interval: null };
  const spread = Math.exp(criticalZ(confidence) * Math.sqrt(Math.log1p(variance / missed ** 2)));
  const ends: Interval = [seen + missed / spread, seen + missed * spread];
  return { ...defined(value), ...rest, interval: ends.every(Number.isFinite) ? ends : null };
};
