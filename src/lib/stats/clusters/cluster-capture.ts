import { chapman, type Captures, type CaptureRecapture } from './chapman.ts';
import { groupClusters } from './clusters.ts';
import type { Label } from '../numbers/estimate.ts';

/** A thing that is there, and which of two searches found it. */
export interface Capture {
  first: boolean;
  second: boolean;
  /** Inverse of the chance with which it was sampled; default 1. */
  weight?: number;
}

/**
 * Chapman's estimator with an interval that knows that things come in clusters (issues in queries).
 *
 * Formula: see `chapman`, on weighted counts scaled so that the weights have mean 1. Its variance is the larger of Seber's and the
 * delete-one-cluster jackknife's, (G − 1)/G · Σ (N₍g₎ − N̄)² with N₍g₎ the estimate without cluster g, brought to the size of the
 * whole by G/(G − 1).
 *
 * @param cluster the cluster of each thing; same length
 * @returns as `chapman`; `clusters` is their number. Without an interval below two clusters.
 * @throws if the lengths differ or a weight is not positive
 * Source: Chapman 1951; Seber 1970; Chao 1987; jackknife: Efron and Tibshirani 1993, chapter 11.
 */
export const clusterCapture = (
  things: readonly Capture[],
  cluster: ArrayLike<Label>,
  { confidence = 0.95 }: { confidence?: number } = {}
): CaptureRecapture & { n: number; clusters: number } => {
  if (things.length !== cluster.length)
    throw new Error(`clusterCapture requires equal lengths, got ${things.length} and ${cluster.length}`);
  const raw = things.map(({ weight = 1 }) => weight);
  for (const weight of raw)
    if (!(weight > 0 && Number.isFinite(weight)))
      throw new Error(`clusterCapture requires positive weights, got ${weight}`);
  const mean = raw.reduce((sum, weight) => sum + weight, 0) / things.length;
  const { of, names } = groupClusters(Array.from(cluster));
  const own = names.map((): Captures => ({ first: 0, second: 0, both: 0 }));
  for (const [i, { first, second }] of things.entries()) {
    const counts = own[of[i]!]!;
    const weight = raw[i]! / mean;
    if (first) counts.first += weight;
    if (second) counts.second += weight;
    if (first && second) counts.both += weight;
  }
  const over = (kept: readonly Captures[]): Captures => {
    const sum = (name: keyof Captures): number => kept.reduce((all, counts) => all + counts[name], 0);
    const both = sum('both');
    return { first: Math.max(both, sum('first')), second: Math.max(both, sum('second')), both };
  };
  const clusters = names.length;
  const all = over(own);
  const without = own.flatMap((_, g) => {
    const { value } = chapman(over(own.filter((_counts, at) => at !== g)));
    return value === null ? [] : [(value * clusters) / (clusters - 1)];
  });
  const centre = without.reduce((sum, value) => sum + value, 0) / without.length;
  const jackknife =
    without.length < 2
      ? 0
      : ((without.length - 1) / without.length) * without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const found = chapman(all, { confidence, variance: jackknife });
  const rest = { n: things.length, clusters };
  return clusters < 2 ? { ...found, interval: null, ...rest } : { ...found, ...rest };
};
