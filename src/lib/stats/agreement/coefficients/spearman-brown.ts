import { defined, undefinedBecause, type Estimate } from '../../numbers/estimate.ts';

/**
 * Spearman–Brown formula: reliability of the mean of `k` ratings, from the reliability of one.
 *
 * Formula: kρ / (1 + (k − 1)ρ). With ρ = ½: ⅔ for two ratings, ¾ for three.
 *
 * @param single reliability of one rating, in [0, 1], such as ICC(1) or ICC(2,1).
 * @param k ratings that are averaged, more than 0; it need not be whole.
 * @returns a reliability in [0, 1]. It takes raters to be exchangeable and their errors to be independent.
 * @throws if an argument is outside its range.
 * Source: Spearman 1910; Brown 1910.
 */
export const spearmanBrown = (single: number, k: number): number => {
  if (!(single >= 0 && single <= 1)) throw new Error(`spearmanBrown requires a reliability in [0, 1], got ${single}`);
  if (!(k > 0 && Number.isFinite(k))) throw new Error(`spearmanBrown requires k > 0, got ${k}`);
  return (k * single) / (1 + (k - 1) * single);
};

/**
 * Fewest ratings whose mean reaches a wanted reliability: Spearman–Brown solved for k and rounded up.
 *
 * Formula: k = wanted(1 − single) / (single(1 − wanted)).
 *
 * @returns k of 1 or more; undefined (`not-attainable`) if one rating tells nothing, or if certainty is wanted of
 *   ratings that are not certain.
 * @throws if an argument is outside [0, 1].
 */
export const ratersForReliability = (single: number, wanted: number): Estimate => {
  for (const share of [single, wanted])
    if (!(share >= 0 && share <= 1))
      throw new Error(`ratersForReliability requires reliabilities in [0, 1], got ${share}`);
  if (single >= wanted) return defined(1);
  if (single === 0 || wanted === 1) return undefinedBecause('not-attainable');
  return defined(Math.max(1, Math.ceil((wanted * (1 - single)) / (single * (1 - wanted)) - 1e-9)));
};
