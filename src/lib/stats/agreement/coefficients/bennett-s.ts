import {
  fromCounts,
  fromRatings,
  normalInterval,
  type AgreementData,
  type AgreementOptions,
  type ChanceCorrected,
  type TableOptions
} from './chance-corrected.ts';
import { undefinedBecause, type Ratings } from '../../numbers/estimate.ts';
import { agreementWeights } from '../../numbers/scale.ts';

/**
 * Bennett's S (Brennan–Prediger; for two categories PABAK): agreement beyond that of raters who use every category of the
 * scale equally often.
 *
 * Formula: (po − pe) / (1 − pe), pe = Σ w_ij / q² over the q declared categories: 1/q if unweighted.
 * se = √((Σ w_ij² p_ij − po²) / n) / (1 − pe). Depends on the declared scale, not on the margins.
 *
 * @returns undefined as `no-pairs`, or as `single-category` on a scale of one category.
 * Source: Bennett, Alpert and Goldstein 1954; Brennan and Prediger 1981.
 */
export const bennettS = (a: Ratings, b: Ratings, options: AgreementOptions): ChanceCorrected =>
  bennett(fromRatings(a, b, options));

/** Bennett's S from a square table of counts; see `bennettS`. */
export const bennettSFromTable = (
  counts: readonly (readonly number[])[],
  options: TableOptions = {}
): ChanceCorrected => bennett(fromCounts(counts, options));

const bennett = ({ table, weights, confidence }: AgreementData): ChanceCorrected => {
  const { counts, n, dropped, categories } = table;
  const rest = { weights, n, dropped };
  const none = { po: null, pe: null, se: null, interval: null };
  if (n === 0) return { ...undefinedBecause('no-pairs'), ...rest, ...none };
  if (categories.length < 2) return { ...undefinedBecause('single-category'), ...rest, ...none, po: 1, pe: 1 };

  const w = agreementWeights(categories, weights);
  const q = categories.length;
  const weighted = (f: (weight: number) => number): number =>
    counts.reduce((sum, row, i) => sum + row.reduce((s, count, j) => s + f(w[i]![j]!) * count, 0), 0) / n;
  const po = weighted((weight) => weight);
  const pe = w.flat().reduce((sum, weight) => sum + weight, 0) / (q * q);
  const value = (po - pe) / (1 - pe);
  const se = Math.sqrt(weighted((weight) => (weight - po) ** 2) / n) / (1 - pe);
  return { value, ...rest, po, pe, se, interval: normalInterval(value, se, confidence) };
};
