import { elo } from '../../../../stats/index.ts';
import { byText } from './schedule.ts';

/** One pair that was judged. */
export interface TaskGame {
  round: number;
  a: string;
  b: string;
  /** Soft outcome for a, from 0 to 1: the confidence C if a won, 1 − C if b did. */
  outcome: number;
  /** Share of the picks that a won: 1 or 0 for one pick. */
  won: number;
}

export interface RatedTask {
  id: string;
  rating: number;
  /** Place from 1; equal ratings are ordered by id. */
  place: number;
  /** Another task has the same rating. */
  tied: boolean;
  games: number;
  /** Games that it won, with shares. */
  wins: number;
}

const ELO = { k: 32, initial: 1200 } as const;
/** Ratings that differ by no more are tied. */
const SAME_RATING = 1e-12;

/**
 * Tasks by Elo rating, best first (arXiv 2509.01396, equations 1–3). Tasks of a round are paired disjointly, so that the order within a
 * round does not matter. Ratings that are equal to 1e-12 are tied, and then ids decide, compared as text.
 *
 * @throws if a game names a task that is not among the ids
 */
export function rateTasks(ids: readonly string[], games: readonly TaskGame[]): RatedTask[] {
  const numberOf = new Map(ids.map((id, at) => [id, at]));
  const numbered = [...games]
    .sort((x, y) => x.round - y.round)
    .map(({ a, b, outcome }) => ({ a: numberOf.get(a) ?? -1, b: numberOf.get(b) ?? -1, outcome }));
  const ratings = elo(numbered, ids.length, ELO);
  const played = ids.map(() => 0);
  const won = ids.map(() => 0);
  numbered.forEach(({ a, b }) => [a, b].forEach((at) => (played[at]! += 1)));
  for (const game of games) {
    won[numberOf.get(game.a)!]! += game.won;
    won[numberOf.get(game.b)!]! += 1 - game.won;
  }
  const rows = ids
    .map((id, at) => ({ id, rating: ratings[at]!, games: played[at]!, wins: won[at]! }))
    .sort((x, y) => y.rating - x.rating);
  const groups: (typeof rows)[] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && group[0]!.rating - row.rating <= SAME_RATING) group.push(row);
    else groups.push([row]);
  }
  return groups
    .flatMap((group) => group.sort((x, y) => byText(x.id, y.id)).map((row) => ({ ...row, tied: group.length > 1 })))
    .map((row, at) => ({ ...row, place: at + 1 }));
}
