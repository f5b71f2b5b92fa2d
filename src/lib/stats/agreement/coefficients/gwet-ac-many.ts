import { defined, undefinedBecause, type Label, type Ratings } from '../../numbers/estimate.ts';
import { rawAgreement, type ManyRaters } from './many-raters.ts';
import type { WeightScheme } from '../../numbers/scale.ts';
import { valueCounts } from '../../numbers/value-counts.ts';

/**
 * Gwet's AC1 (weighted: AC2) for two or more raters, with missing ratings; see `gwetAC` for what it is.
 *
 * Formula: (pa − pe) / (1 − pe) with pa as in `fleissKappa` and pe = T Σ π_c(1 − π_c) / (q(q − 1)), T = Σ w_cl. Standard
 * error from per-unit influence values.
 *
 * @param units rows = units, columns = raters, null = missing.
 * @returns undefined as `no-pairable-values`, or as `single-category` on a scale of one category.
 * @throws if a label is not on the scale.
 * Source: Gwet 2008; Gwet 2014, chapters 2 to 5.
 */
export const gwetACMany = (
  units: readonly Ratings[],
  options: { categories: readonly Label[]; weights?: WeightScheme; confidence?: number }
): ManyRaters => gwetACFromCounts(valueCounts(units, options.categories).counts, options);

/** Gwet's AC from units × categories counts; see `gwetACMany`. */
export const gwetACFromCounts = (
  counts: readonly ArrayLike<number>[],
  options: { categories?: readonly Label[]; weights?: WeightScheme; confidence?: number }
): ManyRaters =>
  rawAgreement(counts, options, ({ pi, w }) => {
    const q = pi.length;
    if (q < 2) return { pe: undefinedBecause('single-category'), perRating: [0] };
    const guess = w.flat().reduce((sum, weight) => sum + weight, 0) / (q * (q - 1));
    return {
      pe: defined(guess * pi.reduce((sum, p) => sum + p * (1 - p), 0)),
      perRating: pi.map((p) => guess * (1 - p))
    };
  });
