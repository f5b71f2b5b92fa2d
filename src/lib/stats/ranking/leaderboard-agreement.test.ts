import { describe, expect, it } from 'vitest';
import { kendall } from './kendall.ts';
import { leaderboardAgreement } from './leaderboard-agreement.ts';

describe('leaderboard agreement', () => {
  const [one, two, three] = [[0.9, 0.7, 0.5, 0.3], [0.8, 0.7, 0.2, 0.4], [0.1, 0.5, 0.6, 0.9]]; // prettier-ignore

  it('is the lowest and the mean of Kendall’s τ_b over all pairs of judges', () => {
    const { lowest, mean, pairs } = leaderboardAgreement([one!, two!, three!]);
    expect(pairs.map(({ a, b, tauB }) => [a, b, tauB.value])).toEqual([
      [0, 1, expect.closeTo(2 / 3, 12)],
      [0, 2, expect.closeTo(-1, 12)],
      [1, 2, expect.closeTo(-2 / 3, 12)]
    ]);
    expect(lowest.value).toBeCloseTo(-1, 12);
    expect(mean.value).toBeCloseTo(-1 / 3, 12);
    expect(pairs[0]!.tauB).toEqual(kendall(one!, two!).tauB);
  });

  it('does not depend on the order of systems or judges, and takes scores that differ by rounding as ties', () => {
    const turned = leaderboardAgreement([three!, one!, two!].map((own) => [...own].reverse()));
    expect(turned.lowest.value).toBeCloseTo(-1, 12);
    expect(turned.mean.value).toBeCloseTo(-1 / 3, 12);
    expect(leaderboardAgreement([[0.1 + 0.2, 0.3, 1], [1, 1, 2]]).lowest.value).toBe(1); // prettier-ignore
  });

  it('leaves out systems that one of two judges did not score, pair by pair', () => {
    const { pairs } = leaderboardAgreement([one!, [0.8, null, 0.2, 0.4]]);
    expect(pairs[0]).toMatchObject({ systems: 3, tauB: { value: expect.closeTo(1 / 3, 12) } });
  });

  it('is undefined with a reason for one judge, one system and a judge that scores all the same', () => {
    expect(leaderboardAgreement([one!]).lowest).toEqual({ value: null, reason: 'too-few-raters' });
    expect(leaderboardAgreement([[1], [2]]).lowest).toEqual({ value: null, reason: 'n<2' });
    expect(leaderboardAgreement([one!, [1, 1, 1, 1]]).mean).toEqual({ value: null, reason: 'zero-variance' });
    expect(() => leaderboardAgreement([one!, [1]])).toThrow('equal lengths');
  });
});
