import {
  fromCounts,
  fromRatings,
  normalInterval,
  type AgreementData,
  type AgreementOptions,
  type ChanceCorrected,
  type TableOptions
} from './chance-corrected.ts';
import { margins } from './confusion.ts';
import { undefinedBecause, type Ratings } from '../../numbers/estimate.ts';
import { distances } from '../../numbers/scale.ts';

/** Cohen's κ, with the standard error that holds if the raters agree by chance alone. */
export type CohenKappa = ChanceCorrected & {
  /** Standard error under κ = 0, for a test of that hypothesis. */
  se0: number | null;
};

/**
 * Cohen's κ, unweighted or weighted: agreement of two raters beyond what their own margins would give by chance.
 *
 * Formula: (po − pe) / (1 − pe), po = Σ w_ij p_ij, pe = Σ w_ij p_i· p_·j, w = 1 − (|i − j| / range)^{1, 2} over the
 * declared scale (identity if unweighted). Computed as 1 − observed / expected disagreement, which is exact at 0 and 1.
 * Standard errors (Fleiss, Cohen and Everitt) as the spread, over cells, of w_ij(1 − pe) − (w̄_i· + w̄_·j)(1 − po) under
 * the observed table, divided by (1 − pe)²√n; se0 the same under independence with po = pe.
 * Range −1 … 1. Falls with skewed margins: shown beside AC1, never alone (agreement .944 can have κ −.023).
 *
 * @param a labels of the first rater, null = missing (pairwise deletion).
 * @param b labels of the second rater, in the same item order.
 * @returns undefined as `no-pairs` without a jointly rated item, as `single-category` if both used one category only
 *   (pe = 1). One constant rater gives 0.
 * @throws if the lengths differ or a label is not on the scale.
 * Source: Cohen 1960, 1968; Fleiss, Cohen and Everitt 1969.
 */
export const cohenKappa = (a: Ratings, b: Ratings, options: AgreementOptions): CohenKappa =>
  kappa(fromRatings(a, b, options));

/** Cohen's κ from a square table of counts (rows = first rater); see `cohenKappa`. */
export const cohenKappaFromTable = (counts: readonly (readonly number[])[], options: TableOptions = {}): CohenKappa =>
  kappa(fromCounts(counts, options));

const kappa = ({ table, weights, confidence }: AgreementData): CohenKappa => {
  const { counts, n, dropped, categories } = table;
  const rest = { weights, n, dropped };
  const none = { po: null, pe: null, se: null, se0: null, interval: null };
  if (n === 0) return { ...undefinedBecause('no-pairs'), ...rest, ...none };

  const { between: d, largest } = distances(categories, weights);
  const { rows, columns } = margins(counts);
  let observed = 0;
  let expected = 0;
  for (const [i, row] of counts.entries())
    for (const [j, count] of row.entries()) {
      observed += d[i]![j]! * count;
      expected += d[i]![j]! * rows[i]! * columns[j]!;
    }
  if (expected === 0) return { ...undefinedBecause('single-category'), ...rest, ...none, po: 1, pe: 1 };

  const value = 1 - (n * observed) / expected;
  const po = 1 - observed / n / largest;
  const pe = 1 - expected / n / n / largest;
  const w = (i: number, j: number): number => 1 - d[i]![j]! / largest;
  const rowMean = rows.map((_, i) => columns.reduce((sum, c, j) => sum + (w(i, j) * c) / n, 0));
  const columnMean = columns.map((_, j) => rows.reduce((sum, r, i) => sum + (w(i, j) * r) / n, 0));
  const mean = po + po * pe - 2 * pe;
  let spread = 0;
  let spread0 = 0;
  for (let i = 0; i < rows.length; i++)
    for (let j = 0; j < columns.length; j++) {
      const reach = rowMean[i]! + columnMean[j]!;
      spread += (counts[i]![j]! / n) * (w(i, j) * (1 - pe) - reach * (1 - po) - mean) ** 2;
      spread0 += ((rows[i]! * columns[j]!) / n / n) * (w(i, j) - reach + pe) ** 2;
    }
  const se = Math.sqrt(spread / n) / (1 - pe) ** 2;
  const se0 = Math.sqrt(spread0 / n) / (1 - pe);
  return { value, ...rest, po, pe, se, se0, interval: normalInterval(value, se, confidence) };
};
