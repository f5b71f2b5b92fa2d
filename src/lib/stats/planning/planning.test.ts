import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptanceProbability,
  acceptanceProbabilityOfRate,
  hypergeometricUpperBound,
  operatingCharacteristic,
  zeroAcceptanceSampleSize
} from './acceptance.ts';
import { consistentCounts, consistentSums } from '../reported/consistent-counts.ts';
import {
  mcnemarExactPower,
  minSuccessesForLowerBound,
  sampleSizeNonInferiority,
  sampleSizeProportion
} from './sample-size.ts';

describe('acceptance sampling', () => {
  it('of 2 from 4 with 1 defective finds none half of the time', () => {
    expect(acceptanceProbability({ lot: 4, sample: 2, acceptNumber: 0 }, 1)).toBeCloseTo(1 / 2, 14);
  });

  it('c = 0, n = 59 of 3000 passes a lot with 2.5 % defective only 22 % of the time', () => {
    const [atGoal, at] = operatingCharacteristic({ lot: 3000, sample: 59, acceptNumber: 0 }, [0, 75]);
    expect(atGoal).toBe(1);
    expect(at).toBeCloseTo(0.22, 2);
  });

  it('needs 39, 56, 58 and 59 items without a defect for lots of 100, 1000, 3000 and any size', () => {
    expect([100, 1000, 3000, null].map((lot) => zeroAcceptanceSampleSize(lot, 0.05, 0.05))).toEqual([39, 56, 58, 59]);
  });

  it('accepts more rarely the more defects there are, and nearly as the binomial in a large lot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 199 }), fc.nat(3), (defects, acceptNumber) => {
        const plan = { lot: 200, sample: 20, acceptNumber };
        expect(acceptanceProbability(plan, defects)).toBeLessThanOrEqual(
          acceptanceProbability(plan, defects - 1) + 1e-12
        );
      })
    );
    const huge = acceptanceProbability({ lot: 10_000_000, sample: 50, acceptNumber: 2 }, 400_000);
    expect(huge).toBeCloseTo(acceptanceProbabilityOfRate({ sample: 50, acceptNumber: 2 }, 0.04), 5);
  });

  it('upper bound: at the bound so few defects are still plausible, one more are not', () => {
    const bound = hypergeometricUpperBound(1000, 100, 1);
    expect(acceptanceProbability({ lot: 1000, sample: 100, acceptNumber: 1 }, bound)).toBeGreaterThan(0.05);
    expect(acceptanceProbability({ lot: 1000, sample: 100, acceptNumber: 1 }, bound + 1)).toBeLessThanOrEqual(0.05);
    expect(hypergeometricUpperBound(50, 50, 3)).toBe(3);
    expect(hypergeometricUpperBound(50, 0, 0)).toBe(50);
  });

  it('refuses more samples than items, and parts of an item', () => {
    expect(() => acceptanceProbability({ lot: 10, sample: 11, acceptNumber: 0 }, 1)).toThrow('within the lot of 10');
    expect(() => acceptanceProbability({ lot: 10, sample: 2.5, acceptNumber: 0 }, 1)).toThrow(
      'a whole sample, got 2.5'
    );
    expect(() => zeroAcceptanceSampleSize(10, 0, 0.05)).toThrow('between 1e-9 and 1, got 0');
  });
});

describe('sample sizes and power', () => {
  it('to estimate within 5 points: 385, and 80, 169, 278, 341 for lots of 100, 300, 1000, 3000', () => {
    expect([null, 100, 300, 1000, 3000].map((lot) => sampleSizeProportion(0.05, { lot }))).toEqual([
      385, 80, 169, 278, 341
    ]);
  });

  it('McNemar at 15 % against 5 %: .54, .88, .995 with 100, 200, 400 items; 0 without any difference to see', () => {
    expect([100, 200, 400].map((n) => mcnemarExactPower(0.15, 0.05, n).toFixed(3))).toEqual([
      '0.544',
      '0.875',
      '0.995'
    ]);
    expect(mcnemarExactPower(0, 0, 100)).toBe(0);
  });

  it('non-inferiority within 5 points at 15 % discordant and 80 % power takes 371 items', () => {
    expect(sampleSizeNonInferiority(0.05, 0.15)).toBe(371);
  });

  it('fewest successes: one fewer no longer reaches the target', () => {
    expect(minSuccessesForLowerBound(40, 0.8)).toBe(37);
    expect(minSuccessesForLowerBound(3, 0.99)).toBeNull();
  });

  it('refuse what is outside their range', () => {
    expect(() => sampleSizeProportion(0)).toThrow('half-width between 0.000001 and 1, got 0');
    expect(() => mcnemarExactPower(0.8, 0.4, 10)).toThrow('at most 1, got 0.8 and 0.4');
    // Together one and a rounding of the last digit.
    expect(mcnemarExactPower(1.5543122344752194e-15, 0.9999999999999986, 20)).toBeCloseTo(1, 12);
    expect(() => sampleSizeNonInferiority(0.05, 0.1, { difference: -0.05 })).toThrow('margin beyond the difference');
  });
});

describe('possible percentages and means', () => {
  it('shows that 87.1 % of 200 and 96.5, 88.4, 94.2 % of 300 cannot have been counted', () => {
    expect(consistentCounts(87.1, 200, 1)).toEqual([]);
    expect([96.5, 88.4, 94.2].map((p) => consistentCounts(p, 300, 1))).toEqual([[], [], []]);
    expect(consistentCounts(98.3, 300, 1)).toEqual([295]);
  });

  it('holds every count to the percentage made of it', () => {
    const kOfN = fc.integer({ min: 1, max: 5000 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n), fc.nat(4)));
    fc.assert(
      fc.property(kOfN, ([k, n, decimals]) => {
        expect(consistentCounts(Number(((100 * k) / n).toFixed(decimals)), n, decimals)).toContain(k);
      })
    );
  });

  it('allows both roundings of an exact half, and means within the scale only', () => {
    expect([consistentCounts(12, 8, 0), consistentCounts(13, 8, 0)]).toEqual([[1], [1]]);
    expect(consistentSums(3.33, 3, 2, { low: 1, high: 4 })).toEqual([10]);
    expect(consistentSums(3.4, 3, 1, { low: 1, high: 4 })).toEqual([]);
    expect(consistentSums(4.2, 5, 1, { low: 1, high: 4 })).toEqual([]);
    expect(consistentSums(-0.5, 2, 1, { low: -1, high: 1 })).toEqual([-1]);
  });

  it('is empty for n = 0 and refuses 120 %', () => {
    expect(consistentCounts(50, 0, 0)).toEqual([]);
    expect(() => consistentCounts(120, 10, 0)).toThrow('requires a percentage, got 120');
  });
});
