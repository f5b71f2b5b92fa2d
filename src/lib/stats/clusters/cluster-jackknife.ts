import type { SumStatistic } from '../numbers/sum-statistic.ts';
import { clusterErrorInterval } from './cluster-error-interval.ts';
import { clusterWarnings, groupClusters, type ClusterWarning } from './clusters.ts';
import {
  defined,
  undefinedBecause,
  type Estimate,
  type Interval,
  type Label,
  type UndefinedReason
} from '../numbers/estimate.ts';

interface JackknifeOptions {
  /** Default .95. */
  confidence?: number;
  /** Least and largest possible value; the interval stays between them. Null if there are none. Default [−1, 1]. */
  range?: Interval | null;
  /** Least standard error; see `weightingError`. Default 0. */
  least?: number;
  /**
   * Values of the statistic after adding one more item on which all raters agree, once for each category. They bound the
   * standard error from below if the data hold hardly any agreement on a rare category.
   */
  further?: readonly (number | null)[];
}

interface JackknifeInterval {
  /** Jackknife standard error; null with fewer than two clusters or if a replicate is undefined. */
  se: number | null;
  interval: Interval | null;
  /** Why there is no interval. */
  intervalReason?: 'too-few-clusters' | 'rests-on-one-cluster' | 'no-variation';
}

/** Standard errors below this, relative to the range of the statistic, are rounding. */
const ROUNDING = 1e-10;
/** Weight of the squared steps of `further`; with 1 the minimum coverage at a prevalence of .9 is .02 lower. */
const FURTHER = 2;

/**
 * Interval of a coefficient (κ, AC, α, ρ, τ_b, ICC and others) from its values without each cluster in turn.
 *
 * Purpose: a percentile bootstrap of such coefficients covers .77 – .84 at 40 items and has no width if few items differ.
 * This one covers .95 on average over worlds with 40 to 200 items (`docs/bench-intervals.md`), needs no random numbers, and
 * costs one evaluation for each cluster.
 *
 * Formula: se² = (G − 1)/G · Σ (θ₍g₎ − mean)², at least 2 Σ (θ₊c − θ)² over `further`, and `least`². The ends are those of
 * `clusterErrorInterval`.
 *
 * @param without the statistic without each cluster; null if that leaves it undefined. @param times how many clusters
 *   each stands for, if equal clusters are listed once; default 1.
 * @returns without interval as `too-few-clusters` below two clusters, `rests-on-one-cluster` if the statistic is undefined
 *   without one of them, `no-variation` if leaving out any cluster changes nothing, so that the interval had no width.
 * Source: Quenouille 1956; Tukey 1958.
 */
export const jackknifeInterval = (
  value: number,
  without: ArrayLike<number | null>,
  { confidence = 0.95, range = [-1, 1], least = 0, further = [] }: JackknifeOptions = {},
  times?: ArrayLike<number>
): JackknifeInterval => {
  let [clusters, sum] = [0, 0];
  for (let i = 0; i < without.length; i++) {
    const m = times?.[i] ?? 1;
    clusters += m;
    sum += m * (without[i] ?? 0);
  }
  if (clusters < 2) return { se: null, interval: null, intervalReason: 'too-few-clusters' };
  const mean = sum / clusters;
  let squares = 0;
  for (let i = 0; i < without.length; i++) {
    const left = without[i]!;
    if (left === null) return { se: null, interval: null, intervalReason: 'rests-on-one-cluster' };
    squares += (times?.[i] ?? 1) * (left - mean) ** 2;
  }
  const scale = range ? range[1] - range[0] : Math.max(1, Math.abs(value));
  const jackknife = Math.sqrt(((clusters - 1) / clusters) * squares);
  if (jackknife <= ROUNDING * scale) return { se: 0, interval: null, intervalReason: 'no-variation' };
  const steps = further.reduce<number>((all, next) => all + (next === null ? 0 : (next - value) ** 2), 0);
  const se = Math.max(jackknife, least, Math.sqrt(FURTHER * steps));
  return { se, interval: clusterErrorInterval(value, { se, clusters }, { confidence, range }) };
};

export type Jackknife = Estimate &
  JackknifeInterval & {
    /** Items, and the clusters among them that add anything. */
    n: number;
    clusters: number;
    warnings: ClusterWarning[];
  };

/**
 * A statistic of sums over items (a table of counts, coincidences, moments) with its jackknife interval by cluster.
 *
 * Each cluster is summed up once, and clusters with equal sums are evaluated once. A cluster that adds nothing, because none
 * of its items has a complete pair, is no cluster of this statistic.
 *
 * @param cluster the cluster of each item; null takes items as independent.
 * @param further sums that one more item would add, on which all raters agree: one entry for each category.
 * @throws if the number of clusters named differs from the number of items.
 */
export const jackknifeSums = (
  items: number,
  cluster: ArrayLike<Label> | null,
  statistic: SumStatistic,
  { further = [], ...options }: Omit<JackknifeOptions, 'further'> & { further?: readonly ArrayLike<number>[] } = {},
  reasonIfUndefined: UndefinedReason = 'single-category'
): Jackknife => {
  if (cluster && cluster.length !== items)
    throw new Error(`jackknifeSums requires a cluster for each of ${items} items, got ${cluster.length}`);
  const of = cluster ? groupClusters(cluster).of : null;
  const named = of ? of.reduce((most, g) => Math.max(most, g + 1), 0) : items;
  const { size } = statistic;
  const own = new Float64Array(named * size);
  for (let i = 0; i < items; i++) statistic.add(i, own, (of ? of[i]! : i) * size);
  const { total, groups, clusters } = distinctClusters(own, named, size);
  const rest = { n: items, clusters, warnings: clusterWarnings(clusters) };
  const value = clusters === 0 ? null : statistic.value(total.slice());
  if (value === null) {
    const reason = clusters === 0 ? 'n=0' : reasonIfUndefined;
    return { ...undefinedBecause(reason), se: null, interval: null, ...rest };
  }
  const changed = (by: ArrayLike<number>, sign: 1 | -1): number | null =>
    statistic.value(total.map((sum, c) => sum + sign * by[c]!));
  return {
    ...defined(value),
    ...jackknifeInterval(
      value,
      groups.map(({ sums }) => changed(sums, -1)),
      { ...options, further: further.map((sums) => changed(sums, 1)) },
      groups.map(({ times }) => times)
    ),
    ...rest
  };
};

/** Sums of all clusters, and those of each, equal ones once; clusters whose sums are all 0 are left out. */
const distinctClusters = (
  own: Float64Array,
  named: number,
  size: number
): { total: Float64Array; groups: { sums: Float64Array; times: number }[]; clusters: number } => {
  const total = new Float64Array(size);
  const groups = new Map<string, { sums: Float64Array; times: number }>();
  let clusters = 0;
  for (let g = 0; g < named; g++) {
    const sums = own.subarray(g * size, (g + 1) * size);
    if (sums.every((sum) => sum === 0)) continue;
    clusters++;
    for (let c = 0; c < size; c++) total[c]! += sums[c]!;
    const key = sums.join();
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { sums, times: 1 });
  }
  return { total, groups: [...groups.values()], clusters };
};

/** Evaluations of one item that an interval may take: beyond them clusters are left out in blocks of several. */
const MOST_EVALUATIONS = 600_000;
/** Blocks that there are at least; their standard error is known to within 5 %. */
const FEWEST_BLOCKS = 200;

/** Number of blocks in which clusters are left out, if one evaluation reads so many items. */
export const jackknifeBlocks = (clusters: number, items: number): number =>
  Math.min(clusters, Math.max(FEWEST_BLOCKS, Math.floor(MOST_EVALUATIONS / Math.max(1, items))));

/**
 * Any statistic of items nested in clusters, with its jackknife interval by cluster; see `jackknifeInterval`. Where that would
 * take too many evaluations, clusters are left out in 200 blocks or more (every 200th cluster together).
 *
 * @param cluster the cluster of each item. @param statistic of item numbers in ascending order; null if undefined.
 */
export const jackknifeItems = (
  cluster: ArrayLike<Label>,
  statistic: (items: Uint32Array) => number | null,
  options: JackknifeOptions = {},
  reasonIfUndefined: UndefinedReason = 'zero-denominator'
): Jackknife => {
  const n = cluster.length;
  const { of, names } = groupClusters(cluster);
  const clusters = names.length;
  const rest = { n, clusters, warnings: clusterWarnings(clusters) };
  const value = n === 0 ? null : statistic(Uint32Array.from({ length: n }, (_, i) => i));
  if (value === null)
    return { ...undefinedBecause(n === 0 ? 'n=0' : reasonIfUndefined), se: null, interval: null, ...rest };
  if (clusters < 2) return { ...defined(value), se: null, interval: null, intervalReason: 'too-few-clusters', ...rest };
  const blocks = jackknifeBlocks(clusters, n);
  const kept = new Uint32Array(n);
  const without = Array.from({ length: blocks }, (_, block) => {
    let length = 0;
    for (let i = 0; i < n; i++) if (of[i]! % blocks !== block) kept[length++] = i;
    return statistic(kept.subarray(0, length));
  });
  return { ...defined(value), ...jackknifeInterval(value, without, options), ...rest };
};
