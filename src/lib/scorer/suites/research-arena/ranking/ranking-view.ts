import { cutStability, type CutStability } from './cut-stability.ts';
import { tournamentGames, type TournamentGames, type PairFinding } from './games.ts';
import { schedulePairs } from './schedule.ts';
import { rateTasks, type RatedTask } from './tournament.ts';

/** How a ranking was planned. */
export interface RankingPlan {
  tasks: readonly string[];
  rounds: number;
  seed: number;
  bothOrders: boolean;
  top: number;
}

interface RankedRow extends RatedTask {
  selected: boolean;
  /** Probability that the task is among the N strongest; null if no pair has been judged. */
  inTop: number | null;
}

/** A ranking by some judges, as pages and files show it. */
export interface RankingView extends Omit<TournamentGames, 'games'> {
  rows: RankedRow[];
  games: TournamentGames['games'];
  /** Pairs of the whole tournament, and tasks without a pair in a round. */
  pairs: number;
  byes: { round: number; id: string }[];
  /** Null if no pair has been judged. */
  stability: CutStability | null;
  /** A task in the cut has the same rating as one outside it, so that ids decide. */
  tiedCut: boolean;
}

/**
 * The ranking that judges' findings come to.
 *
 * @param judges that count; the outcome of a pair is their mean. @param orders in which each judge saw a pair
 */
export function rankingView(
  plan: RankingPlan,
  findings: readonly PairFinding[],
  judges: readonly string[],
  orders: 1 | 2
): RankingView {
  const { tasks, rounds, seed, top } = plan;
  const { pairs, byes } = schedulePairs(tasks, { rounds, seed });
  const found = tournamentGames(findings, judges, orders);
  const stability = cutStability(tasks, found.games, { top, rounds, seed });
  const rated = rateTasks(tasks, found.games);
  const rows = rated.map((row) => ({
    ...{ ...row, selected: row.place <= top },
    inTop: stability?.inTop.get(row.id) ?? null
  }));
  const [last, next] = [rows[top - 1], rows[top]];
  const tiedCut = last !== undefined && next !== undefined && Math.abs(last.rating - next.rating) <= 1e-12;
  return { ...found, rows, pairs: pairs.length, byes, stability, tiedCut };
}
