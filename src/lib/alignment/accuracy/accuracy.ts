import {
  clusterProportion,
  cohenKappa,
  jackknifeInterval,
  type ClusterProportion,
  type Interval
} from '../../stats/index.ts';

/** One answer beside the label that is held to be true; null if there is none. */
export interface AgainstTruth {
  qid: string;
  truth: string | null;
  said: string | null;
  /** 1 / inclusion probability, if strata were drawn unequally; 1 if absent. */
  weight?: number;
}

/** How often answers are the true label. */
export interface Accuracy {
  /** With n and 95% interval clustered by query. */
  share: ClusterProportion;
  /** Answers without a label, or on items without a true one, which the share leaves out. */
  leftOut: number;
}

/** The share of answers that are the true label, weighted to what was drawn from, with its interval clustered by query. */
export function accuracyOf(answers: readonly AgainstTruth[]): Accuracy {
  const kept = answers.filter(({ truth, said }) => truth !== null && said !== null);
  const weights = kept.map(({ weight }) => weight ?? 1);
  return {
    share: clusterProportion(
      kept.map(({ truth, said }) => Number(truth === said)),
      kept.map(({ qid }) => qid),
      { weights }
    ),
    leftOut: answers.length - kept.length
  };
}

/** Whether a printed share lies in the interval; null without one of them. */
export const printedHolds = (printed: number | null, interval: Interval | null): boolean | null =>
  printed === null || interval === null ? null : interval[0] <= printed && printed <= interval[1];

/** A person's rating beside a computed one, on the same report. */
export interface RatedPair {
  qid: string;
  person: string;
  computed: string;
}

interface WeightedKappa {
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  interval: Interval | null;
  intervalReason: string | null;
}

/** Two raters on an ordinal scale: both weighted κ, and how often each pair of ratings occurs. */
export interface RatedAgreement {
  n: number;
  queries: number;
  linear: WeightedKappa;
  quadratic: WeightedKappa;
  /** Lowest first. */
  labels: readonly string[];
  /** Counts by the person's rating (rows) and the computed one. */
  cells: number[][];
}

/**
 * Weighted κ of people's ratings with computed ones, linear and quadratic, with jackknife intervals by query, and the table of
 * both. Several people on a report are several pairs.
 *
 * @param labels the scale from the lowest step up
 * @throws if a rating is not on the scale
 * Source of the two weights: Cohen 1968; arXiv 2606.12871, 5.5 prints one weighted κ and does not say which.
 */
export function ratedAgreement(pairs: readonly RatedPair[], labels: readonly string[]): RatedAgreement {
  const queries = [...new Set(pairs.map(({ qid }) => qid))];
  const of = (kept: readonly RatedPair[], weights: 'linear' | 'quadratic') =>
    cohenKappa(
      kept.map(({ person }) => person),
      kept.map(({ computed }) => computed),
      { categories: labels, weights }
    );
  const kappa = (weights: 'linear' | 'quadratic'): WeightedKappa => {
    const all = of(pairs, weights);
    if (all.value === null) return { value: null, reason: all.reason, interval: null, intervalReason: all.reason };
    const without = queries.map(
      (qid) =>
        of(
          pairs.filter((one) => one.qid !== qid),
          weights
        ).value
    );
    const { interval, intervalReason = null } = jackknifeInterval(all.value, without);
    return { value: all.value, reason: null, interval, intervalReason };
  };
  const cells = labels.map((row) =>
    labels.map((column) => pairs.filter(({ person, computed }) => person === row && computed === column).length)
  );
  return {
    ...{ n: pairs.length, queries: queries.length },
    ...{ linear: kappa('linear'), quadratic: kappa('quadratic'), labels, cells }
  };
}
