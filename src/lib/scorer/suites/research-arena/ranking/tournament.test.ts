import { describe, expect, it } from 'vitest';
import { schedulePairs } from './schedule.ts';
import { rateTasks, type TaskGame } from './tournament.ts';

const game = (round: number, a: string, b: string, outcome: number): TaskGame => ({
  ...{ round, a, b, outcome },
  won: Number(outcome > 0.5)
});
const ratings = (ids: string[], games: TaskGame[]) =>
  Object.fromEntries(rateTasks(ids, games).map(({ id, rating }) => [id, rating]));

describe('Elo of tasks', () => {
  it('moves two tasks at 1200 by 9.6 if one wins with confidence .8', () => {
    const after = ratings(['t1', 't2'], [game(1, 't1', 't2', 0.8)]);
    expect(after['t1']).toBeCloseTo(1209.6, 10);
    expect(after['t2']).toBeCloseTo(1190.4, 10);
  });

  it('of a tournament of four tasks in two rounds is the one computed by hand', () => {
    // Round 1: all at 1200, so E = ½. p: +32(.8 − .5) = +9.6; r: 32(.3 − .5) = −6.4.
    // Round 2: E(p) = 1/(1 + 10^−.008) = .50460504…, so p: +32(.9 − E); E(q) = 1/(1 + 10^.008) = .49539496…, so q: 32(.45 − E).
    const games = [game(1, 'p', 'q', 0.8), game(1, 'r', 's', 0.3), game(2, 'p', 's', 0.9), game(2, 'q', 'r', 0.45)];
    const byHand = { p: 1222.252638720929, s: 1193.747361279071, r: 1195.052638720929, q: 1188.947361279071 };
    for (const order of [games, [games[1]!, games[0]!, games[3]!, games[2]!], [...games].reverse()])
      for (const [id, rating] of Object.entries(ratings(['p', 'q', 'r', 's'], order)))
        expect(rating).toBeCloseTo(byHand[id as keyof typeof byHand], 9);
    const rated = rateTasks(['p', 'q', 'r', 's'], games);
    expect(rated.map(({ id, place }) => [id, place])).toEqual([['p', 1], ['r', 2], ['s', 3], ['q', 4]]); // prettier-ignore
    expect(rated.map(({ wins, games: n }) => [wins, n])).toEqual([[2, 2], [1, 2], [1, 2], [0, 2]]); // prettier-ignore
    expect(rated.reduce((sum, { rating }) => sum + rating, 0)).toBeCloseTo(4800, 9);
  });

  it('ties ratings that are equal to 1e-12, and orders them by id as text', () => {
    const rated = rateTasks(['t10', 't9', 'T1', 'x', 'y'], [game(1, 'x', 'y', 0.5 + 1e-14)]);
    expect(rated.map(({ id, tied }) => [id, tied])).toEqual([['T1', true], ['t10', true], ['t9', true], ['x', true], ['y', true]]); // prettier-ignore
    const apart = rateTasks(['x', 'y'], [game(1, 'x', 'y', 0.5 - 1e-9)]);
    expect(apart.map(({ id, tied }) => [id, tied])).toEqual([['y', false], ['x', false]]); // prettier-ignore
  });

  it('leaves a task without a game at 1200', () => {
    expect(rateTasks(['a', 'b', 'c'], [game(1, 'a', 'c', 1)])[1]).toEqual({ id: 'b', rating: 1200, place: 2, tied: false, games: 0, wins: 0 }); // prettier-ignore
  });
});

describe('the pairs of a tournament', () => {
  const ids = Array.from({ length: 9 }, (_, at) => `t${at}`);

  it('are disjoint in each round, cover all tasks but one bye, and depend on the set of ids and the seed alone', () => {
    const { pairs, byes } = schedulePairs(ids, { rounds: 4, seed: 7 });
    for (const round of [1, 2, 3, 4]) {
      const there = pairs.filter((one) => one.round === round).flatMap(({ a, b }) => [a, b]);
      const bye = byes.filter((one) => one.round === round).map(({ id }) => id);
      expect([...there, ...bye].sort()).toEqual(ids);
      expect(bye).toHaveLength(1);
    }
    expect(schedulePairs([...ids].reverse(), { rounds: 4, seed: 7 })).toEqual({ pairs, byes });
    expect(schedulePairs(ids, { rounds: 4, seed: 8 }).pairs).not.toEqual(pairs);
  });

  it('give no task a second bye before all have had one', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { byes } = schedulePairs(ids, { rounds: 9, seed });
      expect(byes.map(({ id }) => id).sort()).toEqual(ids);
    }
  });

  it('show each task as A about half of the time', () => {
    let first = 0;
    for (let seed = 0; seed < 400; seed += 1)
      first += schedulePairs(['x', 'y'], { rounds: 1, seed }).pairs.filter(({ a }) => a === 'x').length;
    expect(Math.abs(first - 200)).toBeLessThan(40);
  });

  it('of one task are none, and of an id that comes twice are refused', () => {
    expect(schedulePairs(['x'], { rounds: 2, seed: 1 })).toEqual({
      pairs: [],
      byes: [
        { round: 1, id: 'x' },
        { round: 2, id: 'x' }
      ]
    });
    expect(() => schedulePairs(['x', 'x'], { rounds: 1, seed: 1 })).toThrow('requires different ids');
    expect(() => schedulePairs(['x', 'y'], { rounds: 0, seed: 1 })).toThrow('requires one round or more');
  });
});
