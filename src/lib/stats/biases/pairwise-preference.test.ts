import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferenceAgreement, swapAverage, winRate, type Preference } from './pairwise-preference.ts';
import { positionBias } from './position-bias.ts';

const preference = fc.constantFrom<Preference | null>('A', 'B', 'tie', null);
const preferencePairs = fc.array(fc.tuple(preference, preference), { maxLength: 40 }).map((rows) => ({
  a: rows.map(([p]) => p),
  b: rows.map(([, p]) => p)
}));
const turned = (p: Preference | null): Preference | null => (p === 'A' ? 'B' : p === 'B' ? 'A' : p);

describe('preferences', () => {
  it('A A tie B against A B A B: strict 2/4, half 5/8, without ties 2/3', () => {
    const agreement = preferenceAgreement(['A', 'A', 'tie', 'B'], ['A', 'B', 'A', 'B']);
    expect([agreement.strict.value, agreement.halfTies.value, agreement.excludingTies.value]).toEqual([
      1 / 2,
      5 / 8,
      2 / 3
    ]);
  });

  it('agreement does not depend on who comes first, nor on which report is called A', () => {
    fc.assert(
      fc.property(preferencePairs, ({ a, b }) => {
        const one = preferenceAgreement(a, b);
        expect(preferenceAgreement(b, a).halfTies).toEqual(one.halfTies);
        expect(preferenceAgreement(a.map(turned), b.map(turned))).toMatchObject({ strict: one.strict, n: one.n });
      })
    );
  });

  it('win rates of the two reports add up to 1', () => {
    fc.assert(
      fc.property(fc.array(preference), (p) => {
        const [mine, theirs] = [winRate(p), winRate(p.map(turned))];
        if (mine.tiesHalf.value !== null) expect(mine.tiesHalf.value + theirs.tiesHalf.value!).toBeCloseTo(1, 12);
      })
    );
    expect(winRate(['tie']).tiesExcluded).toEqual({ value: null, reason: 'zero-denominator' });
    expect(() => winRate(['C' as never])).toThrow('requires A, B, tie or null, got "C"');
  });

  it('averages the two orders and calls a difference of one point a tie', () => {
    const scores = { AB: { A: [3], B: [2] }, BA: { A: [2], B: [2] } };
    expect(swapAverage(scores)).toEqual({ A: 2.5, B: 2, verdict: 'tie' });
    expect(swapAverage(scores, 0.4).verdict).toBe('A');
  });

  it('position bias: two primacy flips of four, sign test p 2/4', () => {
    const bias = positionBias(['A', 'A', 'B', 'tie'], ['B', 'B', 'B', 'A']);
    expect(bias).toMatchObject({ primacyFlips: 2, recencyFlips: 0, tieMixed: 1, bias: { value: 0.5 }, signTestP: 0.5 });
    expect(bias.consistency.value).toBe(1 / 4);
    expect(positionBias([], [])).toMatchObject({ bias: { value: null, reason: 'no-pairs' }, signTestP: 1 });
  });

  it('position bias turns its sign when the orders are exchanged', () => {
    fc.assert(
      fc.property(preferencePairs, ({ a, b }) => {
        const [one, other] = [positionBias(a, b), positionBias(b, a)];
        if (one.bias.value !== null) expect(other.bias.value! + one.bias.value).toBe(0);
      })
    );
  });
});
