import type { SumStatistic } from '../numbers/sum-statistic.ts';
import type { BootstrapOptions } from './bootstrap.ts';
import { bootstrapTable } from './bootstrap-table.ts';
import { resample } from './bootstrap.ts';
import type { ClusterBootstrap } from './cluster-bootstrap.ts';
import { clusterWarnings, groupClusters } from '../clusters/clusters.ts';
import type { Label } from '../numbers/estimate.ts';

/**
 * Cluster bootstrap of a statistic of sums (a table of counts, coincidences, moments), for any number of items.
 *
 * Each cluster is summed up once; clusters with equal sums are merged, and how often each is drawn is one draw from the
 * multinomial distribution. A cluster that adds nothing, because none of its items has a complete pair, is not drawn. Distributed as `clusterBootstrap`, not the same numbers for the same seed.
 *
 * @param items number of items. @param cluster the cluster of each; null takes items as independent.
 * @returns as `clusterBootstrap`; without interval (`too-few-clusters`) below two clusters.
 * @throws if the number of clusters named differs from the number of items.
 */
export const bootstrapSums = (
  items: number,
  cluster: ArrayLike<Label> | null,
  statistic: SumStatistic,
  options: BootstrapOptions
): ClusterBootstrap => {
  if (cluster && cluster.length !== items)
    throw new Error(`bootstrapSums requires a cluster for each of ${items} items, got ${cluster.length}`);
  const of = cluster ? groupClusters(cluster).of : null;
  const named = of ? of.reduce((most, g) => Math.max(most, g + 1), 0) : items;
  const { size } = statistic;
  const own = new Float64Array(named * size);
  for (let i = 0; i < items; i++) statistic.add(i, own, (of ? of[i]! : i) * size);

  const groups = new Map<string, { first: number; times: number }>();
  const total = new Float64Array(size);
  let clusters = 0;
  for (let g = 0; g < named; g++) {
    const sums = own.subarray(g * size, (g + 1) * size);
    if (sums.every((sum) => sum === 0)) continue;
    clusters++;
    for (let c = 0; c < size; c++) total[c]! += sums[c]!;
    const key = sums.join();
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { first: g, times: 1 });
  }
  const distinct = [...groups.values()];
  const rest = { n: items, clusters, warnings: clusterWarnings(clusters) };
  if (clusters < 2)
    return {
      ...resample(
        clusters === 0 ? null : statistic.value(total),
        clusters === 0 ? 'n=0' : 'single-category',
        () => null,
        options,
        'too-few-clusters'
      ),
      ...rest
    };
  const rows = new Float64Array(distinct.length * size);
  for (const [d, { first }] of distinct.entries()) rows.set(own.subarray(first * size, (first + 1) * size), d * size);
  const sums = new Float64Array(size);
  const ofDrawn = (times: Float64Array): number | null => {
    sums.fill(0);
    for (let d = 0; d < times.length; d++) {
      const m = times[d]!;
      if (m === 0) continue;
      for (let c = 0, at = d * size; c < size; c++, at++) sums[c]! += m * rows[at]!;
    }
    return statistic.value(sums);
  };
  const counts = distinct.map(({ times }) => times);
  return { ...bootstrapTable(counts, ofDrawn, options, 'single-category'), ...rest };
};
