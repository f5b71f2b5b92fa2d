import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterProportion, tTest } from '../../../stats/index.ts';
import { pooledRatio } from '../aggregation/pooled-ratio.ts';
import { differenceOf, seriesFigure, meanSeries, ratioSeries, type Series, type Term } from './series.ts';

const range = { min: 0, max: 100 };
const series = (...values: number[]): Series => meanSeries(values.map((value, at) => ({ qid: `q${at}`, value })));
const one = (of: Series): Term[] => [{ factor: 1, series: of }];
const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 40 });

describe('a figure', () => {
  it('of one mean is the mean over queries in Wilson’s form: 60, 70, 80 give 40.8 to 88.7', () => {
    const figure = seriesFigure(one(series(60, 70, 80)), range);
    expect(figure).toMatchObject({ value: 70, reason: null, queries: 3, fewQueries: true });
    // .7 ± with t² = 18.512821 (2 degrees of freedom) on .21 / (.1² / 3) = 63 items.
    const [z, n] = [18.512821, 63];
    const reach = Math.sqrt((z * 0.21) / n + (z / (2 * n)) ** 2);
    expect(figure.interval?.[0]).toBeCloseTo((100 * (0.7 + z / (2 * n) - reach)) / (1 + z / n), 5);
    expect(figure.interval?.[1]).toBeCloseTo((100 * (0.7 + z / (2 * n) + reach)) / (1 + z / n), 5);
  });

  it('of one mean has the interval that the tables of its suite print, the jackknife of the mean over reports', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const { value, interval } = pooledRatio(
          values.map((above, at) => ({ cluster: `q${at}`, above, below: 1 })),
          [0, 100]
        );
        const figure = seriesFigure(one(series(...values)), range);
        expect(figure.value).toBeCloseTo(value!, 9);
        if (interval === null) expect(figure.interval).toBeNull();
        else {
          expect(figure.interval![0]).toBeCloseTo(interval[0], 7);
          expect(figure.interval![1]).toBeCloseTo(interval[1], 7);
        }
      })
    );
  });

  it('of a count, which has no upper end, is Student’s interval cut off at 0', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const { interval } = tTest(values);
        const figure = seriesFigure(one(series(...values)), { min: 0, max: Infinity });
        if (interval === null) expect(figure.interval).toBeNull();
        else {
          expect(figure.interval![0]).toBeCloseTo(Math.max(0, interval[0]), 8);
          expect(figure.interval![1]).toBeCloseTo(interval[1], 8);
        }
      })
    );
  });

  it('counts each query once, however many reports it has', () => {
    const values = meanSeries([
      { qid: 'a', value: 0 },
      { qid: 'a', value: 100 },
      { qid: 'b', value: 80 }
    ]);
    expect(seriesFigure(one(values), range)).toMatchObject({ value: 65, queries: 2 });
  });

  it('of an average of metrics judged on the same queries is the t interval of the queries’ averages', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)), { minLength: 3, maxLength: 30 }), (all) => {
        const parts = [0, 1, 2].map((at) => ({ factor: 1 / 3, series: series(...all.map((one) => one[at]!)) }));
        const { mean, interval } = tTest(all.map(([a, b, c]) => (a + b + c) / 3));
        const figure = seriesFigure(parts, { min: -Infinity, max: Infinity });
        expect(figure.value).toBeCloseTo(mean!, 9);
        if (figure.interval && interval) expect(figure.interval[1]).toBeCloseTo(interval[1], 7);
      })
    );
  });

  it('of a ratio has the linearised standard error of our cluster statistics', () => {
    const counts = [
      { qid: 'a', k: 3, n: 4 },
      { qid: 'b', k: 1, n: 5 },
      { qid: 'c', k: 2, n: 2 },
      { qid: 'd', k: 0, n: 3 }
    ];
    const outcomes = counts.flatMap(({ k, n }) => Array.from({ length: n }, (_, at) => (at < k ? 1 : 0)));
    const clusters = counts.flatMap(({ qid, n }) => Array.from({ length: n }, () => qid));
    const { value, se } = clusterProportion(outcomes, clusters);
    const figure = seriesFigure(one(ratioSeries(counts)), { min: -Infinity, max: Infinity });
    expect(figure.value).toBeCloseTo(value!, 12);
    // t(3, .975) = 3.182446
    expect((figure.interval![1] - figure.interval![0]) / 2).toBeCloseTo(3.182446 * se!, 5);
  });

  it('has no interval, and says why, from one query or from queries that agree', () => {
    expect(seriesFigure(one(series(70)), range)).toMatchObject({
      value: 70,
      interval: null,
      intervalReason: 'One query shows no spread.'
    });
    const third = 100 / 3;
    expect(seriesFigure(one(series(third, third, third)), range)).toMatchObject({
      value: third,
      interval: null,
      intervalReason: 'There is no variance between queries.'
    });
  });

  it('is null with the reason if a part of the sum is empty', () => {
    const parts = [...one(series(70, 80)), { factor: 1, series: new Map() }];
    expect(seriesFigure(parts, range, 'Nothing yet.')).toMatchObject({
      value: null,
      reason: 'Nothing yet.',
      interval: null
    });
    expect(seriesFigure([], range).value).toBeNull();
  });

  it('warns below twenty queries', () => {
    const many = Array.from({ length: 20 }, (_, at) => at);
    expect(seriesFigure(one(series(...many)), range).fewQueries).toBe(false);
    expect(seriesFigure(one(series(...many.slice(1))), range).fewQueries).toBe(true);
  });
});

describe('a difference', () => {
  it('is the paired t test over the queries that both have', () => {
    const a = series(80, 70, 90, 60);
    const b = meanSeries([
      { qid: 'q0', value: 75 },
      { qid: 'q1', value: 72 },
      { qid: 'q3', value: 50 },
      { qid: 'q9', value: 0 }
    ]);
    const test = tTest([5, -2, 10]);
    expect(differenceOf(one(a), one(b))).toMatchObject({ queries: 3 });
    expect(differenceOf(one(a), one(b))?.value).toBeCloseTo(13 / 3, 12);
    expect(differenceOf(one(a), one(b))?.p).toBeCloseTo(test.p!, 12);
    expect(differenceOf(one(a), one(b))?.interval?.[0]).toBeCloseTo(test.interval![0], 12);
  });

  it('turns round with the sides', () => {
    fc.assert(
      fc.property(scores, fc.nat(), (values, seed) => {
        const a = one(series(...values));
        const b = one(series(...values.map((value, at) => (value * 7 + at * seed) % 101)));
        const [there, back] = [differenceOf(a, b)!, differenceOf(b, a)!];
        expect(back.value).toBeCloseTo(-there.value, 9);
        expect(back.p).toBeCloseTo(there.p, 9);
      })
    );
  });

  it('that is the same on every query has no interval and the p of the exact sign-flip test', () => {
    const third = 100 / 3;
    const a = one(series(third + 5, 2 * third + 5, 35, 45, 55));
    const b = one(series(third, 2 * third, 30, 40, 50));
    expect(differenceOf(a, b)).toMatchObject({ interval: null, p: 2 ** -4 });
    expect(differenceOf(a, a)).toMatchObject({ value: 0, interval: null, p: 1 });
  });

  it('of systems that win all and lose all is decided by the exact test', () => {
    const all = Array.from({ length: 10 }, (_, at) => ({ qid: `q${at}`, n: 1 }));
    const wins = one(ratioSeries(all.map((game) => ({ ...game, k: 1 }))));
    const losses = one(ratioSeries(all.map((game) => ({ ...game, k: 0 }))));
    expect(differenceOf(wins, losses)).toMatchObject({ value: 1, p: 2 ** -9 });
  });

  it('needs two common queries', () => {
    expect(differenceOf(one(series(1)), one(series(2)))).toBeNull();
    expect(differenceOf(one(series(1, 2)), one(meanSeries([{ qid: 'z', value: 1 }])))).toBeNull();
    expect(differenceOf([], [])).toBeNull();
  });
});
