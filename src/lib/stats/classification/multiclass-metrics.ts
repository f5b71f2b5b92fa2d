import { cohenKappaFromTable } from '../agreement/coefficients/cohen-kappa.ts';
import { confusion, confusionFromCounts, margins, type Confusion } from '../agreement/coefficients/confusion.ts';
import { bare, ratio, type Estimate, type Label, type Ratings } from '../numbers/estimate.ts';

export interface MulticlassMetrics {
  table: Confusion;
  accuracy: Estimate;
  /** One entry per declared label, in order. `support` = items whose true label it is. */
  perClass: { label: Label; precision: Estimate; recall: Estimate; f1: Estimate; support: number }[];
  /** Mean F1 over the labels that occur in truth or prediction. */
  macroF1: Estimate;
  /** Mean F1 weighted by support. */
  weightedF1: Estimate;
  /** Matthews correlation for k classes (Gorodkin's R_K). */
  mcc: Estimate;
  /** Mean recall over the labels that occur in the truth. */
  balancedAccuracy: Estimate;
  kappa: Estimate;
}

/**
 * Measures of a judge with several classes (as A / B / tie) against the truth.
 *
 * Formula: with confusion c (rows = truth), t = row sums, p = column sums, s = n: accuracy = Σ c_kk / s;
 * MCC = (s Σ c_kk − Σ t_k p_k) / √((s² − Σ p_k²)(s² − Σ t_k²)).
 *
 * @param truth labels taken as true, null = missing (pairwise deletion).
 * @param predicted the judge's labels, same length and order.
 * @param labels the declared labels, in the order of the table.
 * @returns each measure undefined on its own: `zero-denominator` for 0 / 0, `zero-variance` for MCC if truth or
 *   prediction is constant, `no-pairs` if nothing was rated by both.
 * @throws if the lengths differ or a label is not declared.
 * Source: Gorodkin 2004 for R_K; the rest by definition.
 */
export const multiclassMetrics = (truth: Ratings, predicted: Ratings, labels: readonly Label[]): MulticlassMetrics =>
  measure(confusion(truth, predicted, labels));

/** The measures of `multiclassMetrics` from a table of counts (rows = truth). */
export const multiclassMetricsFromTable = (
  counts: readonly (readonly number[])[],
  labels?: readonly Label[]
): MulticlassMetrics => measure(confusionFromCounts(counts, labels));

const measure = (table: Confusion): MulticlassMetrics => {
  const { counts, n, categories } = table;
  const reason = n === 0 ? 'no-pairs' : 'zero-denominator';
  const { rows, columns } = margins(counts);
  const hits = counts.reduce((sum, row, k) => sum + row[k]!, 0);
  const perClass = categories.map((label, k) => ({
    label,
    precision: ratio(counts[k]![k]!, columns[k]!, reason),
    recall: ratio(counts[k]![k]!, rows[k]!, reason),
    f1: ratio(2 * counts[k]![k]!, rows[k]! + columns[k]!, reason),
    support: rows[k]!
  }));
  const mean = (estimates: Estimate[]): Estimate => {
    const values = estimates.flatMap((e) => (e.value === null ? [] : [e.value]));
    return ratio(
      values.reduce((sum, v) => sum + v, 0),
      values.length,
      reason
    );
  };
  const squares = (xs: number[]): number => xs.reduce((sum, x) => sum + x * x, 0);
  return {
    table,
    accuracy: ratio(hits, n, reason),
    perClass,
    macroF1: mean(perClass.map((c) => c.f1)),
    weightedF1: ratio(
      perClass.reduce((sum, c) => sum + c.support * (c.f1.value ?? 0), 0),
      n,
      reason
    ),
    mcc: ratio(
      n * hits - rows.reduce((sum, t, k) => sum + t * columns[k]!, 0),
      Math.sqrt((n * n - squares(columns)) * (n * n - squares(rows))),
      n === 0 ? 'no-pairs' : 'zero-variance'
    ),
    balancedAccuracy: mean(perClass.map((c) => c.recall)),
    kappa: bare(cohenKappaFromTable(counts, { categories }))
  };
};
