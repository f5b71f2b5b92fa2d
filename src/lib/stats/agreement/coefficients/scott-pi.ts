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

/**
 * Scott's π, unweighted or weighted: agreement of two interchangeable raters beyond what their pooled margins would give.
 *
 * Formula: (po − pe) / (1 − pe), pe = Σ w_ij π_i π_j, π_k = (p_k· + p_·k) / 2. Standard error by linearisation, conditional
 * on nothing but the sample: spread of w_ij − (1 − π)(W_i + W_j), with W_k = Σ_l w_kl π_l, divided by (1 − pe)√n.
 * Unlike κ it treats a difference between the raters' margins as disagreement.
 *
 * @returns undefined as `no-pairs`, or as `single-category` if one category was used only.
 * Source: Scott 1955; standard error: Gwet 2014, chapter 5.
 */
export const scottPi = (a: Ratings, b: Ratings, options: AgreementOptions): ChanceCorrected =>
  scott(fromRatings(a, b, options));

/** Scott's π from a square table of counts; see `scottPi`. */
export const scottPiFromTable = (counts: readonly (readonly number[])[], options: TableOptions = {}): ChanceCorrected =>
  scott(fromCounts(counts, options));

const scott = ({ table, weights, confidence }: AgreementData): ChanceCorrected => {
  const { counts, n, dropped, categories } = table;
  const rest = { weights, n, dropped };
  const none = { po: null, pe: null, se: null, interval: null };
  if (n === 0) return { ...undefinedBecause('no-pairs'), ...rest, ...none };

  const { between: d, largest } = distances(categories, weights);
  const { rows, columns } = margins(counts);
  const pooled = rows.map((r, k) => r + columns[k]!);
  let observed = 0;
  let expected = 0;
  for (const [i, row] of counts.entries())
    for (const [j, count] of row.entries()) {
      observed += d[i]![j]! * count;
      expected += d[i]![j]! * pooled[i]! * pooled[j]!;
    }
  if (expected === 0) return { ...undefinedBecause('single-category'), ...rest, ...none, po: 1, pe: 1 };

  const value = 1 - (4 * n * observed) / expected;
  const po = 1 - observed / n / largest;
  const pe = 1 - expected / (4 * n * n) / largest;
  const w = (i: number, j: number): number => 1 - d[i]![j]! / largest;
  const reach = pooled.map((_, k) => pooled.reduce((sum, p, l) => sum + (w(k, l) * p) / (2 * n), 0));
  const mean = po - 2 * (1 - value) * pe;
  let spread = 0;
  for (let i = 0; i < rows.length; i++)
    for (let j = 0; j < rows.length; j++)
      spread += (counts[i]![j]! / n) * (w(i, j) - (1 - value) * (reach[i]! + reach[j]!) - mean) ** 2;
  const se = Math.sqrt(spread / n) / (1 - pe);
  return { value, ...rest, po, pe, se, interval: normalInterval(value, se, confidence) };
};
