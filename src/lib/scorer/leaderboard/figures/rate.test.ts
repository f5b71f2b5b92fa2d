import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterProportion } from '../../../stats/index.ts';
import { clusteredRate } from './rate.ts';

describe('a rate of counts', () => {
  it('has the value and interval that our cluster statistics give to the single outcomes', () => {
    const count = fc.record({ query: fc.integer({ min: 0, max: 5 }), k: fc.nat(6), more: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 20 }), (counts) => {
        const outcomes = counts.flatMap(({ k, more }) => [...Array<number>(k).fill(1), ...Array<number>(more).fill(0)]);
        const clusters = counts.flatMap(({ query, k, more }) => Array<string>(k + more).fill(`q${query}`));
        const expected = clusterProportion(outcomes, clusters);
        const rate = clusteredRate(counts.map(({ query, k, more }) => ({ qid: `q${query}`, k, n: k + more })));
        expect(rate.n).toBe(expected.n);
        expect(rate.queries).toBe(expected.clusters);
        if (expected.value === null) expect(rate.value).toBeNull();
        else expect(rate.value).toBeCloseTo(expected.value, 12);
        expect(rate.interval === null).toBe(expected.interval === null);
        if (expected.interval) {
          expect(rate.interval![0]).toBeCloseTo(expected.interval[0], 9);
          expect(rate.interval![1]).toBeCloseTo(expected.interval[1], 9);
        }
      })
    );
  });

  it('of nothing is null, neither 0 nor 1', () => {
    expect(clusteredRate([])).toMatchObject({ k: 0, n: 0, value: null, interval: null });
    expect(clusteredRate([{ qid: 'a', k: 0, n: 0 }])).toMatchObject({ value: null, queries: 0 });
  });

  it('takes counts that are means over judges', () => {
    expect(
      clusteredRate([
        { qid: 'a', k: 1.5, n: 3 },
        { qid: 'b', k: 0.5, n: 2.5 }
      ])
    ).toMatchObject({ k: 2, n: 5.5, value: 2 / 5.5 });
  });

  it('has a width if everything counts', () => {
    const all = Array.from({ length: 30 }, (_, at) => ({ qid: `q${at}`, k: 4, n: 4 }));
    const { value, interval } = clusteredRate(all);
    expect(value).toBe(1);
    expect(interval?.[0]).toBeLessThan(0.99);
    expect(interval?.[1]).toBe(1);
  });

  it('refuses more of something than there is', () => {
    expect(() => clusteredRate([{ qid: 'a', k: 2, n: 1 }])).toThrow('0 ≤ k ≤ n, got 2 of 1');
  });
});
