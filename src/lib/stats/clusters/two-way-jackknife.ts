import { studentQuantile } from '../distributions/student-t.ts';
import { undefinedBecause, type Interval, type Label, type UndefinedReason } from '../numbers/estimate.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

/** Sums of one cluster, with every rater and without each of its raters. */
export interface ClusterSums {
  all: readonly number[];
  /** By rater: the same sums had that rater not taken part in this cluster. A rater without labels here is absent. */
  without: ReadonlyMap<Label, readonly number[]>;
}

export interface TwoWayVariance {
  value: number;
  /** Variance between clusters, between raters, and of what one rater does in one cluster. */
  clusterVariance: number;
  raterVariance: number;
  cellVariance: number;
  /** max(cluster, cluster + rater − cell): clusters and raters both drawn from larger populations. */
  variance: number;
  clusters: number;
  raters: number;
  /** min(clusters, raters) − 1. */
  degrees: number;
  reason?: undefined;
}

type TwoWayUndefined = { value: null; reason: UndefinedReason };

/**
 * Variance of a statistic when both clusters (queries) and raters are samples: another study would ask other queries and
 * other people. Clustering by query alone speaks of "these people, queries like these".
 *
 * Formula: delete-one jackknives over clusters, over raters and over their cells (one rater in one cluster),
 * V = (m − 1)/m · Σ (θ₋ⱼ − mean)², combined as V_cluster + V_rater − V_cell, never below V_cluster. For a mean of single
 * labels it is the two-way cluster-robust variance. Deleting a rater is used rather than the sandwich, which counts pairs of
 * people and majorities too narrowly (simulated coverage .83 with 5–8 raters who label everything; this one .92 or more).
 *
 * @param sums one entry per cluster; all with the same number of sums.
 * @param valueOf the statistic of summed sums; null if it is undefined.
 * @returns undefined as `too-few-clusters` or `too-few-raters` below two, or `undefined-replicates` if the statistic
 *   is undefined without some cluster or rater.
 * Source: Cameron, Gelbach and Miller 2011 (V₁ + V₂ − V₁₂, min(G₁, G₂) − 1 degrees of freedom); Efron and Stein 1981.
 */
export const twoWayJackknife = (
  sums: readonly ClusterSums[],
  valueOf: (sums: readonly number[]) => number | null
): TwoWayVariance | TwoWayUndefined => {
  const raters = [...new Set(sums.flatMap(({ without }) => [...without.keys()]))];
  const whole = totalOf(sums.map(({ all }) => all));
  if (whole === null || valueOf(whole) === null) return undefinedBecause('n=0');
  if (sums.length < 2) return undefinedBecause('too-few-clusters');
  if (raters.length < 2) return undefinedBecause('too-few-raters');
  const changed = (from: readonly number[], to: readonly number[] | null): number | null =>
    valueOf(whole.map((sum, i) => sum - from[i]! + (to?.[i] ?? 0)));
  const byCluster = sums.map(({ all }) => changed(all, null));
  const byRater = raters.map((rater) => valueOf(totalOf(sums.map(({ all, without }) => without.get(rater) ?? all))!));
  const byCell = sums.flatMap(({ all, without }) => [...without.values()].map((rest) => changed(all, rest)));
  const [cluster, rater, cell] = [byCluster, byRater, byCell].map(jackknifeVariance);
  if (cluster === null || rater === null || cell === null) return undefinedBecause('undefined-replicates');
  return {
    value: valueOf(whole)!,
    clusterVariance: cluster!,
    raterVariance: rater!,
    cellVariance: cell!,
    variance: Math.max(cluster!, cluster! + rater! - cell!),
    clusters: sums.length,
    raters: raters.length,
    degrees: Math.min(sums.length, raters.length) - 1
  };
};

function totalOf(all: readonly (readonly number[])[]): number[] | null {
  const [first] = all;
  if (!first) return null;
  const total = first.map(() => 0);
  for (const sums of all) for (let i = 0; i < total.length; i++) total[i]! += sums[i]!;
  return total;
}

function jackknifeVariance(values: readonly (number | null)[]): number | null {
  if (values.some((value) => value === null)) return null;
  const m = values.length;
  const mean = (values as readonly number[]).reduce((sum, value) => sum + value, 0) / m;
  return ((m - 1) / m) * (values as readonly number[]).reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/**
 * Interval of a share for clusters like these and raters like these: Wilson's on p(1 − p)/V effective observations, at most
 * `n`, with the t quantile on min(clusters, raters) − 1 degrees of freedom.
 *
 * @param found of `twoWayJackknife` on a share. @param n observations.
 * @param options.least a quantile to use if it is larger, such as one that allows for having selected.
 */
export const twoWayShareInterval = (
  { value, variance, degrees }: TwoWayVariance,
  n: number,
  { confidence = 0.95, least = 0 }: { confidence?: number; least?: number } = {}
): Interval => {
  const share = Math.min(1, Math.max(0, value));
  const effective = variance > 0 && share > 0 && share < 1 ? Math.min(n, (share * (1 - share)) / variance) : n;
  return wilsonInterval(share, effective, Math.max(least, studentQuantile(0.5 + confidence / 2, degrees)));
};

/** A variance of a coefficient below this is rounding. */
const ROUNDING = 1e-20;

/** The same for a coefficient up to 1 such as κ: value ± t · se on Fisher's scale; null if it is at an end of it or does not vary. */
export const twoWayCoefficientInterval = (
  { value, variance, degrees }: TwoWayVariance,
  { confidence = 0.95, least = 0 }: { confidence?: number; least?: number } = {}
): Interval | null => {
  if (Math.abs(value) >= 1 || variance <= ROUNDING) return null;
  const quantile = Math.max(least, studentQuantile(0.5 + confidence / 2, degrees));
  const reach = (quantile * Math.sqrt(variance)) / (1 - value * value);
  return [Math.tanh(Math.atanh(value) - reach), Math.tanh(Math.atanh(value) + reach)];
};
