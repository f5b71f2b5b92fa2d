import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptanceProbability, hypergeometricUpperBound, zeroAcceptanceSampleSize } from './acceptance.ts';
import { acceptanceSampleSize, firstTooMany, twoPointPlan } from './acceptance-plan.ts';
import { alternativeAnnotatorPower } from './alternative-annotator-power.ts';
import { consistentDenominators } from '../reported/consistent-denominators.ts';
import { designEffect, iccOfDesignEffect } from '../numbers/design-effect.ts';
import { lowerBoundPower, sampleSizeLowerBound, sampleSizeLowerBoundPower } from './lower-bound-power.ts';
import { nearestCounts, nearestSums } from '../reported/nearest-counts.ts';
import { nonInferiorityPower, sampleSizeMcnemar } from './paired-power.ts';
import { seededRandom } from '../numbers/rng.ts';
import { mcnemarExactPower, sampleSizeNonInferiority } from './sample-size.ts';
import { ratersForReliability, spearmanBrown } from '../agreement/coefficients/spearman-brown.ts';
import { wilson } from '../proportions/wilson.ts';

describe('Spearman–Brown', () => {
  it('makes ⅔ of two and ¾ of three ratings of reliability ½', () => {
    expect(spearmanBrown(0.5, 2)).toBeCloseTo(2 / 3, 14);
    expect(spearmanBrown(0.5, 3)).toBeCloseTo(3 / 4, 14);
  });

  it('leaves one rating as it is, and certainty and chance as they are', () => {
    expect(spearmanBrown(0.37, 1)).toBe(0.37);
    expect([spearmanBrown(0, 9), spearmanBrown(1, 9)]).toEqual([0, 1]);
  });

  it('averages of averages are averages: k ratings of m each are as k·m ratings', () => {
    const parts = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 9 }), fc.nat(8));
    fc.assert(
      fc.property(parts, ([single, k, m]) => {
        expect(spearmanBrown(spearmanBrown(single, k), m + 1)).toBeCloseTo(spearmanBrown(single, k * (m + 1)), 10);
      })
    );
  });

  it('needs 3 ratings of ½ for ¾ and not 2; none are enough of chance, or for certainty', () => {
    expect(ratersForReliability(0.5, 0.75)).toEqual({ value: 3 });
    expect(ratersForReliability(0.9, 0.8)).toEqual({ value: 1 });
    expect(ratersForReliability(0, 0.8)).toEqual({ value: null, reason: 'not-attainable' });
    expect(ratersForReliability(0.6, 1).value).toBeNull();
  });

  it('gives the fewest: with one fewer the reliability is not reached', () => {
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(share, share, (single, wanted) => {
        const k = ratersForReliability(single, wanted).value!;
        expect(spearmanBrown(single, k)).toBeGreaterThanOrEqual(wanted - 1e-7);
        if (k > 1) expect(spearmanBrown(single, k - 1)).toBeLessThan(wanted);
      })
    );
  });

  it('refuses what is no reliability and no number of ratings', () => {
    expect(() => spearmanBrown(1.1, 2)).toThrow('in [0, 1], got 1.1');
    expect(() => spearmanBrown(0.5, 0)).toThrow('k > 0, got 0');
    expect(() => ratersForReliability(-0.1, 0.5)).toThrow('got -0.1');
  });
});

describe('design effect', () => {
  it('of 10 items with a correlation of .2 is 2.8, and 1 for single items or none', () => {
    expect(designEffect(10, 0.2)).toBeCloseTo(2.8, 14);
    expect([designEffect(1, 0.7), designEffect(12, 0)]).toEqual([1, 1]);
  });

  it('leads back to its correlation', () => {
    expect(iccOfDesignEffect(designEffect(8, 0.13), 8).value).toBeCloseTo(0.13, 14);
    expect(iccOfDesignEffect(0.6, 8)).toEqual({ value: 0 });
    expect(iccOfDesignEffect(1, 1)).toEqual({ value: null, reason: 'not-attainable' });
  });

  it('refuses clusters of less than one item and correlations above 1', () => {
    expect(() => designEffect(0.5, 0.1)).toThrow('1 or more, got 0.5');
    expect(() => designEffect(5, 1.2)).toThrow('in [0, 1], got 1.2');
    expect(() => iccOfDesignEffect(-1, 5)).toThrow('0 or more, got -1');
  });
});

describe('the chance that a lower bound reaches its target', () => {
  it('is that of no failure if only n of n is enough: 4 of 4 for .51 is .9⁴', () => {
    expect(wilson(4, 4).interval![0]).toBeGreaterThan(0.51);
    expect(wilson(3, 4).interval![0]).toBeLessThan(0.51);
    expect(lowerBoundPower(0.9, 0.51, 4)).toBeCloseTo(0.9 ** 4, 14);
  });

  it('is 0 if n of n is not enough, 1 if the truth is certain: 71 and 72 of 72 against .949', () => {
    expect([lowerBoundPower(1, 0.949, 71), lowerBoundPower(1, 0.949, 72)]).toEqual([0, 1]);
    expect(lowerBoundPower(0.5, 0, 10)).toBe(1);
  });

  it('is about one half at the size at which the expected share just reaches it: 196 for .90 against .85', () => {
    const size = sampleSizeLowerBound(0.9, 0.85);
    expect(size).toEqual({ value: 196 });
    expect(lowerBoundPower(0.9, 0.85, 196)).toBeCloseTo(0.503, 3);
    expect(wilson(0.9 * 196, 196).interval![0]).toBeGreaterThanOrEqual(0.85);
    expect(wilson(0.9 * 195, 195).interval![0]).toBeLessThan(0.85);
  });

  it('stays at the wanted power from the given size on, and is below it one item earlier', () => {
    const size = sampleSizeLowerBoundPower(0.9, 0.85, 0.8).value!;
    expect(size).toBe(378);
    expect(lowerBoundPower(0.9, 0.85, size - 1)).toBeLessThan(0.8);
    for (let n = size; n < size + 400; n++) expect(lowerBoundPower(0.9, 0.85, n)).toBeGreaterThanOrEqual(0.8);
  });

  it('cannot be had if the truth does not lie above the target, nor of hundreds of thousands of items', () => {
    const not = { value: null, reason: 'not-attainable' };
    expect(sampleSizeLowerBound(0.85, 0.85)).toEqual(not);
    expect(sampleSizeLowerBoundPower(0.8, 0.85, 0.8)).toEqual(not);
    expect(sampleSizeLowerBoundPower(0.8501, 0.85, 0.8)).toEqual(not);
    expect(() => lowerBoundPower(1.2, 0.8, 10)).toThrow('in [0, 1], got 1.2');
    expect(() => sampleSizeLowerBoundPower(0.9, 0.8, 1)).toThrow('in (0, 1), got 1');
  });
});

describe('paired comparisons', () => {
  it('take 168 items for 80 % power at 15 % against 5 %, and hold it from there', () => {
    expect(sampleSizeMcnemar(0.15, 0.05)).toEqual({ value: 168 });
    expect(mcnemarExactPower(0.15, 0.05, 167)).toBeLessThan(0.8);
    for (let n = 168; n < 200; n++) expect(mcnemarExactPower(0.15, 0.05, n)).toBeGreaterThanOrEqual(0.8);
    expect(sampleSizeMcnemar(0.05, 0.15)).toEqual(sampleSizeMcnemar(0.15, 0.05));
  });

  it('cannot tell equal judges apart, whatever the size', () => {
    expect(sampleSizeMcnemar(0.1, 0.1)).toEqual({ value: null, reason: 'not-attainable' });
    expect(() => sampleSizeMcnemar(0.1, 0.05, { power: 1 })).toThrow('in (0, 1), got 1');
  });

  it('within a margin of .05 at 15 % discordant has .80 at 371 items, and its level if the judge is just too bad', () => {
    expect(nonInferiorityPower(0.05, 0.15, sampleSizeNonInferiority(0.05, 0.15))).toBeCloseTo(0.8, 3);
    expect(nonInferiorityPower(0.05, 0.15, 370)).toBeLessThan(0.8);
    expect(nonInferiorityPower(0.05, 0.15, 10_000, { difference: -0.05 })).toBeCloseTo(0.05, 12);
    expect(() => nonInferiorityPower(0.05, 0.1, 10, { difference: 0.1 })).toThrow('above the difference, got 0.1');
  });
});

describe('acceptance plans', () => {
  it('for 5 % of an unlimited lot take 59, 93, 124 and 153 items with 0, 1, 2 and 3 allowed', () => {
    expect([0, 1, 2, 3].map((c) => acceptanceSampleSize(null, 0.05, 0.05, c).value)).toEqual([59, 93, 124, 153]);
  });

  it('keep a risk that they reach exactly: 57 of 60 leave a single defect out with probability 3/60', () => {
    expect([acceptanceSampleSize(60, 0.01, 0.05, 0).value, zeroAcceptanceSampleSize(60, 0.01, 0.05)]).toEqual([57, 57]);
    expect(acceptanceSampleSize(2, 0.01, 0.5, 0).value).toBe(1);
    expect(hypergeometricUpperBound(60, 57, 0)).toBe(0);
    expect(twoPointPlan(null, { allowed: 0.5, good: 0.1, beta: 0.5, alpha: 0.05 })).toMatchObject({ sample: 3, acceptNumber: 1 }); // prettier-ignore
  });

  it('with none allowed are those of zeroAcceptanceSampleSize: 39, 56, 58, 59', () => {
    const lots = [100, 1000, 3000, null];
    const sizes = lots.map((lot) => acceptanceSampleSize(lot, 0.05, 0.05, 0).value);
    expect(sizes).toEqual(lots.map((lot) => zeroAcceptanceSampleSize(lot, 0.05, 0.05)));
    expect(sizes).toEqual([39, 56, 58, 59]);
  });

  it('keep the risk, and one item fewer does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 2000 }), fc.nat(3), (lot, acceptNumber) => {
        const size = acceptanceSampleSize(lot, 0.08, 0.1, acceptNumber);
        if (size.value === null) return;
        const passes = (sample: number): number =>
          acceptanceProbability({ lot, sample, acceptNumber }, firstTooMany(lot, 0.08));
        expect(passes(size.value)).toBeLessThanOrEqual(0.1 + 1e-10);
        expect(passes(size.value - 1)).toBeGreaterThan(0.1);
      })
    );
  });

  it('cannot be had if as many defects are accepted as are too many', () => {
    expect(acceptanceSampleSize(20, 0.05, 0.05, 2)).toEqual({ value: null, reason: 'not-attainable' });
    expect(acceptanceSampleSize(10, 0.95, 0.05, 0).value).toBe(1);
    expect(() => acceptanceSampleSize(100, 0, 0.05, 0)).toThrow('between 1e-6 and 1, got 0');
    expect(() => acceptanceSampleSize(100, 0.05, 0.05, 0.5)).toThrow('whole acceptance number');
  });

  it('for two risks is the textbook plan: 5 % against 1 %, both .05: 4 of 181', () => {
    const plan = twoPointPlan(null, { allowed: 0.05, good: 0.01, beta: 0.05, alpha: 0.05 })!;
    expect(plan).toMatchObject({ acceptNumber: 4, sample: 181 });
    expect(plan.passesBad).toBeLessThanOrEqual(0.05);
    expect(plan.failsGood).toBeLessThanOrEqual(0.05);
  });

  it('for two risks asks for ever more the closer good and bad are, and gives up', () => {
    const at = (good: number) => twoPointPlan(null, { allowed: 0.05, good, beta: 0.05, alpha: 0.05 });
    expect(at(0.025)!.sample).toBeGreaterThan(at(0.01)!.sample);
    expect(at(0.049)).toBeNull();
    expect(() => at(0.05)).toThrow('below the allowed one, got 0.05');
  });
});

describe('counts next to a reported figure', () => {
  it('of 87.1 % of 200 are 174 and 175, a tenth of a point away', () => {
    const { below, above, distance } = nearestCounts(87.1, 200);
    expect([below, above]).toEqual([
      { count: 174, value: 87 },
      { count: 175, value: 87.5 }
    ]);
    expect(distance.value).toBeCloseTo(0.1, 12);
  });

  it('are one and the same if the figure is exact, and missing beyond the scale', () => {
    expect(nearestCounts(50, 8)).toMatchObject({ below: { count: 4 }, above: { count: 4 }, distance: { value: 0 } });
    expect(nearestSums(4.2, 5, { low: 1, high: 4 })).toMatchObject({ below: { count: 20, value: 4 }, above: null });
    expect(nearestSums(0.5, 2, { low: 1, high: 4 })).toMatchObject({ below: null, above: { count: 2, value: 1 } });
    expect(nearestCounts(50, 0)).toEqual({ below: null, above: null, distance: { value: null, reason: 'n=0' } });
  });

  it('refuse 120 % and a scale of halves', () => {
    expect(() => nearestCounts(120, 10)).toThrow('requires a percentage, got 120');
    expect(() => nearestSums(1, 10, { low: 0.5, high: 4 })).toThrow('whole numbers, got 0.5 to 4');
    expect(() => nearestSums(1, 2.5, { low: 0, high: 4 })).toThrow('a whole n, got 2.5');
  });
});

describe('numbers out of which several figures were counted', () => {
  it('are 3, 6, … of a third and two thirds, and none of figures that contradict each other', () => {
    const third = { kind: 'percentage', value: 33.3, decimals: 1 } as const;
    const rest = { kind: 'percentage', value: 66.7, decimals: 1 } as const;
    expect(consistentDenominators([third, rest], 12)).toEqual([3, 6, 9, 12]);
    expect(consistentDenominators([third, { ...rest, value: 50 }], 5)).toEqual([]);
    expect(consistentDenominators([third, { ...rest, value: 50 }], 6)).toEqual([6]);
  });

  it('hold the number that a mean was taken of', () => {
    const mean = (sum: number) =>
      ({ kind: 'mean', value: Number((sum / 131).toFixed(3)), decimals: 3, low: 1, high: 5 }) as const;
    expect(consistentDenominators([mean(411), mean(361), mean(314)], 300)).toContain(131);
    expect(consistentDenominators([], 2)).toEqual([1, 2]);
    expect(() => consistentDenominators([], 0)).toThrow('whole limit up to 10,000, got 0');
  });
});

describe('power of the Alternative Annotator Test', () => {
  const options = { scoring: 'accuracy', epsilon: 0.2 } as const;
  const powerOf = (judge: number, seed = 1) =>
    alternativeAnnotatorPower({ people: 3, items: 60, human: 0.9, judge }, options, {
      random: seededRandom(seed),
      replicates: 120
    }).power.value!;

  it('is high for a judge as good as the people, low for one who guesses, and the same for the same seed', () => {
    expect(powerOf(0.9)).toBeGreaterThan(0.85);
    expect(powerOf(0.5)).toBeLessThan(0.05);
    expect(powerOf(0.8)).toBe(powerOf(0.8));
  });

  it('is certain if all raters are always right: ties count for both, and ε decides', () => {
    const found = alternativeAnnotatorPower({ people: 3, items: 40, human: 1, judge: 1 }, options, {
      random: seededRandom(1),
      replicates: 3
    });
    expect(found).toEqual({ power: { value: 1 }, replicates: 3 });
  });

  it('is not known for fewer items than the test wants of a person', () => {
    const few = alternativeAnnotatorPower({ people: 3, items: 29, human: 0.9, judge: 0.9 }, options, {
      random: seededRandom(1)
    });
    expect(few.power).toEqual({ value: null, reason: 'not-attainable' });
    expect(() =>
      alternativeAnnotatorPower({ people: 1, items: 50, human: 0.9, judge: 0.9 }, options, { random: seededRandom(1) })
    ).toThrow('2 people or more, got 1');
  });
});
