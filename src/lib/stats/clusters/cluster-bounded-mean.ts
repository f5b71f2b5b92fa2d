import { clusterWarnings, groupClusters, type ClusterWarning } from './clusters.ts';
import { studentCdf, studentQuantile } from '../distributions/student-t.ts';
import {
  defined,
  undefinedBecause,
  type Estimate,
  type Interval,
  type Label,
  type Measurements
} from '../numbers/estimate.ts';

/** value = weighted mean. */
type ClusterBoundedMean = Estimate & {
  n: number;
  dropped: number;
  clusters: number;
  /** Clusters with a value other than the most frequent one: those that show how values go together. */
  informative: number;
  /** Cautious design effect, at least 1, and n (after unequal weights) over it; null below two clusters. */
  designEffect: number | null;
  effectiveN: number | null;
  /** Two-sided, with a width even if every value is the same; not cut off at the ends of the scale. */
  interval: Interval | null;
  intervalReason?: 'too-few-clusters';
  warnings: ClusterWarning[];
  /** One-sided p of "the mean is `bound` or more" against "less", and the reverse; 1 below two clusters. */
  pBelow: (bound: number) => number;
  pAbove: (bound: number) => number;
};

/** Few informative clusters say little on how items of a cluster go together: this correlation counts as so many of them. */
const PRIOR = { correlation: 0.3, clusters: 4 };
/** Differences below this part of the range are rounding. */
const ROUNDING = 1e-9;

/**
 * Mean of bounded values nested in clusters, with bounds that hold when most values are the same: differences of judge and
 * person that are mostly 0, errors that are rare, shares near 0 or 1.
 *
 * Purpose: a t interval is too short there, because a sample with few events underestimates its own variance. In the manner
 * of Wilson's interval, the variance is taken at the bound instead: a mean that is u further away needs further events of
 * size R, which add R·u to the variance. At equal values the interval is "rule of three" wide and never of zero width.
 *
 * Formula: u = (cR + √(c²R² + 4cs²)) / 2 solves u² = c(s² + Ru) with c = t²/n_eff, t on G − 1 degrees of freedom, s² the
 * weighted variance of items. n_eff = (Σw)²/Σw² ÷ design effect; design effect = 1 + (m − 1)ρ with m = Σ w²-weighted cluster
 * size (Σ_g (Σw)² / Σw²) and ρ = (I·ρ̂ + 4·.3) / (I + 4): ρ̂ from the linearised variance of the I informative clusters, drawn
 * towards .3 as if four further ones said so. Where none tells, an endless cluster counts as 1/.3 items.
 *
 * @param values in any unit, null = missing and dropped. @param cluster of each item.
 * @param options.range R > 0: the most by which a single value can move the mean. @param options.weights positive.
 * @returns undefined (`n=0`); without interval below two clusters, with `few-clusters` below 20.
 * @throws if lengths differ, a value is not finite, or range or a weight is not positive.
 * Source: Wilson 1927 and Audibert, Munos and Szepesvári 2009 (variance at the bound); Korn and Graubard 1998 (effective n).
 */
export const clusterBoundedMean = (
  values: Measurements,
  cluster: ArrayLike<Label>,
  { range, confidence = 0.95, weights }: { range: number; confidence?: number; weights?: ArrayLike<number> }
): ClusterBoundedMean => {
  if (values.length !== cluster.length || (weights && weights.length !== values.length))
    throw new Error(
      `clusterBoundedMean requires equal lengths, got ${values.length}, ${cluster.length}, ${weights?.length ?? values.length}`
    );
  if (!(range > 0 && Number.isFinite(range)))
    throw new Error(`clusterBoundedMean requires a positive range, got ${range}`);
  const kept: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] === null) continue;
    if (!Number.isFinite(values[i])) throw new Error(`clusterBoundedMean requires finite values, got ${values[i]}`);
    const weight = weights?.[i] ?? 1;
    if (!(weight > 0 && Number.isFinite(weight)))
      throw new Error(`clusterBoundedMean requires positive weights, got ${weight}`);
    kept.push(i);
  }
  const n = kept.length;
  const { of, names } = groupClusters(kept.map((i) => cluster[i]!));
  const clusters = names.length;
  const rest = { n, dropped: values.length - n, clusters, warnings: clusterWarnings(clusters) };
  const without = { designEffect: null, effectiveN: null, interval: null, pBelow: () => 1, pAbove: () => 1 };
  if (n === 0) return { ...undefinedBecause('n=0'), ...rest, ...without, informative: 0 };

  const [x, w] = [new Float64Array(n), new Float64Array(n)];
  let [total, squares, weighted] = [0, 0, 0];
  let same = true;
  for (const [at, i] of kept.entries()) {
    const [value, weight] = [values[i]!, weights?.[i] ?? 1];
    x[at] = value;
    w[at] = weight;
    total += weight;
    squares += weight * weight;
    weighted += weight * value;
    same &&= value === x[0];
  }
  const mean = same ? x[0]! : weighted / total;
  // Values that differ by rounding alone, such as .4 − .3 and .3 − .2, are the same.
  const alike = x.map((value) => Math.round(value / (ROUNDING * range)));
  const usual = mostFrequent(alike);
  const unusual = new Uint8Array(clusters);
  for (let i = 0; i < n; i++) if (alike[i] !== usual) unusual[of[i]!] = 1;
  const informative = unusual.reduce((sum, one) => sum + one, 0);
  if (clusters < 2) return { ...defined(mean), ...rest, ...without, informative, intervalReason: 'too-few-clusters' };

  const [residual, weightOf] = [new Float64Array(clusters), new Float64Array(clusters)];
  let [variance, own] = [0, 0];
  for (let i = 0; i < n; i++) {
    const away = w[i]! * (x[i]! - mean);
    residual[of[i]!]! += away;
    weightOf[of[i]!]! += w[i]!;
    variance += (away * (x[i]! - mean)) / total;
    own += away ** 2;
  }
  const size = weightOf.reduce((sum, one) => sum + one * one, 0) / squares;
  const together = (clusters / (clusters - 1)) * residual.reduce((sum, one) => sum + one * one, 0);
  const found = size > 1 && own > 0 ? Math.min(1, Math.max(0, (together / own - 1) / (size - 1))) : 0;
  const rho = (informative * found + PRIOR.clusters * PRIOR.correlation) / (informative + PRIOR.clusters);
  const designEffect = 1 + (size - 1) * rho;
  const effectiveN = total ** 2 / squares / designEffect;
  const degrees = clusters - 1;
  const t = studentQuantile(0.5 + confidence / 2, degrees);
  const c = t ** 2 / effectiveN;
  const reach = (c * range + Math.sqrt((c * range) ** 2 + 4 * c * variance)) / 2;
  const beyond = (distance: number): number => {
    const error = Math.sqrt((variance + range * Math.max(0, distance)) / effectiveN);
    // Without a variance a bound at the mean itself has no error: it is the limit from either side of .5.
    return distance === 0 ? 0.5 : studentCdf(-distance / error, degrees);
  };
  return {
    ...defined(mean),
    ...rest,
    informative,
    designEffect,
    effectiveN,
    interval: [mean - reach, mean + reach],
    pBelow: (bound) => beyond(bound - mean),
    pAbove: (bound) => beyond(mean - bound)
  };
};

/**
 * The least distance of an end from the mean that `clusterBoundedMean` can give, whatever the values: what a planned study can
 * reach at best.
 *
 * Formula: u = cR at s² → 0, with ρ = 4·.3 / (G + 4), as if values of all G clusters told that they do not go together.
 *
 * @param sizes items of each cluster, 1 or more.
 * @returns null below two clusters, which have no interval.
 */
export const leastReach = (
  sizes: readonly number[],
  { range, confidence = 0.95 }: { range: number; confidence?: number }
): number | null => {
  const clusters = sizes.length;
  if (clusters < 2) return null;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const size = sizes.reduce((sum, one) => sum + one * one, 0) / n;
  const rho = (PRIOR.clusters * PRIOR.correlation) / (clusters + PRIOR.clusters);
  const t = studentQuantile(0.5 + confidence / 2, clusters - 1);
  return (range * t ** 2 * (1 + (size - 1) * rho)) / n;
};

function mostFrequent(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [best, most] = [values[0]!, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}
