import type { Clusters } from './clusters.ts';

/** A statistic of items in clusters that depends on nothing but sums over them, each cluster being summed up once. */
export interface ClusterStatistic {
  /** Of drawn clusters, with repetition; null if undefined. */
  over: (drawn: Uint32Array) => number | null;
  /** Of all clusters but one. */
  without: (cluster: number) => number | null;
}

/**
 * @param sums.size how many sums there are; @param sums.add adds what an item contributes to `sums`, from `at` on.
 * @param value the statistic from the sums; null if undefined.
 */
export const clusterStatistic = (
  { size, add }: { size: number; add: (item: number, sums: Float64Array, at: number) => void },
  { names, of }: Clusters,
  value: (sums: Float64Array) => number | null
): ClusterStatistic => {
  const own = new Float64Array(names.length * size);
  for (let i = 0; i < of.length; i++) add(i, own, of[i]! * size);
  const total = new Float64Array(size);
  for (let at = 0; at < own.length; at++) total[at % size]! += own[at]!;
  const sums = new Float64Array(size);
  return {
    over: (drawn) => {
      sums.fill(0);
      for (let d = 0; d < drawn.length; d++)
        for (let c = 0, at = drawn[d]! * size; c < size; c++, at++) sums[c]! += own[at]!;
      return value(sums);
    },
    without: (cluster) => {
      for (let c = 0; c < size; c++) sums[c] = total[c]! - own[cluster * size + c]!;
      return value(sums);
    }
  };
};

/**
 * Influence of each cluster on a statistic, by leaving it out: u_g = (G − 1)/G · (mean of θ₍₋ₕ₎ − θ₍₋g₎).
 *
 * The standard error is √(G/(G − 1) · Σ u_g²), the jackknife's; influences of two statistics on the same clusters give that
 * of their difference.
 *
 * @returns null if the statistic is undefined without one of the clusters, or there are fewer than two.
 * Source: Efron 1982, chapter 3.
 */
export const jackknifeInfluence = (
  statistic: Pick<ClusterStatistic, 'without'>,
  clusters: number
): Float64Array | null => {
  if (clusters < 2) return null;
  const left = new Float64Array(clusters);
  let sum = 0;
  for (let g = 0; g < clusters; g++) {
    const value = statistic.without(g);
    if (value === null) return null;
    left[g] = value;
    sum += value;
  }
  const mean = sum / clusters;
  const same = left.every((value) => Math.abs(value - left[0]!) <= 1e-12);
  return left.map((value) => (same ? 0 : ((clusters - 1) / clusters) * (mean - value)));
};
