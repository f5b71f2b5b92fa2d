import { measurement } from '../numbers/complete-pairs.ts';
import { bare, defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import { kendall } from '../ranking/kendall.ts';

/**
 * Self-preference of a judge, as a difference in differences: does judge A, against judge B, favour systems of its own
 * family more than it favours others?
 *
 * Formula: mean over own systems of (A − B) − mean over other systems of (A − B). Above 0 = A is kinder to its own.
 *
 * @param scores per system: score by judge A, score by judge B, and whether the system is of A's family.
 * @returns in the unit of the scores; undefined (`n=0`) if there is no own or no other system.
 * @throws if a score is not finite.
 */
export const selfPreference = (scores: readonly { a: number; b: number; own: boolean }[]): Estimate => {
  const gap = (own: boolean): number[] =>
    scores
      .filter((s) => s.own === own)
      .map(({ a, b }) => measurement('selfPreference', a) - measurement('selfPreference', b));
  const mean = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
  const own = gap(true);
  const others = gap(false);
  return own.length === 0 || others.length === 0 ? undefinedBecause('n=0') : defined(mean(own) - mean(others));
};

/**
 * Stability of a leaderboard: Kendall's τ_b of the same systems' scores under two judges, and whether both rank them in
 * the same order (ties included).
 *
 * @returns undefined as `n<2` or `zero-variance`; `identical` is given in any case.
 * @throws if lengths differ or a score is not finite.
 */
export const leaderboardStability = (a: ArrayLike<number>, b: ArrayLike<number>): Estimate & { identical: boolean } => {
  const pairs = kendall(a, b);
  const identical = pairs.discordant === 0 && pairs.tiesX === 0 && pairs.tiesY === 0;
  return { ...bare(pairs.tauB), identical };
};
