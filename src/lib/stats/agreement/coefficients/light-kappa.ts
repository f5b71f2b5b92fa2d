import { cohenKappa } from './cohen-kappa.ts';
import { ratio, undefinedBecause, type Estimate, type Label, type Ratings } from '../../numbers/estimate.ts';
import type { WeightScheme } from '../../numbers/scale.ts';

/**
 * Light's κ: the mean of Cohen's κ over all pairs of raters.
 *
 * @param raters one array of labels per rater, all in the same item order; null = missing (deleted pair by pair).
 * @returns undefined as `too-few-raters` below two, as `no-pairs` if no pair has a defined κ. `undefinedPairs` are left
 *   out of the mean and counted.
 * Source: Light 1971.
 */
export const lightKappa = (
  raters: readonly Ratings[],
  options: { categories: readonly Label[]; weights?: WeightScheme }
): Estimate & { pairs: number; undefinedPairs: number } => {
  const all = raters.flatMap((a, i) => raters.slice(i + 1).map((b) => cohenKappa(a, b, options).value));
  const values = all.filter((v) => v !== null);
  const mean: Estimate =
    raters.length < 2
      ? undefinedBecause('too-few-raters')
      : ratio(
          values.reduce((sum, v) => sum + v, 0),
          values.length,
          'no-pairs'
        );
  return { ...mean, pairs: values.length, undefinedPairs: all.length - values.length };
};
