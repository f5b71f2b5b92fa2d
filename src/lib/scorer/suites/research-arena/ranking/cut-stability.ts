import { quantileOfSorted, seededRandom, strengthDraws } from '../../../../stats/index.ts';
import { byText, schedulePairs } from './schedule.ts';
import { rateTasks, type TaskGame } from './tournament.ts';

/** Tasks that two selections share: the mean over draws, with the interval that holds 95% of them. */
export interface ExpectedOverlap {
  mean: number;
  low: number;
  high: number;
}

/** How far the top of a ranking is chance. */
export interface CutStability {
  /** Tasks in the cut: the top N, or all if there are fewer. */
  size: number;
  /** By id: probability that the task is among the N strongest. */
  inTop: Map<string, number>;
  /** Tasks of the cut that are among the N strongest. */
  strongest: ExpectedOverlap;
  /** Tasks of the cut that another tournament of the same size, with other pairs, would select. */
  repeated: ExpectedOverlap;
  /** Tasks whose probability is neither below .05 nor above .95: whether they are in the cut is open. */
  open: number;
}

const overlapOf = (counts: readonly number[]): ExpectedOverlap => {
  const sorted = Float64Array.from(counts).sort();
  return {
    mean: counts.reduce((sum, one) => sum + one, 0) / counts.length,
    low: quantileOfSorted(sorted, 0.025),
    high: quantileOfSorted(sorted, 0.975)
  };
};

const strongestOf = (ids: readonly string[], strengths: ArrayLike<number>, size: number): string[] =>
  ids
    .map((id, at) => ({ id, strength: strengths[at]! }))
    .sort((x, y) => y.strength - x.strength || byText(x.id, y.id))
    .slice(0, size)
    .map(({ id }) => id);

/** Ids of the best tasks of a tournament. */
export const cutOf = (ids: readonly string[], games: readonly TaskGame[], size: number): string[] =>
  rateTasks(ids, games)
    .slice(0, size)
    .map(({ id }) => id);

/** Draws of strengths, and tournaments that are played again; fewer of many tasks, whose shares vary less, so that a page waits a few seconds at most. */
const effort = (tasks: number): { draws: number; replays: number } =>
  tasks > 1_000 ? { draws: 200, replays: 50 } : { draws: 500, replays: 200 };

/**
 * Stability of the top N of a tournament. Strengths are drawn from their posterior under Bradley–Terry (`strengthDraws`), given who won
 * which game. Each draw says which tasks are the N strongest; and tournaments played again under draws, with other pairs and with
 * confidences as they occurred, say what a repetition would select.
 *
 * @param rounds of a tournament that is played again
 * @returns null if there is no game, so that nothing is known
 */
export function cutStability(
  ids: readonly string[],
  games: readonly TaskGame[],
  { top, rounds, seed = 1 }: { top: number; rounds: number; seed?: number }
): CutStability | null {
  if (games.length === 0) return null;
  const numberOf = new Map(ids.map((id, at) => [id, at]));
  const size = Math.min(top, ids.length);
  const cut = new Set(cutOf(ids, games, size));
  const shared = (selected: readonly string[]): number => selected.filter((id) => cut.has(id)).length;
  const played = games.map(({ a, b, won }) => ({ a: numberOf.get(a)!, b: numberOf.get(b)!, outcome: won }));
  const { draws: wanted, replays } = effort(ids.length);
  const { draws } = strengthDraws(played, ids.length, { draws: wanted, seed });

  const times = new Map(ids.map((id) => [id, 0]));
  const strongest = draws.map((strengths) => {
    const selected = strongestOf(ids, strengths, size);
    for (const id of selected) times.set(id, times.get(id)! + 1);
    return shared(selected);
  });

  const random = seededRandom(seed);
  const margins = games.map(({ outcome }) => Math.abs(outcome - 0.5));
  const repeated = Array.from({ length: replays }, (_, replay) => {
    const strengths = draws[Math.floor((replay * draws.length) / replays)]!;
    const { pairs } = schedulePairs(ids, { rounds, seed: random.u32() });
    const again = pairs.map(({ round, a, b }): TaskGame => {
      const gap = strengths[numberOf.get(a)!]! - strengths[numberOf.get(b)!]!;
      const won = random.unit() < 1 / (1 + Math.exp(-gap)) ? 1 : 0;
      const margin = margins[random.below(margins.length)]!;
      return { round, a, b, won, outcome: won === 1 ? 0.5 + margin : 0.5 - margin };
    });
    return shared(cutOf(ids, again, size));
  });

  const inTop = new Map([...times].map(([id, n]) => [id, n / draws.length]));
  return {
    ...{ size, inTop, strongest: overlapOf(strongest), repeated: overlapOf(repeated) },
    open: [...inTop.values()].filter((p) => p >= 0.05 && p <= 0.95).length
  };
}
