import { completePairs } from '../numbers/complete-pairs.ts';
import { normalTwoSided } from '../distributions/normal.ts';
import { ratio, type Estimate, type Measurements, type UndefinedReason } from '../numbers/estimate.ts';
import { exactKendallP } from '../distributions/kendall.ts';
import { pairCounts, pairCountsFromTable, type PairCounts, type TieSums } from '../numbers/pair-counts.ts';

export interface Kendall extends PairCounts {
  dropped: number;
  /** (C − D) / all pairs. */
  tauA: Estimate;
  /** (C − D) / √((pairs not tied on x)(pairs not tied on y)): the one to show. */
  tauB: Estimate;
  /** 2(C − D) / (n²(m − 1)/m), m = the smaller number of distinct values. */
  tauC: Estimate;
  /** Goodman and Kruskal's γ, (C − D) / (C + D): ties left out. */
  gamma: Estimate;
  /** Somers' D of y given x, (C − D) / (pairs not tied on x). */
  somersDyx: Estimate;
  /** (C + pairs tied on both) / all pairs; see `pairwiseAccuracy`. */
  pairAccuracy: Estimate;
  /** Two-sided p of no association: exact below 10 items without ties, else by the normal approximation with tie-corrected variance. */
  p: number | null;
}

/**
 * Kendall's rank correlations: over all pairs of items, how much more often x and y order them alike than unlike.
 *
 * Formula: with C concordant and D discordant pairs and the pairs tied on x only, y only or both, see the members of
 * `Kendall`. τ_a is (C − D)/½n(n − 1), which cannot reach 1 under ties. Knight's merge count, n log n.
 *
 * @param x, y measurements of the same items, null = missing (pairwise deletion).
 * @returns each coefficient undefined on its own: `n<2`, or `zero-variance` if x or y is constant (τ_a is then 0).
 * @throws if the lengths differ or a value is not finite.
 * Source: Kendall 1945; Stuart 1953; Goodman and Kruskal 1954; Somers 1962; Knight 1966.
 */
export const kendall = (x: Measurements, y: Measurements): Kendall => {
  const pairs = completePairs('kendall', x, y);
  return coefficients(pairCounts(pairs.x, pairs.y), pairs.dropped);
};

/** The coefficients of `kendall` from a table of counts whose rows (x) and columns (y) are in ascending order. */
export const kendallFromTable = (counts: readonly (readonly number[])[]): Kendall =>
  coefficients(pairCountsFromTable(counts), 0);

/** Below so many items the normal approximation is poor: at 2 it says .32 if every order has p = 1. */
const FEW = 10;

const coefficients = (counts: PairCounts, dropped: number): Kendall => {
  const { n, concordant, discordant, tiesX, tiesY, tiesBoth, groupsX, groupsY } = counts;
  const all = concordant + discordant + tiesX + tiesY + tiesBoth;
  const excess = concordant - discordant;
  const reason: UndefinedReason = n < 2 ? 'n<2' : 'zero-variance';
  const untiedX = all - tiesX - tiesBoth;
  const untiedY = all - tiesY - tiesBoth;
  const m = Math.min(groupsX.distinct, groupsY.distinct);
  return {
    ...counts,
    dropped,
    tauA: ratio(excess, all, reason),
    tauB: ratio(excess, Math.sqrt(untiedX * untiedY), reason),
    tauC: ratio(2 * excess * m, n * n * (m - 1), reason),
    gamma: ratio(excess, concordant + discordant, reason),
    somersDyx: ratio(excess, untiedX, reason),
    pairAccuracy: ratio(concordant + tiesBoth, all, reason),
    p:
      n >= 2 && n < FEW && tiesX + tiesY + tiesBoth === 0
        ? exactKendallP(concordant, discordant, n)
        : significance(excess, n, groupsX, groupsY)
  };
};

const significance = (excess: number, n: number, x: TieSums, y: TieSums): number | null => {
  if (n < 2 || x.distinct < 2 || y.distinct < 2) return null;
  const variance =
    (n * (n - 1) * (2 * n + 5) - x.spread - y.spread) / 18 +
    (x.pairs * y.pairs) / (2 * n * (n - 1)) +
    (n > 2 ? (x.triples * y.triples) / (9 * n * (n - 1) * (n - 2)) : 0);
  return variance > 0 ? normalTwoSided(excess / Math.sqrt(variance)) : null;
};
