import { chiSquareUpper } from '../distributions/gamma.ts';
import { measurements } from '../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import { midranks, tieGroups } from '../numbers/midranks.ts';

type KendallW = Estimate & { chi2: number | null; df: number; p: number | null; items: number; raters: number };

/**
 * Kendall's coefficient of concordance W: how nearly several raters rank the items alike.
 *
 * Formula: with rank sums R_i over m raters of n items, W = 12 Σ(R_i − R̄)² / (m²(n³ − n) − m Σ(t³ − t)), the last sum over
 * every rater's groups of t tied items; χ² = m(n − 1)W on n − 1 degrees of freedom. 0 = no concordance, 1 = same ranking.
 *
 * @param raters one array of scores per rater, all over the same items, without gaps.
 * @returns undefined as `too-few-raters` below two, `n<2` below two items, `zero-variance` if every rater ties all.
 * @throws if lengths differ or a value is not finite.
 * Source: Kendall and Babington Smith 1939; Siegel and Castellan 1988 for ties.
 */
export const kendallW = (raters: readonly ArrayLike<number>[]): KendallW => {
  const m = raters.length;
  const n = raters[0]?.length ?? 0;
  if (raters.some((r) => r.length !== n)) throw new Error('kendallW requires arrays of equal length');
  const counts = { df: Math.max(0, n - 1), items: n, raters: m };
  const none = { chi2: null, p: null, ...counts };
  if (m < 2) return { ...undefinedBecause('too-few-raters'), ...none };
  if (n < 2) return { ...undefinedBecause('n<2'), ...none };
  const scores = raters.map((r) => measurements('kendallW', r));
  const sums = new Float64Array(n);
  for (const rater of scores) for (const [i, rank] of midranks(rater).entries()) sums[i]! += rank;
  const centre = (m * (n + 1)) / 2;
  const squares = sums.reduce((sum, r) => sum + (r - centre) ** 2, 0);
  const ties = scores.flatMap((rater) => tieGroups(rater)).reduce((sum, t) => sum + (t ** 3 - t), 0);
  const largest = m * m * (n ** 3 - n) - m * ties;
  if (largest === 0) return { ...undefinedBecause('zero-variance'), ...none };
  const w = (12 * squares) / largest;
  const chi2 = m * (n - 1) * w;
  return { ...defined(w), chi2, p: chiSquareUpper(chi2, n - 1), ...counts };
};
