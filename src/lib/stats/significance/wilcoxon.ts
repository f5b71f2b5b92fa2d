import { normalCdf, normalTwoSided } from '../distributions/normal.ts';
import { measurement } from '../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { midranks, tieGroups } from '../numbers/midranks.ts';

export type Wilcoxon = Estimate & {
  /** Sums of the ranks of the positive and of the negative differences. The value is the positive one. */
  plus: number;
  minus: number;
  /** Two-sided p; and P(sum of positive ranks this small or smaller), one-sided. */
  p: number | null;
  pLess: number | null;
  /** Differences that are not 0, on which the test rests. */
  n: number;
  zeros: number;
  dropped: number;
  method: 'exact' | 'normal';
};

/**
 * Wilcoxon's signed-rank test of paired differences: are they as often, and as far, above as below 0?
 *
 * Differences of 0 are dropped, the rest ranked by size with midranks. Normal approximation with tie-corrected variance
 * n(n + 1)(2n + 1)/24 − Σ(t³ − t)/48 and no continuity correction; `exact` counts the 2ⁿ sign patterns.
 *
 * @param differences in any unit, null = missing.
 * @param method default `normal`; `exact` for up to 1000 differences without ties.
 * @returns undefined (`zero-variance`) if every difference is 0 or there is none.
 * @throws if a value is not finite, or `exact` is asked although sizes are tied.
 * Source: Wilcoxon 1945; ties: Lehmann 1975.
 */
export const wilcoxonSignedRank = (differences: Measurements, method: 'exact' | 'normal' = 'normal'): Wilcoxon => {
  const given = Array.from(differences).filter((d) => d !== null);
  const d = given.filter((v) => measurement('wilcoxonSignedRank', v) !== 0);
  const n = d.length;
  const counts = { n, zeros: given.length - n, dropped: differences.length - given.length, method };
  if (n === 0) return { ...undefinedBecause('zero-variance'), plus: 0, minus: 0, p: null, pLess: null, ...counts };
  const sizes = Float64Array.from(d, Math.abs);
  const ranks = midranks(sizes);
  const plus = d.reduce((sum, v, i) => sum + (v > 0 ? ranks[i]! : 0), 0);
  const minus = (n * (n + 1)) / 2 - plus;
  const ties = tieGroups(sizes).filter((t) => t > 1);
  if (method === 'exact') {
    if (ties.length > 0) throw new Error('wilcoxonSignedRank (exact) requires differences of distinct sizes');
    if (n > 1000) throw new Error(`wilcoxonSignedRank (exact) requires at most 1000 differences, got ${n}`);
    const share = sharesOfRankSums(n);
    const upTo = (w: number): number => share.subarray(0, Math.floor(w) + 1).reduce((sum, p) => sum + p, 0);
    const pLess = Math.min(1, upTo(plus));
    return { ...defined(plus), plus, minus, p: Math.min(1, 2 * upTo(Math.min(plus, minus))), pLess, ...counts };
  }
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties.reduce((sum, t) => sum + (t ** 3 - t), 0) / 48;
  const z = (plus - (n * (n + 1)) / 4) / Math.sqrt(variance);
  return { ...defined(plus), plus, minus, p: normalTwoSided(z), pLess: normalCdf(z), ...counts };
};

/** Share of the 2ⁿ sign patterns of ranks 1 … n with each sum of positive ranks. */
const sharesOfRankSums = (n: number): Float64Array => {
  const most = (n * (n + 1)) / 2;
  const share = new Float64Array(most + 1);
  share[0] = 1;
  for (let rank = 1, reached = 0; rank <= n; rank++) {
    reached += rank;
    for (let w = reached; w >= 0; w--) share[w] = (share[w]! + (w >= rank ? share[w - rank]! : 0)) / 2;
  }
  return share;
};
