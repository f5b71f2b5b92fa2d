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
import { agreementWeights } from '../../numbers/scale.ts';

/**
 * Gwet's AC1 (weighted: AC2): agreement of two raters beyond the chance that both guessed alike on a hard item. Stays near
 * the observed agreement if one category dominates and κ collapses.
 *
 * Formula: (po − pe) / (1 − pe), pe = T Σ π_k(1 − π_k) / (q(q − 1)), π_k = (p_k· + p_·k) / 2, T = Σ w_ij, over the q
 * declared categories. Standard error: spread of w_ij − 2(1 − AC)·T·(1 − (π_i + π_j)/2) / (q(q − 1)), divided by
 * (1 − pe)√n.
 *
 * @param a labels of the first rater, null = missing (pairwise deletion).
 * @param b labels of the second rater, in the same item order.
 * @returns undefined as `no-pairs`, or as `single-category` on a scale of one category. Unlike κ it is 1 if both raters
 *   used the same single category of a larger scale.
 * Source: Gwet 2008; Gwet 2014, chapters 4 and 5.
 */
export const gwetAC = (a: Ratings, b: Ratings, options: AgreementOptions): ChanceCorrected =>
  gwet(fromRatings(a, b, options));

/** Gwet's AC1 or AC2 from a square table of counts; see `gwetAC`. */
export const gwetACFromTable = (counts: readonly (readonly number[])[], options: TableOptions = {}): ChanceCorrected =>
  gwet(fromCounts(counts, options));

const gwet = ({ table, weights, confidence }: AgreementData): ChanceCorrected => {
  const { counts, n, dropped, categories } = table;
  const rest = { weights, n, dropped };
  const none = { po: null, pe: null, se: null, interval: null };
  if (n === 0) return { ...undefinedBecause('no-pairs'), ...rest, ...none };
  if (categories.length < 2) return { ...undefinedBecause('single-category'), ...rest, ...none, po: 1, pe: 1 };

  const w = agreementWeights(categories, weights);
  const q = categories.length;
  const { rows, columns } = margins(counts);
  const pi = rows.map((r, k) => (r + columns[k]!) / (2 * n));
  const guess = w.flat().reduce((sum, weight) => sum + weight, 0) / (q * (q - 1));
  const po = counts.reduce((sum, row, i) => sum + row.reduce((s, count, j) => s + w[i]![j]! * count, 0), 0) / n;
  const pe = guess * pi.reduce((sum, p) => sum + p * (1 - p), 0);
  const value = (po - pe) / (1 - pe);
  const mean = po - 2 * (1 - value) * pe;
  let spread = 0;
  for (let i = 0; i < q; i++)
    for (let j = 0; j < q; j++)
      spread += (counts[i]![j]! / n) * (w[i]![j]! - 2 * (1 - value) * guess * (1 - (pi[i]! + pi[j]!) / 2) - mean) ** 2;
  const se = Math.sqrt(spread / n) / (1 - pe);
  return { value, ...rest, po, pe, se, interval: normalInterval(value, se, confidence) };
};
