import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { same, score, shuffled } from '../../../../tests/statistics/arbitraries.ts';
import { humanCeiling } from '../agreement/human-ceiling.ts';
import { icc } from '../agreement/coefficients/icc.ts';
import { countInversions } from '../numbers/pair-counts.ts';
import { kendallExact } from './kendall-exact.ts';
import { kendallW } from './kendall-w.ts';
import { kendall, kendallFromTable } from './kendall.ts';
import { midranks } from '../numbers/midranks.ts';
import { pairwiseAccuracy, tieCalibratedAccuracy } from '../agreement/pairwise-accuracy.ts';
import { pearson } from './pearson.ts';
import { sortOrder } from '../numbers/sort-order.ts';
import { partialSpearman, spearman } from './spearman.ts';
import { williamsTest } from './williams-test.ts';

type Series = (number | null)[];
const pairs = fc.array(fc.tuple(score, score), { maxLength: 50 }).map((rows) => ({
  x: rows.map(([x]) => x),
  y: rows.map(([, y]) => y)
}));
const correlations: [string, (x: Series, y: Series) => { value: number | null }][] = [
  ['Pearson', (x, y) => pearson(x, y)],
  ['Spearman', (x, y) => spearman(x, y)],
  ['τ_a', (x, y) => kendall(x, y).tauA],
  ['τ_b', (x, y) => kendall(x, y).tauB],
  ['γ', (x, y) => kendall(x, y).gamma]
];
const map = (values: Series, f: (v: number) => number): Series => values.map((v) => (v === null ? null : f(v)));

describe('correlations', () => {
  it('Pearson of 1 2 3 with 1 3 2 is 1/2', () => {
    expect(pearson([1, 2, 3], [1, 3, 2]).value).toBeCloseTo(1 / 2, 14);
  });

  it('Kendall of 1 2 2 3 with 1 2 3 3: 4 concordant, one tie each, τ_a 4/6, τ_b 4/5, γ 1', () => {
    const tau = kendall([1, 2, 2, 3], [1, 2, 3, 3]);
    expect(tau).toMatchObject({ concordant: 4, discordant: 0, tiesX: 1, tiesY: 1, tiesBoth: 0 });
    expect([tau.tauA.value, tau.tauB.value, tau.gamma.value]).toEqual([4 / 6, 4 / 5, 1]);
  });

  it('Spearman of 1 1 2 with 1 2 3 is the correlation of midranks 1½ 1½ 3 with 1 2 3, √3/2', () => {
    expect(spearman([1, 1, 2], [1, 2, 3]).value).toBeCloseTo(Math.sqrt(3) / 2, 14);
  });

  it.each(correlations)('%s is symmetric and does not depend on the order of the items', (_, statistic) => {
    fc.assert(
      fc.property(pairs, fc.nat(), ({ x, y }, seed) => {
        const one = statistic(x, y).value;
        expect(same(one, statistic(y, x).value)).toBe(true);
        expect(same(one, statistic(shuffled(x, seed), shuffled(y, seed)).value)).toBe(true);
      })
    );
  });

  it.each(correlations)(
    '%s does not change with shift and stretch, and turns its sign with the scale',
    (_, statistic) => {
      fc.assert(
        fc.property(pairs, ({ x, y }) => {
          const one = statistic(x, y).value;
          expect(
            same(
              one,
              statistic(
                map(x, (v) => 1e9 + 8 * v),
                y
              ).value
            )
          ).toBe(true);
          expect(
            same(
              one === null ? null : -one,
              statistic(
                map(x, (v) => -v),
                y
              ).value
            )
          ).toBe(true);
        })
      );
    }
  );

  it.each(correlations.slice(1))('%s depends on the order of the values only', (_, statistic) => {
    fc.assert(
      fc.property(pairs, ({ x, y }) => {
        expect(
          same(
            statistic(x, y).value,
            statistic(
              map(x, (v) => v ** 3 + v),
              y
            ).value
          )
        ).toBe(true);
      })
    );
  });

  it.each(correlations.filter(([name]) => name !== 'τ_a'))(
    '%s keeps its value when all data are doubled',
    (_, statistic) => {
      fc.assert(
        fc.property(pairs, ({ x, y }) => {
          const one = statistic(x, y).value;
          if (one !== null) expect(same(one, statistic([...x, ...x], [...y, ...y]).value)).toBe(true);
        })
      );
    }
  );

  it('Kendall counts every pair once, as a count of all pairs does', () => {
    fc.assert(
      fc.property(pairs, ({ x, y }) => {
        const kept = x.map((_, i) => i).filter((i) => x[i] !== null && y[i] !== null);
        let [concordant, discordant] = [0, 0];
        for (const i of kept)
          for (const j of kept) {
            const sign = (x[i]! - x[j]!) * (y[i]! - y[j]!);
            if (i < j && sign > 0) concordant++;
            if (i < j && sign < 0) discordant++;
          }
        expect(kendall(x, y)).toMatchObject({ concordant, discordant, n: kept.length });
      })
    );
  });

  it('Kendall of a table is Kendall of its items', () => {
    const small = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), { minLength: 2 });
    fc.assert(
      fc.property(small, (rows) => {
        const table = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
        for (const [i, j] of rows) table[i]![j]!++;
        const reals = kendall(
          rows.map(([i]) => i + 0.5),
          rows.map(([, j]) => j * 1000)
        );
        expect(same(kendallFromTable(table).tauB.value, reals.tauB.value)).toBe(true);
        expect(same(kendallFromTable(table).p, reals.p)).toBe(true);
      })
    );
  });

  it('are undefined, each for its reason', () => {
    expect(pearson([1], [2])).toMatchObject({ value: null, reason: 'n<2', n: 1 });
    expect(spearman([3, 3, 3], [1, 2, 3])).toMatchObject({ value: null, reason: 'zero-variance' });
    expect(kendall([], []).tauA).toEqual({ value: null, reason: 'n<2' });
    expect(kendall([3, 3], [1, 2]).tauB).toEqual({ value: null, reason: 'zero-variance' });
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toMatchObject({ value: null, reason: 'zero-variance' });
  });

  it('give p = 0 and no interval, which would have no width, at exactly ±1, nothing infinite', () => {
    expect(pearson([1, 2, 3, 4], [2, 4, 6, 8])).toMatchObject({ value: 1, p: 0, interval: null });
    expect(pearson([1, 2], [2, 1])).toMatchObject({ value: -1, p: null, interval: null });
  });

  it('refuse NaN, infinities and unequal lengths by name', () => {
    expect(() => pearson([NaN], [1])).toThrow('pearson requires finite numbers (null where missing), got NaN');
    expect(() => kendall([1], [Infinity])).toThrow('kendall requires finite numbers');
    expect(() => spearman([1], [])).toThrow('equal lengths, got 1 and 0');
  });

  it('partial correlation given the variable itself is undefined', () => {
    expect(partialSpearman([1, 2, 3], [1, 3, 2], [1, 2, 3])).toMatchObject({ value: null, reason: 'zero-variance' });
  });
});

describe('sorting and ranking', () => {
  const values = fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()));

  it('orders any finite numbers as the language does, stably', () => {
    fc.assert(
      fc.property(values, (v) => {
        const expected = v.map((_, i) => i).sort((a, b) => v[a]! - v[b]! || a - b);
        expect(Array.from(sortOrder(Float64Array.from(v)))).toEqual(expected);
      })
    );
  });

  it('gives midranks 1, 2½, 2½, 4, whose sum is always n(n + 1)/2', () => {
    expect(Array.from(midranks([10, 20, 20, 30]))).toEqual([1, 2.5, 2.5, 4]);
    expect(Array.from(midranks([1e9, 0, 5e9]))).toEqual([2, 1, 3]);
    const ties = fc.array(fc.constantFrom(-1.5, 0, 2, 1e7));
    fc.assert(
      fc.property(ties, (v) => {
        expect(midranks(v).reduce((sum, r) => sum + r, 0)).toBeCloseTo((v.length * (v.length + 1)) / 2, 9);
      })
    );
  });

  it('counts inversions as comparing all pairs does', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 100 }), (v) => {
        const expected = v.flatMap((a, i) => v.slice(i + 1).filter((b) => a > b)).length;
        const { inversions, sorted } = countInversions(Int32Array.from(v));
        expect(inversions).toBe(expected);
        expect(Array.from(sorted)).toEqual([...v].sort((a, b) => a - b));
      })
    );
  });
});

describe('exact Kendall', () => {
  it('of 1 2 3 with itself has p = 2/6: two of the six orders are as extreme', () => {
    expect(kendallExact([1, 2, 3], [1, 2, 3])).toMatchObject({ value: 1, p: 2 / 6 });
  });

  it('refuses ties and is undefined for one pair', () => {
    expect(() => kendallExact([1, 1], [1, 2])).toThrow('without ties');
    expect(kendallExact([1], [1])).toMatchObject({ value: null, reason: 'n<2', p: null });
  });
});

describe('pairwise accuracy', () => {
  it('counts pairs that both order alike or both tie: 2 of 3 here', () => {
    expect(pairwiseAccuracy([1, 1, 2], [5, 6, 7]).value).toBe(2 / 3);
  });

  it('with ties calibrated takes the smallest best ε, and is never below the accuracy without', () => {
    expect(tieCalibratedAccuracy([1, 1, 2], [5, 6, 9])).toMatchObject({ value: 1, epsilon: 1, withoutTies: 2 / 3 });
    fc.assert(
      fc.property(pairs, ({ x, y }) => {
        const best = tieCalibratedAccuracy(x, y);
        expect(same(best.withoutTies, pairwiseAccuracy(x, y).value)).toBe(true);
        expect(best.value ?? 0).toBeGreaterThanOrEqual(best.withoutTies ?? 0);
      })
    );
  });

  it('is undefined for a single item', () => {
    expect(tieCalibratedAccuracy([1], [1])).toMatchObject({ value: null, reason: 'n<2', epsilon: null });
  });
});

describe('reliability', () => {
  it('ICC of two items rated 1 2 and 3 4 by hand: BMS 4, WMS ½, EMS 0, JMS 1', () => {
    const forms = icc([[1, 2], [3, 4]]); // prettier-ignore
    expect(forms.icc1.value).toBeCloseTo((4 - 0.5) / (4 + 0.5), 14);
    expect(forms.icc21.value).toBeCloseTo(4 / (4 + 1), 14);
    expect(forms.icc31.value).toBe(1);
    expect(forms.icc2k.value).toBeCloseTo(4 / (4 + 0.5), 14);
  });

  it('does not change with rater order, item order, shift or stretch', () => {
    const rows = fc.array(fc.tuple(score, score, score), { maxLength: 20 });
    fc.assert(
      fc.property(rows, fc.nat(), (x, seed) => {
        const moved = shuffled(x, seed).map((row) =>
          [row[2], row[0], row[1]].map((v) => (v === null ? null : 7 + 4 * v))
        );
        expect(same(icc(x).icc2k.value, icc(moved).icc2k.value)).toBe(true);
      })
    );
  });

  it('is undefined for one rater, one item or constant ratings', () => {
    expect(icc([[1], [2]]).icc1).toEqual({ value: null, reason: 'too-few-raters' });
    expect(icc([[1, 2]]).icc1).toEqual({ value: null, reason: 'n<2' });
    expect(icc([[5, 5], [5, 5]]).icc2k).toEqual({ value: null, reason: 'zero-variance' }); // prettier-ignore
  });

  it('W is 1 for the same ranking, 0 for two opposite ones', () => {
    expect(kendallW([[1, 2, 3], [4, 5, 6]]).value).toBe(1); // prettier-ignore
    expect(kendallW([[1, 2, 3], [3, 2, 1]]).value).toBe(0); // prettier-ignore
    expect(kendallW([[1, 1], [1, 1]])).toMatchObject({ value: null, reason: 'zero-variance' }); // prettier-ignore
  });

  it('the ceiling compares person and judge with the same others', () => {
    const same3 = humanCeiling([[1, 2, 3], [1, 2, 3], [1, 2, 3]], [1, 2, 3]); // prettier-ignore
    expect([same3.meanHuman.value, same3.meanJudge.value]).toEqual([1, 1]);
    expect(humanCeiling([[1, 2, 3]], [1, 2, 3]).meanHuman).toEqual({ value: null, reason: 'too-few-raters' });
    expect(humanCeiling([[1, 1, 1], [1, 2, 3]], [1, 2, 3]).meanHuman.value).toBeNull(); // prettier-ignore
  });
});

describe('Williams’ test', () => {
  it('is 0 for equal correlations and turns its sign with them', () => {
    expect(williamsTest(0.5, 0.5, 0.3, 40)).toMatchObject({ value: 0, p: 1 });
    expect(williamsTest(0.6, 0.5, 0.4, 50).value).toBeCloseTo(-williamsTest(0.5, 0.6, 0.4, 50).value!, 12);
  });

  it('is undefined for three items and refuses a correlation above 1', () => {
    expect(williamsTest(0.5, 0.4, 0.3, 3)).toMatchObject({ value: null, reason: 'n<2' });
    expect(() => williamsTest(1.1, 0, 0, 9)).toThrow('in [-1, 1], got 1.1');
  });
});
