import type { TaskGame } from './tournament.ts';

/** One judge's finding on a pair that was shown in one order. Null winner: its reply could not be used. */
export interface PairFinding {
  round: number;
  pair: number;
  /** As scheduled, whatever the order in which they were shown. */
  a: string;
  b: string;
  order: 'first' | 'second';
  judge: string;
  /** Of the scheduled pair. */
  winner: 'a' | 'b' | null;
  confidence: number;
  corrected: boolean;
  equal: boolean;
}

export interface TournamentGames {
  games: TaskGame[];
  /** Pairs that change no rating, because a reply could not be used even after it was asked for once more. */
  failed: { round: number; a: string; b: string }[];
  /** Pairs whose winner a judge changed with the order in which they were shown, among those that it judged in both orders. */
  flips: { changed: number; of: number };
  /** Comparisons in which the judge had named the task with fewer points, and those with equal points, among all usable ones. */
  corrected: number;
  equal: number;
  usable: number;
  /** Comparisons won by the task that was shown as A. */
  firstWins: number;
}

/**
 * TournamentGames from what judges found. The outcome of a pair is the mean over judges and orders. A judge whose reply could not be used in one of the
 * orders does not count for the pair, since the other order alone would keep its bias of position; a pair for which no judge counts changes no rating.
 */
export function tournamentGames(
  findings: readonly PairFinding[],
  judges: readonly string[],
  orders: 1 | 2
): TournamentGames {
  const games: TaskGame[] = [];
  const failed: TournamentGames['failed'] = [];
  const flips = { changed: 0, of: 0 };
  const usable = findings.filter(({ winner, judge }) => winner !== null && judges.includes(judge));
  const byPair = Map.groupBy(
    findings.filter(({ judge }) => judges.includes(judge)),
    ({ round, pair }) => `${round} ${pair}`
  );
  for (const pair of byPair.values()) {
    const { round, a, b } = pair[0]!;
    const counted = judges.flatMap((judge) => {
      const own = pair.filter((one) => one.judge === judge && one.winner !== null);
      if (own.length < orders) return [];
      if (orders === 2) {
        flips.of += 1;
        if (own[0]!.winner !== own[1]!.winner) flips.changed += 1;
      }
      return own;
    });
    if (counted.length === 0) {
      // A pair that some judge has not answered yet is open, and has not failed.
      if (pair.some(({ winner }) => winner === null)) failed.push({ round, a, b });
      continue;
    }
    const mean = (of: (one: PairFinding) => number): number =>
      counted.reduce((sum, one) => sum + of(one), 0) / counted.length;
    games.push({
      ...{ round, a, b },
      outcome: mean(({ winner, confidence }) => (winner === 'a' ? confidence : 1 - confidence)),
      won: mean(({ winner }) => Number(winner === 'a'))
    });
  }
  return {
    ...{ games, failed, flips, usable: usable.length },
    corrected: usable.filter((one) => one.corrected).length,
    equal: usable.filter((one) => one.equal).length,
    firstWins: usable.filter(({ winner, order }) => (winner === 'a') === (order === 'first')).length
  };
}
