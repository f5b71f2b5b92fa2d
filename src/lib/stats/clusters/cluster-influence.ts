import { measurement } from '../numbers/complete-pairs.ts';
import { studentQuantile, studentTwoSided } from '../distributions/student-t.ts';
import type { Interval, Label } from '../numbers/estimate.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

/**
 * An estimate together with what each cluster's sampling error contributes to it (its linearised influence, summed over the
 * cluster). Two such estimates from the same clusters have a difference whose error accounts for what the clusters share.
 */
export interface ClusterInfluence {
  value: number;
  /** By cluster; they sum to 0. A cluster that is absent contributes nothing. */
  influence: ReadonlyMap<Label, number>;
  /** Clusters that bear the estimate: those in which people labelled. */
  clusters: number;
  /** Degrees of freedom of the standard error: clusters less what was fitted to them. */
  degrees: number;
  /** Least standard error, that of unequal weights; see `weightingError`. Default 0. */
  least?: number;
}

export interface InfluenceInterval {
  se: number | null;
  interval: Interval | null;
  /** Why there is no interval: too few clusters, or none that differs. */
  intervalReason?: 'too-few-clusters' | 'zero-variance';
}

/** Sums below this, relative to the estimate, are rounding. */
const ROUNDING = 1e-12;

/** Linearised standard error: √(G/d · Σ u_g²) with G clusters and d degrees of freedom, at least `least`; null below one degree. */
export const influenceError = ({ value, influence, clusters, degrees, least = 0 }: ClusterInfluence): number | null => {
  if (degrees < 1) return null;
  let squares = 0;
  for (const u of influence.values()) squares += u * u;
  const se = Math.max(least, Math.sqrt((clusters / degrees) * squares));
  return se <= ROUNDING * Math.max(1, Math.abs(value)) ? 0 : se;
};

/**
 * Standard error and interval of an estimate by its clusters' influence: value ± t(d) · se.
 *
 * @returns without both (`too-few-clusters`) if no degree of freedom is left; without interval (`zero-variance`) if no
 *   cluster contributes anything.
 * Source: Binder 1983 (linearisation); Bell and McCaffrey 2002 on few clusters.
 */
export const influenceInterval = (estimate: ClusterInfluence, confidence = 0.95): InfluenceInterval => {
  const se = influenceError(estimate);
  if (se === null) return { se, interval: null, intervalReason: 'too-few-clusters' };
  if (se === 0) return { se, interval: null, intervalReason: 'zero-variance' };
  const reach = studentQuantile(0.5 + confidence / 2, estimate.degrees) * se;
  return { se, interval: [estimate.value - reach, estimate.value + reach] };
};

/** Units of which a mean of values between 0 and 1 is taken, and those of them that people labelled. */
interface CountedUnits {
  most: number;
  observed: number;
}

/**
 * How many independent units would tell as much: value · (1 − value) ÷ se², no more than there are; if no error can be
 * estimated (value 0 or 1, or no cluster differs), the units that were labelled. Null below one degree of freedom.
 */
export const effectiveUnits = (estimate: ClusterInfluence, { most, observed }: CountedUnits): number | null => {
  const se = influenceError(estimate);
  if (se === null) return null;
  const share = Math.min(1, Math.max(0, estimate.value));
  return se > 0 && share > 0 && share < 1 ? Math.min(most, (share * (1 - share)) / se ** 2) : observed;
};

/**
 * The same for an estimate of a mean of values between 0 and 1: Wilson's interval on the effective number of units, with the
 * t quantile. It stays inside, and has a width if every label says the same.
 *
 * @param units.least effective units that there are at least; for an estimate that a correction has moved towards an end,
 *   where its own error no longer goes with the share.
 */
export const influenceShareInterval = (
  estimate: ClusterInfluence,
  units: CountedUnits & { least?: number },
  confidence = 0.95
): InfluenceInterval => {
  const effective = effectiveUnits(estimate, units);
  if (effective === null) return { se: null, interval: null, intervalReason: 'too-few-clusters' };
  const share = Math.min(1, Math.max(0, estimate.value));
  const t = studentQuantile(0.5 + confidence / 2, estimate.degrees);
  const interval = wilsonInterval(share, Math.max(effective, units.least ?? 0), t);
  return { se: influenceError(estimate), interval };
};

/** Difference of two estimates from the same clusters. `p` is two-sided. */
type InfluenceDifference = InfluenceInterval & {
  value: number;
  /** Null if the error cannot be estimated though the values differ. */
  p: number | null;
  clusters: number;
};

/**
 * a − b of two estimates from the same clusters, with a t test of no difference.
 *
 * Formula: the influence of the difference is the difference of the influences. Clusters and degrees of freedom are those of
 * the estimate that has fewer, so that the test trusts the poorer of the two no more than it deserves.
 *
 * @returns p = 1 if neither the values nor any cluster differ.
 */
export const influenceDifference = (a: ClusterInfluence, b: ClusterInfluence): InfluenceDifference => {
  const influence = sumOfInfluence([
    { factor: 1, of: a },
    { factor: -1, of: b }
  ]);
  const { clusters, degrees } = a.degrees <= b.degrees ? a : b;
  const value = a.value - b.value;
  const least = Math.hypot(a.least ?? 0, b.least ?? 0);
  const found = influenceInterval({ value, influence, clusters, degrees, least });
  return { value, clusters, p: pOf(value, found.se, degrees), ...found };
};

const pOf = (value: number, se: number | null, degrees: number): number | null => {
  if (se === null) return null;
  if (se > 0) return studentTwoSided(value / se, degrees);
  return Math.abs(value) <= ROUNDING ? 1 : null;
};

/**
 * Weighted mean of items that nest in clusters, with each cluster's influence w (x − mean) ÷ Σ w summed over its items, and
 * G − 1 degrees of freedom.
 *
 * @returns null without items.
 * @throws if lengths differ, a value is not a finite number or a weight is not positive.
 */
export const clusterMean = (
  values: ArrayLike<number>,
  cluster: ArrayLike<Label>,
  weights?: ArrayLike<number>
): ClusterInfluence | null => {
  const n = values.length;
  for (const { length } of [cluster, weights ?? values])
    if (length !== n) throw new Error(`clusterMean requires equal lengths, got ${n} and ${length}`);
  let [sum, total] = [0, 0];
  for (let i = 0; i < n; i++) {
    const weight = measurement('clusterMean', weights?.[i] ?? 1);
    if (!(weight > 0)) throw new Error(`clusterMean requires positive weights, got ${weight}`);
    sum += weight * measurement('clusterMean', values[i]!);
    total += weight;
  }
  if (n === 0) return null;
  const same = Array.from(values).every((value) => value === values[0]);
  const value = same ? values[0]! : sum / total;
  const influence = new Map<Label, number>();
  for (let i = 0; i < n; i++) {
    const share = (weights?.[i] ?? 1) / total;
    influence.set(cluster[i]!, (influence.get(cluster[i]!) ?? 0) + share * (values[i]! - value));
  }
  return { value, influence, clusters: influence.size, degrees: influence.size - 1 };
};

/** Σ factor · influence, cluster by cluster. */
export const sumOfInfluence = (
  terms: readonly { factor: number; of: Pick<ClusterInfluence, 'influence'> }[]
): Map<Label, number> => {
  const influence = new Map<Label, number>();
  for (const { factor, of } of terms)
    for (const [cluster, u] of of.influence) influence.set(cluster, (influence.get(cluster) ?? 0) + factor * u);
  return influence;
};
