import { describe, expect, it } from 'vitest';
import { tournamentGames, type PairFinding } from './games.ts';

const finding = (change: Partial<PairFinding> = {}): PairFinding => ({
  ...{ round: 1, pair: 1, a: 'x', b: 'y', order: 'first', judge: 'm', winner: 'a', confidence: 0.8 },
  ...{ corrected: false, equal: false, ...change }
});

describe('games of a ranking', () => {
  it('have the confidence as their outcome, from the side of the first task', () => {
    expect(tournamentGames([finding(), finding({ pair: 2, winner: 'b' })], ['m'], 1).games.map(({ outcome, won }) => [outcome, won])).toEqual([[0.8, 1], [1 - 0.8, 0]]); // prettier-ignore
  });

  it('of both orders are the mean, and a winner that changes with the order is counted', () => {
    const both = tournamentGames([finding(), finding({ order: 'second', winner: 'b', confidence: 0.6 })], ['m'], 2);
    expect(both.games).toEqual([{ round: 1, a: 'x', b: 'y', outcome: expect.closeTo(0.6, 12), won: 0.5 }]);
    expect(both.flips).toEqual({ changed: 1, of: 1 });
    // Both times the task that was shown as A won.
    expect(both.firstWins).toBe(2);
  });

  it('of a pair whose reply could not be used change no rating and are counted, also if only one order failed', () => {
    expect(tournamentGames([finding({ winner: null })], ['m'], 1)).toMatchObject({
      games: [],
      failed: [{ round: 1, a: 'x', b: 'y' }],
      usable: 0
    });
    expect(tournamentGames([finding(), finding({ order: 'second', winner: null })], ['m'], 2)).toMatchObject({
      games: [],
      failed: [{}],
      usable: 1
    });
    // One order is still to come.
    expect(tournamentGames([finding()], ['m'], 2)).toMatchObject({ games: [], failed: [] });
  });

  it('of several judges are the mean of those that could be used', () => {
    const all = [finding(), finding({ judge: 'n', winner: null }), finding({ judge: 'o', winner: 'b', confidence: 1 })];
    expect(tournamentGames(all, ['m', 'n', 'o'], 1).games).toEqual([
      { round: 1, a: 'x', b: 'y', outcome: expect.closeTo(0.4, 12), won: 0.5 }
    ]);
    expect(tournamentGames(all, ['o'], 1).games).toEqual([{ round: 1, a: 'x', b: 'y', outcome: 0, won: 0 }]);
    expect(tournamentGames(all, ['n'], 1)).toMatchObject({ games: [], failed: [{ a: 'x' }] });
  });
});
