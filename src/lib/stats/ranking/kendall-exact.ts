import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { kendall } from './kendall.ts';
import { exactKendallP } from '../distributions/kendall.ts';

const MOST_ITEMS = 500;

/**
 * Kendall's τ with the exact two-sided p-value, for small samples without ties.
 *
 * Formula: under no association every order of y is equally likely, so P(D ≤ d) is the share of permutations of n with at
 * most d inversions; p = 2 · min over both tails, at most 1.
 *
 * @param x, y measurements without ties, null = missing (pairwise deletion), at most 500 pairs.
 * @returns τ (undefined as `n<2`) and p.
 * @throws if x or y has ties, for which no exact distribution of this form exists: use `kendall`; or above 500 pairs.
 * Source: Kendall 1938.
 */
export const kendallExact = (x: Measurements, y: Measurements): Estimate & { p: number | null; n: number } => {
  const { n, concordant, discordant, tiesX, tiesY, tiesBoth, tauA } = kendall(x, y);
  if (tauA.value === null) return { ...undefinedBecause(tauA.reason), p: null, n };
  if (tiesX + tiesY + tiesBoth > 0) throw new Error('kendallExact requires values without ties; kendall handles ties');
  if (n > MOST_ITEMS) throw new Error(`kendallExact requires at most ${MOST_ITEMS} pairs, got ${n}`);
  return { ...defined(tauA.value), p: exactKendallP(concordant, discordant, n), n };
};
