import {
  groupClusters,
  jackknifeBlocks,
  jackknifeInterval,
  undefinedBecause,
  weightingError,
  type Estimate,
  type Interval
} from '../../stats/index.ts';
import type { Confidence, Figure } from './figure.ts';
import type { Units } from './units.ts';

/** Entries seen at units, and the clusters that they come from. */
interface Clustered {
  clusters: number;
  /** Number of the cluster of each entry. */
  of: Uint32Array;
  /** Ids of the items. */
  items: string[];
}

/** Entries grouped by query or, if they all come from one query, taken as independent. */
export function clusteredBy(units: Units, seen: readonly { unit: number }[], independent = false): Clustered {
  const grouped = groupClusters(seen.map(({ unit }, i) => (independent ? i : units.cluster[unit]!)));
  return {
    clusters: grouped.names.length,
    of: grouped.of,
    items: [...new Set(seen.map(({ unit }) => units.ids[unit]!))]
  };
}

/** A statistic of entries that depends on nothing but sums over them. */
export interface Sums {
  size: number;
  /** Adds the contribution of the entry to `sums`, from `at` on. */
  add(entry: number, sums: Float64Array, at: number): void;
  /** Weights of entries in what is added, if they may be unequal. */
  weights?: ArrayLike<number>;
}

/** A statistic of data, and the values that it can have: an interval stays between them. */
export interface Ranged<Data> {
  of(data: Data): Estimate;
  /** Null for a mean of numbers of any size. */
  range: Interval | null;
}

/** A coefficient of agreement or correlation. */
export const coefficient = <Data>(of: (data: Data) => Estimate): Ranged<Data> => ({ of, range: [-1, 1] });

/**
 * Figures that share their sums, each with its jackknife interval by cluster.
 *
 * @param n number of observations to report, if it is not that of entries.
 * @param further sums of one more item on which all raters agree, for each label; see `jackknifeInterval`.
 */
export function figuresOfSums<Key extends string>(
  from: Clustered,
  { size, add, weights }: Sums,
  statistics: Record<Key, Ranged<Float64Array>>,
  { confidence }: Confidence,
  n = from.of.length,
  further: readonly ArrayLike<number>[] = []
): Record<Key, Figure> {
  const own = new Float64Array(from.clusters * size);
  for (let i = 0; i < from.of.length; i++) add(i, own, from.of[i]! * size);
  const total = new Float64Array(size);
  for (let at = 0; at < own.length; at++) total[at % size]! += own[at]!;
  const changed = (by: ArrayLike<number>, sign: 1 | -1): Float64Array => total.map((sum, c) => sum + sign * by[c]!);
  const without = Array.from({ length: from.clusters }, (_, g) => changed(own.subarray(g * size, (g + 1) * size), -1));
  const more = further.map((sums) => changed(sums, 1));
  return figuresOf(from, statistics, n, (statistic) => {
    const value = statistic.of(total.slice());
    const left = (): (number | null)[] => without.map((sums) => statistic.of(sums).value);
    const least = weights && weightingError({ size, add, value: (sums) => statistic.of(sums).value }, weights);
    return {
      ...{ value, left, further: more.map((sums) => statistic.of(sums).value) },
      ...{ range: statistic.range, least: least ?? 0, confidence }
    };
  });
}

/**
 * Figures of statistics that need to know how often each kind of entry occurs (each pair of scores, say), with their jackknife
 * intervals by cluster; if there are many kinds and clusters, clusters are left out in blocks.
 *
 * @param kind of each entry, below `kinds`.
 */
export function figuresOfKinds<Key extends string>(
  from: Clustered,
  kind: ArrayLike<number>,
  kinds: number,
  statistics: Record<Key, Ranged<Float64Array>>,
  { confidence }: Confidence,
  n: number
): Record<Key, Figure> {
  const total = new Float64Array(kinds);
  const blocks = jackknifeBlocks(from.clusters, kinds);
  const members: number[][] = Array.from({ length: blocks }, () => []);
  for (let i = 0; i < from.of.length; i++) {
    total[kind[i]!]!++;
    members[from.of[i]! % blocks]!.push(kind[i]!);
  }
  const times = total.slice();
  return figuresOf(from, statistics, n, (statistic) => {
    const left = (): (number | null)[] =>
      members.map((own) => {
        for (const k of own) times[k]!--;
        const { value } = statistic.of(times);
        for (const k of own) times[k]!++;
        return value;
      });
    return { value: statistic.of(total), left, further: [], range: statistic.range, least: 0, confidence };
  });
}

interface Jackknifed {
  value: Estimate;
  left: () => (number | null)[];
  further: (number | null)[];
  range: Interval | null;
  least: number;
  confidence: number | undefined;
}

function figuresOf<Key extends string, Data>(
  { clusters, items }: Clustered,
  statistics: Record<Key, Ranged<Data>>,
  n: number,
  jackknifed: (statistic: Ranged<Data>) => Jackknifed
): Record<Key, Figure> {
  const figureOf = (statistic: Ranged<Data>): Figure => {
    const rest = { interval: 'jackknife', n, clusters, items } as const;
    const none = { low: null, high: null };
    if (clusters === 0) return { ...undefinedBecause('no-pairs'), ...none, intervalReason: 'no-pairs', ...rest };
    const { value, left, confidence = 0.95, ...options } = jackknifed(statistic);
    if (value.value === null)
      return { ...undefinedBecause(value.reason), ...none, intervalReason: value.reason, ...rest };
    const { interval, intervalReason } = jackknifeInterval(value.value, left(), { ...options, confidence });
    return {
      value: value.value,
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      intervalReason: intervalReason ?? null,
      ...rest
    };
  };
  const keys = Object.keys(statistics) as Key[];
  return Object.fromEntries(keys.map((key) => [key, figureOf(statistics[key])])) as Record<Key, Figure>;
}
