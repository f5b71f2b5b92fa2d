import { cohenKappaFromTable } from '../agreement/coefficients/cohen-kappa.ts';
import {
  bare,
  defined,
  ratio,
  undefinedBecause,
  type Estimate,
  type Label,
  type Ratings
} from '../numbers/estimate.ts';

/** Counts of the two-by-two table and every measure of it; each measure undefined on its own. */
export interface BinaryMetrics {
  n: number;
  dropped: number;
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  /** (tp + tn) / n */
  accuracy: Estimate;
  /** tp / (tp + fp): of those called positive, the share that are. */
  precision: Estimate;
  /** tp / (tp + fn), also sensitivity: of the positives, the share that were found. */
  recall: Estimate;
  /** 2tp / (2tp + fp + fn), defined as 0 if nothing was predicted positive and something is. */
  f1: Estimate;
  /** tn / (tn + fp): of the negatives, the share that were cleared. */
  specificity: Estimate;
  /** tn / (tn + fn), negative predictive value. */
  npv: Estimate;
  /** (recall + specificity) / 2 */
  balancedAccuracy: Estimate;
  /** Matthews correlation (tp·tn − fp·fn) / √((tp+fp)(tp+fn)(tn+fp)(tn+fn)) */
  mcc: Estimate;
  /** Youden's J = recall + specificity − 1 */
  youdenJ: Estimate;
  /** Cohen's κ of truth and prediction. */
  kappa: Estimate;
  /** Share of positives in the truth. */
  prevalence: Estimate;
}

/**
 * Measures of a binary judge against the truth.
 *
 * @param truth labels taken as true, null = missing (pairwise deletion, counted in `dropped`).
 * @param predicted the judge's labels, same length and order.
 * @param positive the label that counts as positive; every other label is negative.
 * @returns each measure undefined (`zero-denominator`; MCC `zero-variance`; without any pair `no-pairs`) if it is 0 / 0.
 * @throws if the lengths differ.
 */
export const binaryMetrics = (truth: Ratings, predicted: Ratings, { positive }: { positive: Label }): BinaryMetrics => {
  if (truth.length !== predicted.length)
    throw new Error(`binaryMetrics requires equal lengths, got ${truth.length} and ${predicted.length}`);
  let tp = 0;
  let fp = 0;
  let fn = 0;
  let tn = 0;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] === null || predicted[i] === null) continue;
    const is = truth[i] === positive;
    const called = predicted[i] === positive;
    if (is && called) tp++;
    else if (called) fp++;
    else if (is) fn++;
    else tn++;
  }
  const n = tp + fp + fn + tn;
  return { n, dropped: truth.length - n, ...binaryMetricsFromCounts({ tp, fp, fn, tn }) };
};

/** The measures of `binaryMetrics` from the four counts. */
export const binaryMetricsFromCounts = (counts: {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}): Omit<BinaryMetrics, 'n' | 'dropped'> => {
  const { tp, fp, fn, tn } = counts;
  const n = tp + fp + fn + tn;
  const reason = n === 0 ? 'no-pairs' : 'zero-denominator';
  const recall = ratio(tp, tp + fn, reason);
  const specificity = ratio(tn, tn + fp, reason);
  const both = (f: (recall: number, specificity: number) => number): Estimate =>
    recall.value === null || specificity.value === null
      ? undefinedBecause(reason)
      : defined(f(recall.value, specificity.value));
  const root = Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  return {
    ...counts,
    accuracy: ratio(tp + tn, n, reason),
    precision: ratio(tp, tp + fp, reason),
    recall,
    f1: ratio(2 * tp, 2 * tp + fp + fn, reason),
    specificity,
    npv: ratio(tn, tn + fn, reason),
    balancedAccuracy: both((r, s) => (r + s) / 2),
    mcc: ratio(tp * tn - fp * fn, root, n === 0 ? 'no-pairs' : 'zero-variance'),
    youdenJ: both((r, s) => r + s - 1),
    kappa: bare(
      cohenKappaFromTable([
        [tn, fp],
        [fn, tp]
      ])
    ),
    prevalence: ratio(tp + fn, n, reason)
  };
};
