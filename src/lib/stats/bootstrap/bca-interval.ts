import type { Bootstrap, Resampled } from './bootstrap.ts';
import { normalCdf, normalQuantile } from '../distributions/normal.ts';
import type { Interval, UndefinedReason } from '../numbers/estimate.ts';
import { quantileOfSorted } from '../numbers/quantile.ts';

interface BcaInterval {
  interval: Interval | null;
  reason?: UndefinedReason;
  /** Bias correction and acceleration. */
  z0: number | null;
  acceleration: number | null;
  /** The levels at which the replicates are cut instead of α/2 and 1 − α/2. */
  levels: Interval | null;
}

/**
 * BCa bootstrap interval: percentile interval corrected for bias and for a spread that changes with the parameter.
 *
 * Formula: z₀ = Φ⁻¹(share of replicates below θ̂, ties counted half); a = Σ(θ̄ − θ₍ᵢ₎)³ / (6(Σ(θ̄ − θ₍ᵢ₎)²)^{3/2}) over the
 * jackknife values θ₍ᵢ₎; levels Φ(z₀ + (z₀ + z)/(1 − a(z₀ + z))).
 *
 * @param bootstrap the replicates and estimate. @param n units resampled. @param statistic the one bootstrapped.
 * @returns without interval as `undefined-replicates` if a jackknife value is undefined, `zero-variance` if all are
 *   equal, `no-finite-estimate` if all replicates lie on one side of the estimate; otherwise as the bootstrap itself.
 * Source: Efron 1987; Efron and Tibshirani 1993, chapter 14.
 */
export const bcaInterval = (bootstrap: Bootstrap, n: number, statistic: Resampled): BcaInterval => {
  const none = { interval: null, z0: null, acceleration: null, levels: null };
  const { value, replicates, confidence } = bootstrap;
  if (value === null || bootstrap.interval === null)
    return { ...none, reason: bootstrap.intervalReason ?? 'undefined-replicates' };

  const left = jackknife(n, statistic);
  if (left === null) return { ...none, reason: 'undefined-replicates' };
  const mean = left.reduce((sum, v) => sum + v, 0) / n;
  const squares = left.reduce((sum, v) => sum + (mean - v) ** 2, 0);
  if (squares === 0) return { ...none, reason: 'zero-variance' };
  const acceleration = left.reduce((sum, v) => sum + (mean - v) ** 3, 0) / (6 * squares ** 1.5);

  let below = 0;
  for (const v of replicates) below += v < value ? 1 : v === value ? 0.5 : 0;
  if (below === 0 || below === replicates.length) return { ...none, reason: 'no-finite-estimate' };
  const z0 = normalQuantile(below / replicates.length);
  const tail = (1 - confidence) / 2;
  const level = (p: number): number => {
    const z = z0 + normalQuantile(p);
    return normalCdf(z0 + z / Math.max(1e-12, 1 - acceleration * z));
  };
  const levels: Interval = [level(tail), level(1 - tail)];
  const sorted = replicates.slice().sort();
  return {
    interval: [quantileOfSorted(sorted, levels[0]), quantileOfSorted(sorted, levels[1])],
    z0,
    acceleration,
    levels
  };
};

/** The statistic with each unit left out in turn; null if any is undefined. */
const jackknife = (n: number, statistic: Resampled): Float64Array | null => {
  const values = new Float64Array(n);
  const kept = Uint32Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 1);
  for (let i = 0; i < n; i++) {
    if (i > 0) kept[i - 1] = i - 1;
    const value = n === 1 ? null : statistic(kept);
    if (value === null) return null;
    values[i] = value;
  }
  return values;
};
