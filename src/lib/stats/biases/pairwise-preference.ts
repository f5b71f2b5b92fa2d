import { cohenKappa, type CohenKappa } from '../agreement/coefficients/cohen-kappa.ts';
import { ratio, type Estimate } from '../numbers/estimate.ts';

/** The better one of two reports, or a tie. */
export type Preference = 'A' | 'B' | 'tie';
export type Preferences = ArrayLike<Preference | null>;

const valid = (name: string, values: Preferences): void => {
  for (let i = 0; i < values.length; i++)
    if (values[i] !== null && values[i] !== 'A' && values[i] !== 'B' && values[i] !== 'tie')
      throw new Error(`${name} requires A, B, tie or null, got ${JSON.stringify(values[i])}`);
};

interface PreferenceAgreement {
  n: number;
  dropped: number;
  /** Same answer of three. */
  strict: Estimate;
  /** As strict, with half a point if one of the two said tie and the other did not. */
  halfTies: Estimate;
  /** Same answer, over the items on which neither said tie. */
  excludingTies: Estimate;
  nExcludingTies: number;
  kappa: CohenKappa;
}

/**
 * Agreement of two preference judges (A / B / tie), under three tie policies that give different numbers: name the policy.
 *
 * @param first, second preferences over the same comparisons, null = missing (pairwise deletion).
 * @returns undefined as `no-pairs` (strict, half) or `zero-denominator` (no comparison without a tie).
 * @throws if the lengths differ or a value is none of A, B, tie.
 */
export const preferenceAgreement = (first: Preferences, second: Preferences): PreferenceAgreement => {
  if (first.length !== second.length)
    throw new Error(`preferenceAgreement requires equal lengths, got ${first.length} and ${second.length}`);
  valid('preferenceAgreement', first);
  valid('preferenceAgreement', second);
  let n = 0;
  let same = 0;
  let half = 0;
  let decided = 0;
  let sameDecided = 0;
  for (let i = 0; i < first.length; i++) {
    const a = first[i]!;
    const b = second[i]!;
    if (a === null || b === null) continue;
    n++;
    if (a === b) same++;
    else if (a === 'tie' || b === 'tie') half++;
    if (a === 'tie' || b === 'tie') continue;
    decided++;
    if (a === b) sameDecided++;
  }
  return {
    n,
    dropped: first.length - n,
    strict: ratio(same, n, 'no-pairs'),
    halfTies: ratio(same + half / 2, n, 'no-pairs'),
    excludingTies: ratio(sameDecided, decided, n === 0 ? 'no-pairs' : 'zero-denominator'),
    nExcludingTies: decided,
    kappa: cohenKappa(first, second, { categories: ['A', 'B', 'tie'] })
  };
};

interface WinRate {
  n: number;
  wins: number;
  losses: number;
  ties: number;
  /** wins / (wins + losses) */
  tiesExcluded: Estimate;
  /** (wins + ties / 2) / n */
  tiesHalf: Estimate;
  tieRate: Estimate;
}

/**
 * Win rate of A against B, with ties left out or counted half.
 *
 * @returns undefined as `n=0` without verdicts, as `zero-denominator` if all are ties.
 * @throws if a value is none of A, B, tie.
 */
export const winRate = (preferences: Preferences): WinRate => {
  valid('winRate', preferences);
  const count = (value: Preference): number => Array.from(preferences).filter((p) => p === value).length;
  const wins = count('A');
  const losses = count('B');
  const ties = count('tie');
  const n = wins + losses + ties;
  return {
    n,
    wins,
    losses,
    ties,
    tiesExcluded: ratio(wins, wins + losses, n === 0 ? 'n=0' : 'zero-denominator'),
    tiesHalf: ratio(wins + ties / 2, n, 'n=0'),
    tieRate: ratio(ties, n, 'n=0')
  };
};

/** Score of one report in both presentation orders, per dimension. */
export interface SwappedScores {
  /** Scores given when A was shown first: of A and of B, one per dimension. */
  AB: { A: readonly number[]; B: readonly number[] };
  /** Scores given when B was shown first. */
  BA: { A: readonly number[]; B: readonly number[] };
}

/**
 * Verdict of a pointwise-scored comparison made in both orders: totals over the dimensions, averaged over the two orders,
 * and a tie if they differ by at most `tieWithin`.
 *
 * @returns totals in points and the verdict.
 * @throws if a score is not finite or the dimensions differ in number.
 * Source: Zheng et al. 2023 for the swap; arXiv 2510.14240, section 4.2, for the tie margin of 1.
 */
export const swapAverage = (scores: SwappedScores, tieWithin = 1): { A: number; B: number; verdict: Preference } => {
  const lists = [scores.AB.A, scores.AB.B, scores.BA.A, scores.BA.B];
  if (lists.some((list) => list.length !== lists[0]!.length))
    throw new Error('swapAverage requires the same dimensions four times');
  const [aFirst, bSecond, aSecond, bFirst] = lists.map((list) =>
    list.reduce((sum, v) => {
      if (!Number.isFinite(v)) throw new Error(`swapAverage requires finite scores, got ${v}`);
      return sum + v;
    }, 0)
  ) as [number, number, number, number];
  const A = (aFirst + aSecond) / 2;
  const B = (bFirst + bSecond) / 2;
  return { A, B, verdict: Math.abs(A - B) <= tieWithin ? 'tie' : A > B ? 'A' : 'B' };
};
