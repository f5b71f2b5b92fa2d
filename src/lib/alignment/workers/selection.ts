import {
  groupClusters,
  meanOverClusters,
  seededRandom,
  selectEnsemble,
  type EnsembleSelection
} from '../../stats/index.ts';
import type { Job } from './job.ts';

/** The choice of one ensemble by a mean over items: scores[candidate · items + item], NaN where it gives none. */
export interface SelectionInput {
  scores: Float64Array;
  costs: Float64Array;
  /** Number of the cluster of each item. */
  cluster: Uint32Array;
  replicates: number;
  seed: number;
  lambdaPerCost: number;
  delta: number;
}

/** `selectEnsemble` aside: one part, because the whole choice is what is resampled. */
export const selection: Job<SelectionInput, SelectionInput, EnsembleSelection, EnsembleSelection> = {
  parts: () => 1,
  prepare: (input) => input,
  part: ({ scores, costs, cluster, seed, ...options }) => {
    const items = cluster.length;
    if (scores.length !== items * costs.length)
      throw new Error(`selection requires ${items} scores of each of ${costs.length} candidates, got ${scores.length}`);
    const grouped = groupClusters(cluster);
    const candidates = Array.from(costs, (cost, c) => {
      const own = Array.from(scores.subarray(c * items, (c + 1) * items), (v) => (Number.isNaN(v) ? null : v));
      return { cost, agreement: meanOverClusters(own, grouped) };
    });
    return selectEnsemble(candidates, grouped.names.length, { ...options, random: seededRandom(seed) });
  },
  join: (_, [result]) => result!
};
