import { clusterBoundedMean, type Interval } from '../../stats/index.ts';

/** `non-inferior`: the whole interval is above −margin; `inferior`: below it. */
export type SuccessionResult = 'non-inferior' | 'inconclusive' | 'inferior';

/** An item on which both ensembles have a score, with their agreement with people in [0, 1]. */
export interface PairedItem {
  itemId: string;
  /** The cluster. */
  query: string;
  /** How many units of the run it stands for. */
  weight: number;
  adopted: number;
  candidate: number;
}

export interface SuccessorFigures {
  n: number;
  queries: number;
  adopted: number | null;
  candidate: number | null;
  difference: { value: number; interval: Interval | null } | null;
  /** Items on which only the adopted judges, or only the candidate, agree better. */
  worse: number;
  better: number;
  result: SuccessionResult;
}

/**
 * Confidence of each candidate's interval if one of so many may be taken: at most 5% of studies accept a candidate that is
 * worse by the margin, whichever of them it is (Bonferroni; a single interval of 95% errs at either end in 2.5%).
 */
export const confidenceAmong = (candidates: number): number => 1 - Math.min(0.05, 0.1 / candidates);

/**
 * Compares a candidate with the adopted judges on the same labelled items: non-inferiority with a stated margin.
 *
 * The difference is paired by item and weighted to the run; its interval is that of a bounded mean by query, which has a width also if no item
 * differs.
 *
 * @param margin as a share, above 0: .05 is five points of agreement.
 * @param confidence of the interval, both ends together; `confidenceAmong` the candidates that are compared.
 * @throws if the margin is not in (0, 1).
 */
export function compareSuccessor(items: readonly PairedItem[], margin: number, confidence = 0.95): SuccessorFigures {
  if (!(margin > 0 && margin < 1)) throw new Error(`compareSuccessor requires a margin in (0, 1), got ${margin}`);
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (item: PairedItem) => number): number | null =>
    items.length === 0 ? null : Math.min(1, items.reduce((sum, item) => sum + item.weight * of(item), 0) / total);
  const found = clusterBoundedMean(
    items.map(({ adopted, candidate }) => candidate - adopted),
    items.map(({ query }) => query),
    { range: 1, confidence, weights: items.map(({ weight }) => weight) }
  );
  const interval: Interval | null = found.interval && [Math.max(-1, found.interval[0]), Math.min(1, found.interval[1])];
  return {
    n: items.length,
    queries: new Set(items.map(({ query }) => query)).size,
    adopted: mean((item) => item.adopted),
    candidate: mean((item) => item.candidate),
    difference: found.value === null ? null : { value: found.value, interval },
    worse: items.filter(({ adopted, candidate }) => candidate < adopted - 1e-9).length,
    better: items.filter(({ adopted, candidate }) => candidate > adopted + 1e-9).length,
    result:
      interval === null ? 'inconclusive' : interval[0] > -margin ? 'non-inferior' : interval[1] < -margin ? 'inferior' : 'inconclusive' // prettier-ignore
  };
}
