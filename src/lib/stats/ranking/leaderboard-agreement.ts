import { undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { kendall } from './kendall.ts';

interface LeaderboardAgreement {
  /** The lowest and the mean τ_b over all pairs of judges. */
  lowest: Estimate;
  mean: Estimate;
  /** τ_b of every two judges, by their places, over the systems that both scored. */
  pairs: { a: number; b: number; tauB: Estimate; systems: number }[];
}

/** Decimals to which scores are compared: equal means of different queries must tie. */
const GRAIN = 1e12;

/**
 * Leaderboard agreement: do judges put systems in the same order?
 *
 * Purpose: judges that agree on single items can still rank systems differently, so that the leaderboard depends on the judge.
 *
 * Formula: Kendall's τ_b of the systems' scores, for every two judges; their minimum and their mean.
 *
 * @param scores of each judge, its score of every system, null = not scored (left out pair by pair). Scores that differ by less than
 *   1e-12 tie.
 * @returns undefined as `too-few-raters` below two judges, and for the reason of the first pair that has no τ_b: `n<2` below two
 *   systems, `zero-variance` if a judge scores all systems the same.
 * @throws if judges have different numbers of scores or a score is not finite.
 */
export const leaderboardAgreement = (scores: readonly Measurements[]): LeaderboardAgreement => {
  const rounded = scores.map((own) => Array.from(own, (v) => (v === null ? null : Math.round(v * GRAIN) / GRAIN)));
  const pairs = rounded.flatMap((x, a) =>
    rounded.slice(a + 1).map((y, i) => {
      const { tauB, n } = kendall(x, y);
      return { a, b: a + 1 + i, tauB, systems: n };
    })
  );
  const without = pairs.find(({ tauB }) => tauB.value === null);
  if (pairs.length === 0 || without) {
    const none = undefinedBecause(without?.tauB.reason ?? 'too-few-raters');
    return { lowest: none, mean: none, pairs };
  }
  const taus = pairs.map(({ tauB }) => tauB.value!);
  return {
    lowest: { value: Math.min(...taus) },
    mean: { value: taus.reduce((sum, tau) => sum + tau, 0) / taus.length },
    pairs
  };
};
