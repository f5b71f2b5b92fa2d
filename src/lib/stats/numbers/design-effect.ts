import { defined, undefinedBecause, type Estimate } from './estimate.ts';

/**
 * Design effect of equal clusters: how many times as many items are needed because items of one cluster resemble each other.
 *
 * Formula: 1 + (m − 1)ρ, at least 1. With 10 items of a query and ρ = .2: 2.8.
 *
 * @param size items of a cluster, 1 or more. For unequal clusters the size that a drawn item sees on average, Σm²/Σm.
 * @param icc intra-cluster correlation ρ in [0, 1].
 * @throws if an argument is outside its range.
 * Source: Kish 1965, section 5.4.
 */
export const designEffect = (size: number, icc: number): number => {
  if (!(size >= 1 && Number.isFinite(size)))
    throw new Error(`designEffect requires clusters of 1 or more, got ${size}`);
  if (!(icc >= 0 && icc <= 1)) throw new Error(`designEffect requires a correlation in [0, 1], got ${icc}`);
  return 1 + (size - 1) * icc;
};

/**
 * Intra-cluster correlation that a design effect stands for: (effect − 1) / (m − 1), kept within [0, 1].
 *
 * @param size items of a cluster; for unequal clusters Σm²/Σm.
 * @returns undefined (`not-attainable`) if clusters hold a single item, of which no design effect tells anything.
 * @throws if the effect is negative or the size below 1.
 */
export const iccOfDesignEffect = (effect: number, size: number): Estimate => {
  if (!(effect >= 0 && Number.isFinite(effect)))
    throw new Error(`iccOfDesignEffect requires a design effect of 0 or more, got ${effect}`);
  if (!(size >= 1)) throw new Error(`iccOfDesignEffect requires clusters of 1 or more, got ${size}`);
  return size > 1 ? defined(Math.min(1, Math.max(0, (effect - 1) / (size - 1)))) : undefinedBecause('not-attainable');
};

/**
 * Kish's effect of unequal weights: how many times as many items they need as equal ones, n Σw² / (Σw)², 1 or more.
 *
 * @param weights of all items, each above 0; not empty
 * Source: Kish 1965, section 11.7.
 */
export const weightingEffect = (weights: ArrayLike<number>): number => {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i]!;
    squares += weights[i]! ** 2;
  }
  return (weights.length * squares) / sum ** 2;
};
