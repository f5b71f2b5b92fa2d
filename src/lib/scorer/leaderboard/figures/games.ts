import { pairOutcome, type PairOutcome } from '../../protocols/pairwise/pairwise-score.ts';
import type { Score } from '../../score.ts';
import { rateWithEnough } from './enough.ts';
import { clusteredRate, type Rate } from './rate.ts';
import type { Origin } from './rows.ts';
import { ratioSeries, type Series } from './series.ts';

/** A system's comparisons with the baseline, one a query. */
export interface Games {
  wins: number;
  losses: number;
  ties: number;
  /** Wins ÷ (wins + losses), 0 … 1; null if no game was decisive. */
  winRate: Rate;
  /** Share of games whose two orders of presentation agree, averaged over judges. */
  consistency: Rate;
  /** The same comparisons, each order of presentation a game of its own; null if no comparison has a score. */
  byOrder: OrderGames | null;
}

/**
 * Games as the reference scorer counts them: two for each comparison, without averaging the orders first. With several judges
 * the counts are means over judges; with one they are whole.
 */
interface OrderGames {
  wins: number;
  losses: number;
  ties: number;
  /** Wins ÷ (wins + losses), 0 … 1; null if no game was decisive. Its interval counts the two orders of a pair once. */
  winRate: Rate;
}

type Scored = Pick<Origin, 'qid'> & { score: Score | null };

const outcomesOf = (rows: readonly Scored[]): { qid: string; outcome: PairOutcome }[] =>
  rows.flatMap(({ qid, score }) =>
    score?.value === null || score?.value === undefined ? [] : [{ qid, outcome: pairOutcome(score.value) }]
  );

const decisive = (outcomes: readonly { qid: string; outcome: PairOutcome }[]) =>
  outcomes.map(({ qid, outcome }) => ({ qid, k: outcome === 'win' ? 1 : 0, n: outcome === 'tie' ? 0 : 1 }));

const orderGamesOf = (rows: readonly Scored[]): OrderGames | null => {
  const counts = rows.flatMap(({ qid, score }) => {
    const { orderWins: wins, orderLosses: losses } = (score?.value === null ? null : score?.figures) ?? {};
    return typeof wins === 'number' && typeof losses === 'number' ? [{ qid, wins, losses }] : [];
  });
  if (counts.length === 0) return null;
  const sum = (of: 'wins' | 'losses') => counts.reduce((total, one) => total + one[of], 0);
  const [wins, losses] = [sum('wins'), sum('losses')];
  const halves = counts.map(({ qid, wins: k, losses: lost }) => ({ qid, k: k / 2, n: (k + lost) / 2 }));
  return {
    wins,
    losses,
    ties: 2 * counts.length - wins - losses,
    winRate: rateWithEnough(clusteredRate(halves))
  };
};

/**
 * Wins, losses and ties of rows under a pairwise metric, whose score is a difference of totals averaged over the two orders and
 * the judges. Ties are no part of the win rate (arXiv 2510.14240, section 4.2). Its interval is Wilson's on the effective number of games: exact methods and bootstraps
 * either ignore that games nest in queries or have no width if a system wins every game.
 */
export const gamesOf = (rows: readonly Scored[]): Games => {
  const outcomes = outcomesOf(rows);
  const count = (wanted: PairOutcome) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    wins: count('win'),
    losses: count('loss'),
    ties: count('tie'),
    winRate: clusteredRate(decisive(outcomes)),
    byOrder: orderGamesOf(rows),
    consistency: clusteredRate(
      rows.flatMap(({ qid, score }) => {
        const consistent = score?.value === null ? null : score?.figures['consistent'];
        return consistent === null || consistent === undefined ? [] : [{ qid, k: consistent, n: 1 }];
      })
    )
  };
};

/** Wins to decisive games by query. */
export const gamesSeries = (rows: readonly Scored[]): Series => ratioSeries(decisive(outcomesOf(rows)));

/** Why there is no win rate. */
export const whyNoWinRate = ({ ties }: Games): string =>
  ties === 0
    ? 'No game was judged.'
    : `No game is decisive: ${ties === 1 ? 'the only game is a tie' : `all ${ties} games are ties`}.`;
