import { defined, undefinedBecause, type Estimate, type Measurements } from './estimate.ts';
import { kendall } from './kendall.ts';

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
  const fewer = Math.min(concordant, discordant);
  return { ...defined(tauA.value), p: Math.min(1, 2 * shareWithAtMost(fewer, n)), n };
};

/** Share of the permutations of n with at most d inversions, adding one item at a time. */
const shareWithAtMost = (d: number, n: number): number => {
  let share = new Float64Array(d + 1);
  share[0] = 1;
  for (let items = 2; items <= n; items++) {
    const next = new Float64Array(d + 1);
    let window = 0;
    for (let k = 0; k <= d; k++) {
      window += share[k]!;
      if (k >= items) window -= share[k - items]!;
      next[k] = window / items;
    }
    share = next;
  }
  return share.reduce((sum, p) => sum + p, 0);
};
