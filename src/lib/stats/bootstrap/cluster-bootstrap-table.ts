import { resample, type BootstrapOptions } from './bootstrap.ts';
import type { CellStatistic } from './cell-statistics.ts';
import type { ClusterBootstrap } from './cluster-bootstrap.ts';
import { clusterWarnings, groupClusters } from '../clusters/clusters.ts';
import type { Label, Ratings, UndefinedReason } from '../numbers/estimate.ts';
import { resampledSums } from './resampled-sums.ts';
import { scaleCodes } from '../numbers/scale.ts';

/**
 * Cluster bootstrap of a statistic of the confusion table of two raters, for many clusters.
 *
 * Distributed as `clusterBootstrap`, not the same numbers for the same seed: see
 * `resampledSums`. Ten thousand resamples of a hundred
 * thousand clusters take seconds. Items lacking a rating are dropped, and clusters left
 * without items with them: they are not drawn.
 *
 * @param a, b labels of the two raters, null = missing. @param cluster the cluster of each item.
 * @param statistic of the k × k cells, row by row; null if undefined.
 * @returns as `clusterBootstrap`.
 * @throws if lengths differ or a label is not on the scale.
 */
export const clusterBootstrapTable = (
  a: Ratings,
  b: Ratings,
  cluster: ArrayLike<Label>,
  categories: readonly Label[],
  statistic: CellStatistic,
  options: BootstrapOptions,
  reasonIfUndefined: UndefinedReason = 'single-category'
): ClusterBootstrap => {
  if (a.length !== b.length || a.length !== cluster.length)
    throw new Error(`clusterBootstrapTable requires equal lengths, got ${a.length}, ${b.length} and ${cluster.length}`);
  const [x, y] = [scaleCodes(a, categories), scaleCodes(b, categories)];
  const complete: number[] = [];
  const named: Label[] = [];
  for (let i = 0; i < x.length; i++) {
    if (x[i]! < 0 || y[i]! < 0) continue;
    complete.push(i);
    named.push(cluster[i]!);
  }
  const n = complete.length;
  const { of, names } = groupClusters(named);
  const k = categories.length;
  const size = k * k;
  const tables = new Uint32Array(names.length * size);
  for (const [at, i] of complete.entries()) tables[of[at]! * size + x[i]! * k + y[i]!]!++;
  const rest = { n, clusters: names.length, warnings: clusterWarnings(names.length) };
  const all = new Float64Array(size);
  for (let i = 0; i < tables.length; i++) all[i % size]! += tables[i]!;
  const estimate = n === 0 ? null : statistic(all);
  const reason = n === 0 ? 'no-pairs' : reasonIfUndefined;
  if (names.length === 1) return { ...resample(estimate, reason, () => null, options, 'too-few-clusters'), ...rest };
  const sums = resampledSums(tables, size, options.random);
  return { ...resample(estimate, reason, () => statistic(sums()), options), ...rest };
};
