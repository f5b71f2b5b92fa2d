import type { Leaderboard } from './table.ts';

/** Of the values on a leaderboard, whether there is one … */
interface BoardCaveats {
  /** that is not compared with the best: it rests on fewer than `LEAST_QUERIES` queries, or has fewer in common with it. */
  uncompared: boolean;
  /** whose interval rests on so few queries that it is too narrow as a rule. */
  few: boolean;
  /** that is not the mean of the judges’ own values, because a judge has none for some of the units. */
  ownUnits: boolean;
}

/** Caveats about the values of a leaderboard, for its readers. */
export function caveatsOf({ systems }: Pick<Leaderboard, 'systems'>): BoardCaveats {
  const cells = systems.flatMap(({ scores }) => Object.values(scores));
  return {
    uncompared: cells.some(({ versusBest }) => versusBest?.reason !== undefined),
    few: cells.some(({ fewQueries }) => fewQueries),
    ownUnits: cells.some(({ meanOfOwn }) => meanOfOwn === false)
  };
}
