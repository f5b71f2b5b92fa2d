import { defined, undefinedBecause, type Label, type Ratings } from '../../numbers/estimate.ts';
import { rawAgreement, type ManyRaters } from './many-raters.ts';
import type { WeightScheme } from '../../numbers/scale.ts';
import { valueCounts } from '../../numbers/value-counts.ts';

/**
 * Fleiss' κ: agreement of two or more interchangeable raters beyond what the pooled use of the categories would give.
 *
 * Formula: (pa − pe) / (1 − pe). pa = mean over units with r_u ≥ 2 ratings of Σ_c n_uc (Σ_l w_cl n_ul − 1) / (r_u(r_u − 1));
 * π_c = mean over rated units of n_uc / r_u; pe = Σ w_cl π_c π_l. Standard error from per-unit influence values, so that
 * it holds for the population of units. For two raters without missing ratings it is Scott's π.
 *
 * @param units rows = units, columns = raters, null = missing.
 * @param categories the declared scale. @param weights default `unweighted`.
 * @returns undefined as `no-pairable-values` if no unit has two ratings, as `single-category` if all ratings are one
 *   category (pe = 1).
 * @throws if a label is not on the scale.
 * Source: Fleiss 1971; missing ratings, weights and standard error: Gwet 2014, chapters 2 to 5.
 */
export const fleissKappa = (
  units: readonly Ratings[],
  options: { categories: readonly Label[]; weights?: WeightScheme; confidence?: number }
): ManyRaters => fleissKappaFromCounts(valueCounts(units, options.categories).counts, options);

/** Fleiss' κ from units × categories counts; see `fleissKappa`. */
export const fleissKappaFromCounts = (
  counts: readonly ArrayLike<number>[],
  options: { categories?: readonly Label[]; weights?: WeightScheme; confidence?: number } = {}
): ManyRaters =>
  rawAgreement(counts, options, ({ pi, w }) => {
    const reach = pi.map((_, c) => pi.reduce((sum, p, l) => sum + w[c]![l]! * p, 0));
    const pe = pi.reduce((sum, p, c) => sum + p * reach[c]!, 0);
    const used = pi.filter((p) => p > 0).length;
    return { pe: used < 2 ? undefinedBecause('single-category') : defined(pe), perRating: reach };
  });
