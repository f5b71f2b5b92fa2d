import { describe, expect, it } from 'vitest';
import { compareRankings } from './compare-rankings.ts';
import { schedulePairs } from './schedule.ts';
import type { TaskGame } from './tournament.ts';

const ids = Array.from({ length: 20 }, (_, at) => `t${String(at).padStart(2, '0')}`);
const { pairs } = schedulePairs(ids, { rounds: 6, seed: 3 });
/** Games in which the task with the higher number wins, or the lower one. */
const games = (better: 'higher' | 'lower'): TaskGame[] =>
  pairs.map(({ round, a, b }) => {
    const won = Number(a > b === (better === 'higher'));
    return { round, a, b, won, outcome: won === 1 ? 0.9 : 0.1 };
  });

describe('two rankings of the same pairs', () => {
  it('that are one have τ_b 1, the same winners and the same cut', () => {
    const same = compareRankings(games('higher'), games('higher'), 5);
    expect(same).toMatchObject({
      pairs: 60,
      tasks: 20,
      tauB: { value: 1 },
      overlap: { k: 5, size: 5, value: 1, chance: 1.25 }
    });
    expect(same.sameWinner).toMatchObject({ k: 60, n: 60, tied: 0, value: 1 });
  });

  it('that are each other’s reverse have τ_b −1 and no winner in common', () => {
    const reverse = compareRankings(games('higher'), games('lower'), 5);
    expect(reverse.tauB.value).toBeCloseTo(-1, 12);
    expect(reverse).toMatchObject({ sameWinner: { k: 0, n: 60 }, overlap: { k: 0, size: 5 } });
  });

  it('are compared on the pairs that both judged', () => {
    const few = games('lower').filter(({ round }) => round === 1);
    const half = compareRankings(games('higher'), few, 5);
    expect([half.pairs, half.tasks]).toEqual([10, 20]);
  });

  it('have no overlap to state if the cut takes all, and no τ_b without pairs', () => {
    expect(compareRankings(games('higher'), games('higher'), 20).overlap).toBeNull();
    expect(compareRankings(games('higher'), [], 5)).toMatchObject({
      ...{ pairs: 0, tasks: 0, overlap: null, sameWinner: { k: 0, n: 0, value: null } },
      tauB: { value: null, reason: 'Both judged no pair.', interval: null }
    });
  });

  it('leave pairs out of the winners in which people are of two minds', () => {
    const split = games('higher').map((game, at) => (at === 0 ? { ...game, won: 0.5, outcome: 0.5 } : game));
    expect(compareRankings(games('higher'), split, 5).sameWinner).toMatchObject({ k: 59, n: 59, tied: 1 });
  });
});
