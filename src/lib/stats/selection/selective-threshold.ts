import { clopperPearsonUpper } from '../proportions/clopper-pearson.ts';
import { clusterBoundedMean } from '../clusters/cluster-bounded-mean.ts';
import { defined, undefinedBecause, type Estimate, type Label } from '../numbers/estimate.ts';

/** value = the confidence from which on the judge's answers are taken. */
type SelectiveThreshold = Estimate & {
  /** Share of items at or above it. */
  coverage: number | null;
  covered: number | null;
  errors: number | null;
  /** One-sided upper bound of the error rate there. */
  upperBound: number | null;
  /** Clusters that the covered items come from; null without clusters. */
  clusters: number | null;
  /** Level of the bound at the value. */
  delta: number | null;
};

interface SelectiveOptions {
  /** Tolerated error rate. */
  alpha: number;
  /** Level of the bound; default .1. A function of the threshold if a correction applies to some of them. */
  delta?: number | ((threshold: number) => number);
  /** Default 30. */
  minItems?: number;
  /** Cluster of each item. Given, the bound is the larger of Clopper–Pearson's and the clustered one. */
  clusters?: ArrayLike<Label>;
  /** Positive weights of items, used with clusters; default 1 each. */
  weights?: ArrayLike<number>;
}

/**
 * Selective judging with an error guarantee: how confident must a judge be for its answer to stand without a stronger
 * judge or a person?
 *
 * Walk the thresholds, which are the confidences that occur, downwards. At each with at least `minItems` items at or above
 * it, the one-sided Clopper–Pearson bound of the error rate (level δ) must be ≤ α; stop at the first that fails and keep the
 * last that passed. Testing in a fixed order needs no further correction. With clusters, the upper bound of
 * `clusterBoundedMean` must be ≤ α too: Clopper–Pearson alone is wrong in up to .30 of studies at 20 items a cluster and an
 * intra-cluster correlation of .3 (nominal .05).
 *
 * @param confidence of the judge per item. @param correct whether it agreed with people (true or 1; a part such as ½ if
 *   they are evenly split), same items.
 * @returns undefined (`not-attainable`) if the first testable threshold fails or there are too few items.
 * @throws if lengths differ, a confidence is not finite or `correct` is outside [0, 1].
 * Source: Jung, Brahman and Choi 2025, "Trust or escalate".
 */
export const selectiveThreshold = (
  confidence: ArrayLike<number>,
  correct: ArrayLike<number | boolean>,
  { alpha, delta = 0.1, minItems = 30, clusters, weights }: SelectiveOptions
): SelectiveThreshold => {
  for (const { length } of [correct, clusters ?? correct, weights ?? correct])
    if (confidence.length !== length)
      throw new Error(`selectiveThreshold requires equal lengths, got ${confidence.length} and ${length}`);
  const order = Array.from(confidence, (c, i) => {
    if (!Number.isFinite(c)) throw new Error(`selectiveThreshold requires finite confidences, got ${c}`);
    const share = Number(correct[i]);
    if (!(share >= 0 && share <= 1)) throw new Error(`selectiveThreshold requires shares in [0, 1], got ${share}`);
    return i;
  }).sort((a, b) => confidence[b]! - confidence[a]!);
  const wrong = (item: number): number => 1 - Number(correct[item]);
  const weightOf = (item: number): number => weights?.[item] ?? 1;
  const total = order.reduce((sum, item) => sum + weightOf(item), 0);
  const clustered = (items: readonly number[], level: number): number => {
    const { interval } = clusterBoundedMean(
      items.map(wrong),
      items.map((item) => clusters![item]!),
      { range: 1, confidence: 1 - 2 * level, weights: items.map(weightOf) }
    );
    return Math.min(1, interval?.[1] ?? 1);
  };
  let [errors, weight] = [0, 0];
  let best: SelectiveThreshold = {
    ...undefinedBecause('not-attainable'),
    coverage: null,
    covered: null,
    errors: null,
    upperBound: null,
    clusters: null,
    delta: null
  };
  for (const [place, item] of order.entries()) {
    errors += wrong(item);
    weight += weightOf(item);
    const threshold = confidence[item]!;
    const next = order[place + 1];
    if (next !== undefined && confidence[next] === threshold) continue;
    const covered = place + 1;
    if (covered < minItems) continue;
    const level = typeof delta === 'function' ? delta(threshold) : delta;
    const items = order.slice(0, covered);
    const independent = clopperPearsonUpper(errors, covered, 1 - level);
    const upperBound = clusters ? Math.max(independent, clustered(items, level)) : independent;
    if (upperBound > alpha) break;
    best = {
      ...defined(threshold),
      coverage: clusters ? weight / total : covered / order.length,
      covered,
      errors,
      upperBound,
      clusters: clusters ? new Set(items.map((one) => clusters[one]!)).size : null,
      delta: level
    };
  }
  return best;
};
