import { jackknifeInterval, kendall, wilson } from '../../../../stats/index.ts';
import { rateTasks, type TaskGame } from './tournament.ts';

/** Two rankings of the same pairs by different judges. */
export interface RankingsCompared {
  /** Pairs that both judged, and tasks in them. */
  pairs: number;
  tasks: number;
  /** Pairs in which both prefer the same task, among those in which both have a preference; the others are `tied` for one or both. */
  sameWinner: { k: number; n: number; tied: number; value: number | null; interval: readonly [number, number] | null };
  /** Kendall's τ_b of the ratings from these pairs alone; jackknife interval by task. */
  tauB: { value: number | null; reason: string | null; interval: readonly [number, number] | null };
  /** Tasks in both cuts, of `size`; Wilson interval of the share. `chance`: by lot. */
  overlap: {
    k: number;
    size: number;
    value: number | null;
    interval: readonly [number, number] | null;
    chance: number;
  } | null;
}

const pairKey = ({ round, a, b }: TaskGame): string => JSON.stringify([round, a, b]);

const tauBetween = (x: readonly number[], y: readonly number[]): number | null => kendall(x, y).tauB.value;

/**
 * Compares two rankings on the pairs that both judged, so that neither has seen more: Kendall's τ_b of the ratings, and the tasks that both
 * select among their best. There is no overlap to state if the cut takes all of these tasks.
 */
export function compareRankings(one: readonly TaskGame[], other: readonly TaskGame[], top: number): RankingsCompared {
  const keys = new Set(other.map(pairKey));
  const mine = one.filter((game) => keys.has(pairKey(game)));
  const own = new Set(mine.map(pairKey));
  const theirs = other.filter((game) => own.has(pairKey(game)));
  const ids = [...new Set(mine.flatMap(({ a, b }) => [a, b]))].sort();
  const [first, second] = [rateTasks(ids, mine), rateTasks(ids, theirs)];
  const ratingOf = (rated: typeof first) => new Map(rated.map(({ id, rating }) => [id, rating]));
  const [r1, r2] = [ratingOf(first), ratingOf(second)];
  const [x, y] = [ids.map((id) => r1.get(id)!), ids.map((id) => r2.get(id)!)];
  const tau = tauBetween(x, y);
  const without = ids.map((_, at) => tauBetween(x.toSpliced(at, 1), y.toSpliced(at, 1)));
  const wonBy = new Map(theirs.map((game) => [pairKey(game), game.won]));
  const decided = mine.flatMap((game) => {
    const [p, q] = [game.won, wonBy.get(pairKey(game))!];
    return p === 0.5 || q === 0.5 ? [] : [p > 0.5 === q > 0.5];
  });
  const same = decided.filter(Boolean).length;
  const agreed = wilson(same, decided.length);
  const chosen = new Set(second.slice(0, top).map(({ id }) => id));
  const both = first.slice(0, top).filter(({ id }) => chosen.has(id)).length;
  const shared = wilson(both, Math.min(top, ids.length));
  return {
    ...{ pairs: mine.length, tasks: ids.length },
    sameWinner: {
      ...{ k: same, n: decided.length, tied: mine.length - decided.length },
      ...{ value: agreed.value, interval: agreed.interval }
    },
    tauB: {
      value: tau,
      reason: tau === null ? (ids.length < 2 ? 'Both judged no pair.' : 'One of the rankings ties all tasks.') : null,
      interval: tau === null ? null : jackknifeInterval(tau, without, { range: [-1, 1] }).interval
    },
    overlap:
      ids.length <= top
        ? null
        : { k: both, size: top, value: shared.value, interval: shared.interval, chance: (top * top) / ids.length }
  };
}
