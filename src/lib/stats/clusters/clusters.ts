import type { Label } from '../numbers/estimate.ts';

/** Items grouped by the cluster they come from; for us a query. */
export interface Clusters {
  /** Cluster names in order of first appearance. */
  names: Label[];
  /** Index into `names` of each item. */
  of: Uint32Array;
  /** Items of each cluster, in item order. */
  members: Uint32Array[];
}

/** Groups items by cluster, in order of first appearance. Every item must name its cluster. */
export const groupClusters = (cluster: ArrayLike<Label>): Clusters => {
  const place = new Map<Label, number>();
  const of = new Uint32Array(cluster.length);
  const sizes: number[] = [];
  for (let i = 0; i < cluster.length; i++) {
    const name = cluster[i]!;
    if (name === null || name === undefined) throw new Error(`Item ${i} names no cluster`);
    let g = place.get(name);
    if (g === undefined) {
      g = place.size;
      place.set(name, g);
      sizes.push(0);
    }
    of[i] = g;
    sizes[g]!++;
  }
  const members = sizes.map((size) => new Uint32Array(size));
  const filled = new Uint32Array(sizes.length);
  for (let i = 0; i < of.length; i++) members[of[i]!]![filled[of[i]!]!++] = i;
  return { names: [...place.keys()], of, members };
};

/** Below this many clusters an interval is given with the warning `few-clusters`. */
export const ENOUGH_CLUSTERS = 20;

export type ClusterWarning = 'few-clusters';

/** `few-clusters` if there are fewer than `ENOUGH_CLUSTERS`. */
export const clusterWarnings = (clusters: number): ClusterWarning[] =>
  clusters < ENOUGH_CLUSTERS ? ['few-clusters'] : [];
