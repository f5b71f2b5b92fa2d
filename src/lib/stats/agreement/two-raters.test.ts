import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { same, shuffled, twoRaters } from '../../../../tests/statistics/arbitraries.ts';
import { bennettS, bennettSFromTable } from './coefficients/bennett-s.ts';
import { cohenKappa, cohenKappaFromTable } from './coefficients/cohen-kappa.ts';
import { confusion, confusionFromCounts } from './coefficients/confusion.ts';
import { gwetAC, gwetACFromTable } from './coefficients/gwet-ac1.ts';
import { allAgree, pairwiseAgreements, percentAgreement } from './percent-agreement.ts';
import type { WeightScheme } from '../numbers/scale.ts';
import { agreementWeights } from '../numbers/scale.ts';
import { scottPi, scottPiFromTable } from './coefficients/scott-pi.ts';

const categories = [1, 2, 3, 4];
const statistics = { cohenKappa, scottPi, bennettS, gwetAC };
const scheme = fc.constantFrom<WeightScheme>('unweighted', 'linear', 'quadratic');
const each = Object.entries(statistics);

describe('coefficients of two raters', () => {
  // Table 3 2 / 1 4: po = 7/10, margins 5,5 and 4,6, so pe = (5·4 + 5·6)/100 = 1/2; pooled 9/20, 11/20.
  const table = [
    [3, 2],
    [1, 4]
  ];

  it('κ of 3 2 / 1 4 is (7/10 − 1/2)/(1/2) = 2/5', () => {
    expect(cohenKappaFromTable(table).value).toBeCloseTo(2 / 5, 14);
  });

  it('π of it is (7/10 − 101/200)/(99/200) = 39/99', () => {
    expect(scottPiFromTable(table).value).toBeCloseTo(39 / 99, 14);
  });

  it('S of it is (7/10 − 1/2)/(1/2) = 2/5', () => {
    expect(bennettSFromTable(table).value).toBeCloseTo(2 / 5, 14);
  });

  it('AC1 of it is (7/10 − 99/200)/(101/200) = 41/101', () => {
    expect(gwetACFromTable(table).value).toBeCloseTo(41 / 101, 14);
  });

  it('quadratic κ of two raters one step apart on three categories: 1 − (2·1)/(2·E) by hand', () => {
    // Items (1,2), (2,2), (3,3): n = 3, Σd² = 1; margins rows 1,1,1, columns 0,2,1:
    // expected Σ d² r c = 1·(2·1 + 1·4) + 1·(1·1) + 1·(2·1) = 9; κ = 1 − 3·1/9 = 2/3.
    const kappa = cohenKappa([1, 2, 3], [2, 2, 3], { categories: [1, 2, 3], weights: 'quadratic' });
    expect(kappa.value).toBeCloseTo(2 / 3, 14);
  });

  it.each(each)('%s does not depend on the order of the raters', (_, statistic) => {
    fc.assert(
      fc.property(twoRaters, scheme, ({ a, b }, weights) => {
        const one = statistic(a, b, { categories, weights });
        const other = statistic(b, a, { categories, weights });
        expect(same(one.value, other.value) && same(one.se, other.se)).toBe(true);
      })
    );
  });

  it.each(each)('%s does not depend on the order of the items', (_, statistic) => {
    fc.assert(
      fc.property(twoRaters, scheme, fc.nat(), ({ a, b }, weights, seed) => {
        const one = statistic(a, b, { categories, weights });
        const other = statistic(shuffled(a, seed), shuffled(b, seed), { categories, weights });
        expect(same(one.value, other.value)).toBe(true);
      })
    );
  });

  it.each(each)('%s unweighted does not depend on the names of the categories', (_, statistic) => {
    const names = ['p', 'q', 'r', 's'];
    const renamed = (labels: (number | null)[]): (string | null)[] =>
      labels.map((l) => (l === null ? null : names[l - 1]!));
    fc.assert(
      fc.property(twoRaters, ({ a, b }) => {
        const one = statistic(a, b, { categories });
        const other = statistic(renamed(a), renamed(b), { categories: shuffled(names, 3) });
        expect(same(one.value, other.value) && same(one.se, other.se)).toBe(true);
      })
    );
  });

  it.each(each)('%s does not change when the scale is shifted and stretched', (_, statistic) => {
    const moved = (labels: (number | null)[]): (number | null)[] => labels.map((l) => (l === null ? null : 10 + 5 * l));
    fc.assert(
      fc.property(twoRaters, scheme, ({ a, b }, weights) => {
        const one = statistic(a, b, { categories, weights });
        const other = statistic(moved(a), moved(b), { categories: categories.map((c) => 10 + 5 * c), weights });
        expect(same(one.value, other.value)).toBe(true);
      })
    );
  });

  it.each(each)('%s keeps its value when all data are doubled, and its error shrinks by √2', (_, statistic) => {
    fc.assert(
      fc.property(twoRaters, scheme, ({ a, b }, weights) => {
        const one = statistic(a, b, { categories, weights });
        const two = statistic([...a, ...a], [...b, ...b], { categories, weights });
        expect(same(one.value, two.value)).toBe(true);
        expect(same(one.se, two.se === null ? null : two.se * Math.SQRT2)).toBe(true);
      })
    );
  });

  it.each(each)(
    '%s is at most 1, and 1 with error 0 for raters who agree throughout on two categories',
    (_, statistic) => {
      expect(statistic([1, 2, 1], [1, 2, 1], { categories })).toMatchObject({ value: 1, se: 0 });
      fc.assert(
        fc.property(twoRaters, scheme, ({ a, b }, weights) => {
          expect(statistic(a, b, { categories, weights }).value ?? 0).toBeLessThanOrEqual(1 + 1e-12);
        })
      );
    }
  );

  it.each(each)('%s is undefined without pairs and refuses a label off the scale', (_, statistic) => {
    expect(statistic([null], [1], { categories })).toMatchObject({ value: null, reason: 'no-pairs', n: 0, dropped: 1 });
    expect(() => statistic([9], [1], { categories })).toThrow('The label 9 is not on the scale [1,2,3,4]');
    expect(() => statistic([1], [1, 2], { categories })).toThrow('equal lengths');
  });

  it('κ and π are undefined if one category was used only, AC1 is 1 there', () => {
    const given = [[1, 1, 1], [1, 1, 1], { categories }] as const;
    expect(cohenKappa(...given)).toMatchObject({ value: null, reason: 'single-category', po: 1, pe: 1 });
    expect(scottPi(...given)).toMatchObject({ value: null, reason: 'single-category' });
    expect(gwetAC(...given).value).toBe(1);
  });

  it('κ is exactly 0 if one rater is constant', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), scheme, (a, weights) => {
        const kappa = cohenKappa(
          a,
          a.map(() => 2),
          { categories, weights }
        );
        expect(kappa.value === null || Math.abs(kappa.value) < 1e-12).toBe(true);
      })
    );
  });

  it('weights of a declared scale do not shrink to the labels that occur', () => {
    const a = [1, 1, 2, 4, 4, 2, 1, 4, 2, 2, 1, 4];
    const b = [1, 2, 2, 4, 2, 2, 1, 4, 1, 2, 1, 4];
    const declared = cohenKappa(a, b, { categories, weights: 'linear' }).value!;
    const byPlace = cohenKappa(a.map(String), b.map(String), { categories: ['1', '2', '4'], weights: 'linear' }).value!;
    expect([declared, byPlace].map((v) => v.toFixed(3))).toEqual(['0.739', '0.710']);
  });
});

describe('confusion', () => {
  it('gives the same table the fast and the slow way', () => {
    const a = Array.from({ length: 5000 }, (_, i) => 1 + (i % 4));
    const b = Array.from({ length: 5000 }, (_, i) => 1 + ((i * 7) % 4));
    const slow = confusion([...a, null], [...b, 1], categories);
    expect(confusion(a, b, categories).counts).toEqual(slow.counts);
    expect(slow.dropped).toBe(1);
    expect(() => confusion([...a, 5], [...b, 1], categories)).toThrow('The label 5 is not on the scale');
    expect(() => confusion([...a, 1.5], [...b, 1], categories)).toThrow('The label 1.5 is not on the scale');
  });

  it('tells 1 from "1" and refuses a scale that names a category twice', () => {
    expect(() => confusion(['1'], [1], [1, 2])).toThrow('The label "1" is not on the scale');
    expect(() => confusion([1], [1], [1, 1])).toThrow('names 1 twice');
    expect(() => confusion([], [], [])).toThrow('at least one category');
  });

  it('refuses a table that is not square or counts below 0', () => {
    expect(() => confusionFromCounts([[1, 2]])).toThrow('requires 1 rows and columns');
    expect(() => confusionFromCounts([[-1]])).toThrow('counts of 0 or more, got -1');
  });
});

describe('agreement weights', () => {
  it('are 1, 3/4, 1/2, 0 on the scale 0, 1, 2, 4, by value and not by place', () => {
    expect(agreementWeights([0, 1, 2, 4], 'linear')[0]).toEqual([1, 0.75, 0.5, 0]);
    expect(agreementWeights(['a', 'b', 'c'], 'quadratic')[0]).toEqual([1, 0.75, 0]);
  });
});

describe('percent agreement', () => {
  it('is matches over pairs, missing ones left out and counted', () => {
    expect(percentAgreement([1, 2, null, 4], [1, 3, 3, 4])).toEqual({ value: 2 / 3, matches: 2, n: 3, dropped: 1 });
    expect(percentAgreement([], [])).toMatchObject({ value: null, reason: 'no-pairs' });
  });

  it('of three binary raters: all agree = (sum of the pairs − 1)/2', () => {
    const bit = fc.integer({ min: 0, max: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(bit, bit, bit), { minLength: 1 }), (rows) => {
        const raters = [0, 1, 2].map((r) => rows.map((row) => row[r]!));
        const sum = pairwiseAgreements(raters).reduce((s, p) => s + p.value!, 0);
        expect(allAgree(raters).value).toBeCloseTo((sum - 1) / 2, 12);
      })
    );
  });

  it('is undefined for one rater', () => {
    expect(allAgree([[1]])).toMatchObject({ value: null, reason: 'too-few-raters' });
  });
});
