import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import { inflateForStudent, mixtureBoundary, type BoundaryOptions } from './mixture-boundary.ts';
import { RunningMean } from './running-mean.ts';

interface MeanSequenceOptions extends BoundaryOptions {
  /** Observations before which there are no bounds. Default 15. */
  burnIn?: number;
  /** Weight of each observation; default 1 each. */
  weights?: ArrayLike<number>;
  /**
   * Independent items that each observation is a mean of, 1 or more: a true share p then has at least the variance
   * p(1 − p) / items. Absent: the observed variance alone counts.
   */
  items?: number | ArrayLike<number>;
  /** Standard errors of each bound in place of the boundary without an end: of a declared maximum, or of a declared look. */
  boundary?: number;
}

type MeanSequence = Estimate & {
  n: number;
  /** Standard error of the mean as observed; null below two observations. */
  se: number | null;
  /** Standard errors that each bound lies away from the mean, the t quantile; null before the end of the burn-in. */
  critical: number | null;
  /** Bounds, each with its own risk; null before the end of the burn-in or if nothing varies and no items are named. */
  low: number | null;
  high: number | null;
};

/**
 * Asymptotic confidence sequence of a mean of independent observations in [0, 1], such as one score per query.
 *
 * Purpose: bounds that hold at every look together, so that a study may stop as soon as one of them decides.
 *
 * Formula: x̄ = Σ w x / Σ w, se² = n/(n − 1) · Σ w²(x − x̄)² / (Σ w)². A mean μ is within the bounds if
 * |x̄ − μ| ≤ max(t · se, b · √(μ(1 − μ) Σ(w²/items) / (Σw)²)): b is the boundary at n, t the same carried to Student’s t with n − 1
 * degrees of freedom. The second term is the variance floor: a lower bound above a target needs what a score test at the target
 * needs, so that a run of perfect scores is no proof.
 *
 * @param x observations in the order in which they came.
 * @returns undefined (`n=0`) without observations.
 * @throws if an observation is outside [0, 1], a weight or number of items not positive, or lengths differ.
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (arXiv 2103.06476); inversion at the floor after Wilson 1927.
 */
export const meanSequence = (
  x: ArrayLike<number>,
  { burnIn = 15, weights, items, boundary, ...options }: MeanSequenceOptions = {}
): MeanSequence => {
  const n = x.length;
  if (weights && weights.length !== n)
    throw new Error(`meanSequence requires a weight for each observation, got ${weights.length} for ${n}`);
  const running = new RunningMean();
  for (let i = 0; i < n; i++)
    running.add(
      x[i]!,
      weights?.[i] ?? 1,
      items === undefined ? Infinity : typeof items === 'number' ? items : items[i]!
    );
  const none = { n, se: null, critical: null, low: null, high: null };
  if (n === 0) return { ...undefinedBecause('n=0'), ...none };
  const value = running.mean();
  if (n < 2) return { ...defined(value), ...none };
  const se = running.error();
  const started = { ...defined(value), n, se };
  const normal = n < burnIn ? Infinity : (boundary ?? mixtureBoundary(n, options));
  if (normal === Infinity) return { ...started, critical: null, low: null, high: null };
  const critical = inflateForStudent(normal, n);
  if (running.floor(0.5) === 0 && se === 0) return { ...started, critical, low: null, high: null };
  const bounds = running.bounds(normal, critical);
  return { ...started, critical, ...bounds };
};
