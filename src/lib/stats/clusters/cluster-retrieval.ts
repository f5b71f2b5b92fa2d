import { clusterProportion, type ClusterProportion } from './cluster-proportion.ts';
import type { Label } from '../numbers/estimate.ts';

/** Something that may be found: how far it was found, and how far it is there. */
export interface Retrieved {
  /** 1 found, 0 not; parts for several searchers of whom some found it. Null if it is not known: dropped. */
  found: number | null;
  /** 1 it is there, 0 it is not; parts if people are divided. Null if it is not known: dropped. */
  there: number | null;
  /** Inverse of the chance with which it was sampled; default 1. */
  weight?: number;
}

interface ClusterRetrieval {
  /** Of what was found, the share that is there. */
  precision: ClusterProportion;
  /** Of what is there, the share that was found. */
  recall: ClusterProportion;
  /** Harmonic mean of the two. */
  f1: ClusterProportion;
}

/**
 * Precision, recall and F1 of a search whose finds come in clusters (issues in queries), with intervals by cluster.
 *
 * Formula: with f found, t there and w the weight of each thing, precision = Σ w f t / Σ w f, recall = Σ w f t / Σ w t,
 * F1 = 2 Σ w f t / Σ w (f + t). Each is a ratio of sums, hence a weighted mean (of t with weights w f; of f with weights w t; of
 * 2 f t/(f + t) with weights w (f + t)), and has the linearised standard error and Wilson's interval on the effective sample size
 * of `clusterProportion`. n is the number of things with a weight above 0.
 *
 * @param cluster the cluster of each thing; same length
 * @returns each undefined (`n=0`) if nothing was found, if nothing is there, if there is neither
 * @throws if the lengths differ or a value is outside [0, 1]
 * Source: van Rijsbergen 1979 (F); Cochran 1977, section 9A (ratio estimation in clusters).
 */
export const clusterRetrieval = (
  things: readonly Retrieved[],
  cluster: ArrayLike<Label>,
  { confidence = 0.95 }: { confidence?: number } = {}
): ClusterRetrieval => {
  if (things.length !== cluster.length)
    throw new Error(`clusterRetrieval requires equal lengths, got ${things.length} and ${cluster.length}`);
  const known = things.flatMap(({ found, there, weight = 1 }, i) => {
    for (const value of [found, there])
      if (value !== null && !(value >= 0 && value <= 1))
        throw new Error(`clusterRetrieval requires values in [0, 1], got ${value}`);
    return found === null || there === null ? [] : [{ found, there, weight, cluster: cluster[i]! }];
  });
  type Known = (typeof known)[number];
  const ratio = (value: (one: Known) => number, weight: (one: Known) => number): ClusterProportion => {
    const counted = known.filter((one) => weight(one) > 0);
    return clusterProportion(
      counted.map(value),
      counted.map((one) => one.cluster),
      { confidence, weights: counted.map((one) => one.weight * weight(one)) }
    );
  };
  return {
    precision: ratio(
      ({ there }) => there,
      ({ found }) => found
    ),
    recall: ratio(
      ({ found }) => found,
      ({ there }) => there
    ),
    f1: ratio(
      ({ found, there }) => (2 * found * there) / (found + there),
      ({ found, there }) => found + there
    )
  };
};
