import { confusionFromCounts } from '../agreement/coefficients/confusion.ts';
import { chiSquareUpper } from '../distributions/gamma.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/** A χ² statistic with its degrees of freedom and p. */
export type ChiSquareTest = Estimate & { df: number; p: number | null };

/**
 * Bowker's test of symmetry: do two raters confuse each pair of categories equally often both ways?
 *
 * Formula: χ² = Σ_{i<j} (n_ij − n_ji)² / (n_ij + n_ji), over the pairs of categories that occur; one degree of freedom each.
 *
 * @param counts square table of counts.
 * @returns undefined (`zero-denominator`) if all counts are on the diagonal.
 * @throws if the table is not square or a count is negative.
 * Source: Bowker 1948.
 */
export const bowker = (counts: readonly (readonly number[])[]): ChiSquareTest => {
  confusionFromCounts(counts);
  let chi2 = 0;
  let df = 0;
  for (let i = 0; i < counts.length; i++)
    for (let j = i + 1; j < counts.length; j++) {
      const both = counts[i]![j]! + counts[j]![i]!;
      if (both === 0) continue;
      chi2 += (counts[i]![j]! - counts[j]![i]!) ** 2 / both;
      df++;
    }
  if (df === 0) return { ...undefinedBecause('zero-denominator'), df, p: null };
  return { ...defined(chi2), df, p: chiSquareUpper(chi2, df) };
};
