import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPValues, type Adjustment } from './adjust-p-values.ts';
import { same, score, shuffled } from '../../../../tests/statistics/arbitraries.ts';
import { bowker } from './bowker.ts';
import { cochranQ } from './cochran-q.ts';
import { mcnemar } from './mcnemar.ts';
import { signFlipTest } from './sign-flip.ts';
import { signTest } from './sign-test.ts';
import { stuartMaxwell } from './stuart-maxwell.ts';
import { tTest } from './t-test.ts';
import { wilcoxonSignedRank } from './wilcoxon.ts';

describe('McNemar', () => {
  it('of 0 and 3: exact p 2/8, mid-p 2/8 − 1/8, χ² 3', () => {
    const test = mcnemar(0, 3);
    expect([test.exactP, test.midP, test.chi2.value]).toEqual([0.25, 0.125, 3].map((v) => expect.closeTo(v, 14)));
  });

  it('does not depend on which judge comes first, and mid-p is never above the exact p', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (b, c) => {
        expect(mcnemar(b, c)).toEqual(mcnemar(c, b));
        expect(mcnemar(b, c).midP).toBeLessThanOrEqual(mcnemar(b, c).exactP + 1e-15);
      })
    );
  });

  it('has p 1 and no χ² if the judges never differ, and refuses half counts', () => {
    expect(mcnemar(0, 0)).toMatchObject({
      exactP: 1,
      midP: 1,
      p: 1,
      chi2: { value: null, reason: 'zero-denominator' }
    });
    expect(() => mcnemar(0.5, 1)).toThrow('whole counts, got 0.5');
  });
});

describe('tests of square tables', () => {
  const table = fc.array(fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });

  it('of two categories are McNemar’s χ²', () => {
    const counts = [[5, 4], [10, 7]]; // prettier-ignore
    expect(bowker(counts).value).toBeCloseTo(mcnemar(4, 10).chi2.value!, 12);
    expect(stuartMaxwell(counts).value).toBeCloseTo(36 / 14, 12);
  });

  it('do not depend on which rater has the rows, nor on the order of the categories', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const turned = counts.map((_, i) => counts.map((row) => row[i]!));
        const renamed = [2, 0, 1].map((i) => [2, 0, 1].map((j) => counts[i]![j]!));
        for (const test of [bowker, stuartMaxwell]) {
          expect(same(test(counts).value, test(turned).value)).toBe(true);
          expect(Math.abs((test(counts).value ?? -1) - (test(renamed).value ?? -1))).toBeLessThan(1e-6);
        }
      })
    );
  });

  it('Stuart–Maxwell adds up blocks of categories that are not confused with one another', () => {
    // Blocks {1, 2}, {3, 4} and {5, 6} that each differ by 1 of 1: McNemar's χ² of 1 each, by a generalised inverse of rank 3.
    const counts = Array.from({ length: 6 }, () => [0, 0, 0, 0, 0, 0]);
    for (const i of [0, 2, 4]) counts[i]![i + 1] = 1;
    expect(stuartMaxwell(counts)).toMatchObject({ df: 3, value: expect.closeTo(3, 12), p: expect.closeTo(0.3916, 4) });
    const mixed = [[4, 3, 1, 0, 0], [1, 2, 2, 0, 0], [0, 5, 3, 0, 0], [0, 0, 0, 6, 7], [0, 0, 0, 2, 1]]; // prettier-ignore
    const part = (of: number[]): number => stuartMaxwell(of.map((i) => of.map((j) => mixed[i]![j]!))).value!;
    expect(stuartMaxwell(mixed)).toMatchObject({ df: 3, value: expect.closeTo(part([0, 1, 2]) + part([3, 4]), 12) });
  });

  it('are 0 for a symmetric table and undefined for a diagonal one', () => {
    expect(bowker([[1, 2], [2, 5]]).value).toBe(0); // prettier-ignore
    expect(bowker([[3, 0], [0, 4]])).toMatchObject({ value: null, reason: 'zero-denominator' }); // prettier-ignore
    expect(stuartMaxwell([[3, 0], [0, 4]])).toMatchObject({ value: null, reason: 'zero-denominator' }); // prettier-ignore
  });

  it('leave out a category that was not used', () => {
    const counts = [[5, 4, 0], [10, 7, 0], [0, 0, 0]]; // prettier-ignore
    expect(stuartMaxwell(counts)).toMatchObject({ df: 1, value: expect.closeTo(36 / 14, 12) });
    expect(bowker(counts).df).toBe(1);
  });
});

describe('Cochran’s Q', () => {
  it('of two judges is McNemar’s χ²', () => {
    const rows = [[1, 0], [1, 0], [1, 0], [0, 1], [1, 1]]; // prettier-ignore
    expect(cochranQ(rows).value).toBeCloseTo(mcnemar(3, 1).chi2.value!, 12);
  });

  it('drops items with a missing verdict and is undefined if all agree', () => {
    expect(cochranQ([[1, 0, null], [1, 1, 1]])).toMatchObject({ value: null, reason: 'zero-variance', dropped: 1 }); // prettier-ignore
    expect(cochranQ([])).toMatchObject({ value: null, reason: 'no-pairs' });
    expect(() => cochranQ([[1, 2]])).toThrow('0, 1 or null, got 2');
  });
});

describe('tests of paired differences', () => {
  const differences = fc.array(score, { maxLength: 40 });

  it('Wilcoxon of 1 2 3 exact: all ranks positive, p 2/8', () => {
    expect(wilcoxonSignedRank([1, 2, 3], 'exact')).toMatchObject({ plus: 6, minus: 0, p: 0.25 });
  });

  it('t of 1 2 3 is 2√3', () => {
    expect(tTest([1, 2, 3]).value).toBeCloseTo(2 * Math.sqrt(3), 14);
  });

  it('sign flips of 1 2 3: 2 of 8 patterns are as far out; as real numbers too', () => {
    expect(signFlipTest([1, 2, 3]).value).toBe(0.25);
    expect(signFlipTest([0.1, 0.2, 0.3]).value).toBe(0.25);
  });

  it('sign flips of −1, 0, 1 are the exact McNemar test', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(10), (b, c, ties) => {
        const d = [...Array<number>(b).fill(1), ...Array<number>(c).fill(-1), ...Array<number>(ties).fill(0)];
        if (d.length > 0) expect(signFlipTest(d).value).toBeCloseTo(mcnemar(b, c).exactP, 10);
      })
    );
  });

  it('do not depend on item order, and p not on the sign of all differences', () => {
    fc.assert(
      fc.property(differences, fc.nat(), (d, seed) => {
        const moved = shuffled(d, seed).map((v) => (v === null ? null : -v));
        expect(same(wilcoxonSignedRank(d).p, wilcoxonSignedRank(moved).p)).toBe(true);
        expect(same(tTest(d).p, tTest(moved).p)).toBe(true);
        expect(same(signTest(d).p, signTest(moved).p)).toBe(true);
      })
    );
  });

  it('are undefined, each for its reason, on nothing and on zeros', () => {
    expect(tTest([null])).toMatchObject({ value: null, reason: 'n=0', dropped: 1 });
    expect(tTest([2])).toMatchObject({ value: null, reason: 'n<2', mean: 2 });
    expect(tTest([0.1, 0.1, 0.1])).toMatchObject({ value: null, reason: 'zero-variance', sd: 0 });
    expect(wilcoxonSignedRank([0, 0])).toMatchObject({ value: null, reason: 'zero-variance', zeros: 2 });
    expect(signTest([0])).toMatchObject({ value: null, p: 1 });
    expect(signFlipTest([])).toMatchObject({ value: null, reason: 'n=0' });
    expect(signFlipTest([0, 0]).value).toBe(1);
  });

  it('refuse what they cannot do exactly', () => {
    expect(() => wilcoxonSignedRank([1, -1], 'exact')).toThrow('distinct sizes');
    expect(() => signFlipTest(Array.from({ length: 30 }, (_, i) => i + 0.5))).toThrow('at most 24 differences, got 30');
  });
});

describe('adjusted p-values', () => {
  it('Holm of .01 .02 .04 is .03 .04 .04', () => {
    expect(adjustPValues([0.02, 0.04, 0.01], 'holm')).toEqual([0.04, 0.04, 0.03]);
  });

  it('are never below the plain ones, keep their order, and do not depend on it', () => {
    const methods: Adjustment[] = ['bonferroni', 'holm', 'hochberg', 'BH', 'BY'];
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), fc.nat(), (p, seed) => {
        for (const method of methods) {
          const adjusted = adjustPValues(p, method);
          expect(adjusted.every((v, i) => v >= p[i]! && v <= 1)).toBe(true);
          expect(adjustPValues(shuffled(p, seed), method)).toEqual(shuffled(adjusted, seed));
        }
      })
    );
  });

  it('refuse what is no probability', () => {
    expect(() => adjustPValues([1.2], 'holm')).toThrow('p-values in [0, 1], got 1.2');
    expect(adjustPValues([], 'BH')).toEqual([]);
  });
});
