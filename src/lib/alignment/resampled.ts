import {
  groupClusters,
  resample,
  seededRandom,
  undefinedBecause,
  type Estimate,
  type Random,
  type UndefinedReason
} from '../stats/index.ts';
import type { Figure, Resampling } from './figure.ts';
import type { Units } from './units.ts';

/** What is seen at units, one entry each, and the clusters that are drawn again. */
export interface Drawn {
  clusters: number;
  /** Number of the cluster of each entry. */
  of: Uint32Array;
  /** How often each cluster is drawn in the i-th resample: the same for equal numbers of clusters and seeds. */
  draw(i: number): Uint16Array;
  items: string[];
}

/** Entries seen at units, grouped by query, or, where they come from one query, taken as they are. */
export function drawn(units: Units, seen: readonly { unit: number }[], seed: number, independent = false): Drawn {
  const grouped = groupClusters(seen.map(({ unit }, i) => (independent ? i : units.cluster[unit]!)));
  const clusters = grouped.names.length;
  return {
    clusters,
    of: grouped.of,
    draw: drawsOf(clusters, seed),
    items: [...new Set(seen.map(({ unit }) => units.ids[unit]!))]
  };
}

/** So many numbers are kept, because the next figure mostly wants the same resamples. */
const KEPT = 6_000_000;
let kept: { key: string; draw: Drawn['draw'] } | null = null;

function drawsOf(clusters: number, seed: number): Drawn['draw'] {
  const key = `${clusters} ${seed}`;
  if (kept?.key === key) return kept.draw;
  const random = seededRandom(seed);
  const capacity = Math.floor(KEPT / Math.max(1, clusters));
  const all: Uint16Array[] = [];
  const chosen = new Uint32Array(clusters);
  const draw = (from: Random): Uint16Array => {
    from.fillBelow(chosen, clusters);
    const times = new Uint16Array(clusters);
    for (let d = 0; d < clusters; d++) times[chosen[d]!]!++;
    return times;
  };
  const at = (i: number): Uint16Array => {
    // What is too much to keep has a generator of its own, so that it does not depend on what was asked before.
    if (i >= capacity) return draw(seededRandom((seed + (i + 1) * SPREAD) % Number.MAX_SAFE_INTEGER));
    while (all.length <= i) all.push(draw(random));
    return all[i]!;
  };
  kept = { key, draw: at };
  return at;
}

const SPREAD = 2_654_435_761;

/** A statistic of entries that depends on nothing but sums over them. */
export interface Sums {
  size: number;
  /** Adds what the entry contributes to `sums`, from `at` on. */
  add(entry: number, sums: Float64Array, at: number): void;
}

/**
 * Figures that share their sums: each with the percentile interval over resampled queries. A resample on which one of them
 * is undefined is left out for that one, and another is drawn.
 *
 * @param n what to call the number of observations, where it is not that of entries.
 */
export function figuresOfSums<Key extends string>(
  from: Drawn,
  sums: Sums,
  statistics: Record<Key, (sums: Float64Array) => Estimate>,
  resampling: Resampling,
  n = from.of.length
): Record<Key, Figure> {
  const { size } = sums;
  const own = new Float64Array(from.clusters * size);
  for (let i = 0; i < from.of.length; i++) sums.add(i, own, from.of[i]! * size);
  const total = new Float64Array(size);
  for (let at = 0; at < own.length; at++) total[at % size]! += own[at]!;
  const several: Float64Array[] = [];
  const sumsAt = (i: number): Float64Array => {
    for (let next = several.length; next <= i; next++) {
      const sum = new Float64Array(size);
      const drawn = from.draw(next);
      for (let g = 0, at = 0; g < drawn.length; g++) {
        const m = drawn[g]!;
        if (m === 0) at += size;
        else for (let c = 0; c < size; c++, at++) sum[c]! += m * own[at]!;
      }
      several.push(sum);
    }
    return several[i]!;
  };
  return figuresOf(from, total, sumsAt, statistics, resampling, n);
}

/**
 * The same for statistics that need every entry: they are given how often each is drawn.
 */
export function figuresOfTimes<Key extends string>(
  from: Drawn,
  statistics: Record<Key, (times: Float64Array) => Estimate>,
  resampling: Resampling,
  n = from.of.length
): Record<Key, Figure> {
  const entries = from.of.length;
  const once = new Float64Array(entries).fill(1);
  let at = -1;
  const times = new Float64Array(entries);
  const timesAt = (i: number): Float64Array => {
    if (i === at) return times;
    const perCluster = from.draw(i);
    for (let e = 0; e < entries; e++) times[e] = perCluster[from.of[e]!]!;
    at = i;
    return times;
  };
  return figuresOf(from, once, timesAt, statistics, resampling, n);
}

function figuresOf<Key extends string>(
  { clusters, items }: Drawn,
  whole: Float64Array,
  drawAt: (i: number) => Float64Array,
  statistics: Record<Key, (data: Float64Array) => Estimate>,
  { resamples, confidence = 0.95 }: Resampling,
  n: number
): Record<Key, Figure> {
  const keys = Object.keys(statistics) as Key[];
  const none: Estimate = undefinedBecause('no-pairs');
  const estimates = keys.map((key) => (clusters === 0 ? none : statistics[key](whole)));
  // All statistics of one resample are taken together, so that its data are read once.
  const first: (number | null)[][] = [];
  const valueAt = (k: number, i: number): number | null => {
    if (i >= resamples) return statistics[keys[k]!](drawAt(i)).value;
    while (first.length <= i) {
      const data = drawAt(first.length);
      first.push(keys.map((key, j) => (estimates[j]!.value === null ? null : statistics[key](data).value)));
    }
    return first[i]![k]!;
  };
  return Object.fromEntries(
    keys.map((key, k) => {
      const estimate = estimates[k]!;
      let i = 0;
      const reason: UndefinedReason = estimate.value === null ? estimate.reason : 'zero-denominator';
      const result = resample(
        estimate.value,
        reason,
        () => valueAt(k, i++),
        { random: seededRandom(0), replicates: resamples, confidence },
        clusters === 1 ? 'too-few-clusters' : undefined
      );
      const figure: Figure = {
        ...(estimate.value === null ? { value: null, reason } : { value: estimate.value }),
        low: result.interval?.[0] ?? null,
        high: result.interval?.[1] ?? null,
        intervalReason: result.interval ? null : estimate.value === null ? reason : (result.intervalReason ?? null),
        interval: 'cluster-bootstrap',
        n,
        clusters,
        redrawn: result.redrawn,
        items
      };
      return [key, figure];
    })
  ) as Record<Key, Figure>;
}
