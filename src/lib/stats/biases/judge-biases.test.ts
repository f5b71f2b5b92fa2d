import { describe, expect, it } from 'vitest';
import { lengthBias } from './length-bias.ts';
import { testRetest } from '../agreement/test-retest.ts';
import { leaderboardStability, selfPreference } from './self-preference.ts';

describe('biases of a judge', () => {
  it('length: a judge that goes by length alone has excess 1 over people who go against nothing', () => {
    const bias = lengthBias([0, 0.5, 1, 0], [1, 0, 1, 0], [-3, 0, 5, -3]);
    expect(bias.judge.value).toBe(1);
    expect(bias.excess.value).toBeCloseTo(1 - bias.human.value!, 12);
    expect(bias.judgeHumanGivenLength).toEqual({ value: null, reason: 'zero-variance' });
  });

  it('own family: 0.3 kinder to its own and 0.1 to others is a difference of 0.2', () => {
    const scores = [{ a: 0.8, b: 0.5, own: true }, { a: 0.5, b: 0.4, own: false }]; // prettier-ignore
    expect(selfPreference(scores).value).toBeCloseTo(0.2, 12);
    expect(selfPreference(scores.slice(1))).toEqual({ value: null, reason: 'n=0' });
  });

  it('leaderboard: the same order has τ 1 and is identical, also on another scale', () => {
    expect(leaderboardStability([1, 2, 3], [10, 40, 90])).toEqual({ value: 1, identical: true });
    expect(leaderboardStability([1, 2, 3], [1, 3, 2]).identical).toBe(false);
  });

  it('repeats: 1 1 2 and 1 1 1 agree in 4 of 6 pairs, and in half of the items', () => {
    const c = testRetest([[1, 1, 2], [1, 1, 1]]); // prettier-ignore
    expect([c.pairAgreement.value, c.allEqual.value, c.runMeans]).toEqual([4 / 6, 1 / 2, [1, 1, 1.5]]);
    expect(c.sdOfRunMeans.value).toBeCloseTo(Math.sqrt(1 / 12), 14);
    expect(testRetest([[1]])).toMatchObject({ pairAgreement: { value: null, reason: 'no-pairs' } });
  });
});
