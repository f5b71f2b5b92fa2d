import {
  chunkRandom,
  chunkSizes,
  clusterWarnings,
  joinChunks,
  resample,
  resampledSums,
  tableStatistic,
  type CellStatistic,
  type ClusterBootstrap,
  type Label,
  type Random,
  type TableStatistic,
  type WeightScheme
} from '../../stats/index.ts';
import type { Job } from './job.ts';

/** Two raters' labels as places on a scale, −1 if there is none, and the number of the cluster of each item. */
interface TableBootstrapInput {
  a: Int8Array | Int16Array | Int32Array;
  b: Int8Array | Int16Array | Int32Array;
  cluster: Uint32Array;
  clusters: number;
  categories: readonly Label[];
  statistic: TableStatistic;
  weights: WeightScheme;
  replicates: number;
  seed: number;
  confidence: number;
}

interface Prepared {
  input: TableBootstrapInput;
  sizes: number[];
  n: number;
  /** Clusters in which both labelled an item. */
  clusters: number;
  estimate: number | null;
  /** The statistic of one resample, drawn from the given generator. */
  draw: (random: Random) => number | null;
}

/**
 * `clusterBootstrapTable` in chunks, each with a generator of its own: distributed alike, not the same numbers for the same
 * seed, but always the same for the same seed, in one thread or many.
 */
export const tableBootstrap: Job<TableBootstrapInput, Prepared, ClusterBootstrap, ClusterBootstrap> = {
  parts: ({ replicates }) => chunkSizes(replicates).length,

  prepare: (input) => {
    const { a, b, cluster, clusters, categories } = input;
    if (a.length !== b.length || a.length !== cluster.length)
      throw new Error(`tableBootstrap requires equal lengths, got ${a.length}, ${b.length} and ${cluster.length}`);
    const k = categories.length;
    const named = new Uint32Array(clusters * k * k);
    const all = new Float64Array(k * k);
    let n = 0;
    for (let i = 0; i < a.length; i++) {
      const [x, y, g] = [a[i]!, b[i]!, cluster[i]!];
      if (x >= k || y >= k || g >= clusters)
        throw new Error(
          `tableBootstrap requires labels below ${k} and clusters below ${clusters}, got ${x}, ${y}, ${g}`
        );
      if (x < 0 || y < 0) continue;
      named[(g * k + x) * k + y]!++;
      all[x * k + y]!++;
      n++;
    }
    const { tables, used } = withoutEmpty(named, k * k);
    const statistic = tableStatistic(input.statistic, categories, input.weights);
    const estimate = n === 0 ? null : statistic(all);
    return {
      ...{ input, n, estimate, clusters: used, sizes: chunkSizes(input.replicates) },
      draw: used < 2 || estimate === null ? () => null : drawing(tables, k * k, statistic)
    };
  },

  part: ({ input, sizes, n, clusters, estimate, draw }, index, tell) => {
    const { confidence, seed } = input;
    const random = chunkRandom(seed, index);
    const replicates = sizes[index]!;
    let drawn = 0;
    const once = (): number | null => {
      if (++drawn % 50 === 0) tell(Math.min(1, drawn / replicates));
      return draw(random);
    };
    const reason = n === 0 ? 'no-pairs' : 'single-category';
    const options = { random, replicates, confidence };
    return {
      ...resample(estimate, reason, once, options, clusters < 2 ? 'too-few-clusters' : undefined),
      ...{ n, clusters, warnings: clusterWarnings(clusters) }
    };
  },

  join: (_, parts) => {
    const { n, clusters, warnings } = parts[0]!;
    return { ...joinChunks(parts), n, clusters, warnings };
  }
};

/** The tables of the clusters that have an item with both labels: others are no clusters of this statistic. */
function withoutEmpty(named: Uint32Array, size: number): { tables: Uint32Array; used: number } {
  const tables = new Uint32Array(named.length);
  let used = 0;
  for (let at = 0; at < named.length; at += size) {
    const table = named.subarray(at, at + size);
    if (table.some((count) => count > 0)) tables.set(table, used++ * size);
  }
  return { tables: tables.subarray(0, used * size), used };
}

/** Sums of resampled tables are set up once for all chunks of a thread; what is drawn from changes with the chunk. */
function drawing(tables: Uint32Array, size: number, statistic: CellStatistic): (random: Random) => number | null {
  let current: Random | null = null;
  const by = (): Random => current!;
  const sums = resampledSums(tables, size, {
    u32: () => by().u32(),
    below: (n) => by().below(n),
    unit: () => by().unit(),
    fillBelow: (out, n) => by().fillBelow(out, n),
    fillU32: (out) => by().fillU32(out)
  });
  return (random) => {
    current = random;
    return statistic(sums());
  };
}
