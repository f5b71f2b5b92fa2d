import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonFinite } from '../../../../tests/statistics/arbitraries.ts';
import { chapman } from '../clusters/chapman.ts';
import { clusterCapture } from '../clusters/cluster-capture.ts';
import { clusterRetrieval } from '../clusters/cluster-retrieval.ts';

describe('chapman', () => {
  it('is (n₁ + 1)(n₂ + 1)/(m + 1) − 1 with Seber’s variance, as worked by hand', () => {
    // 11 · 9 / 6 − 1 = 15.5; 11 · 9 · 5 · 3 / (36 · 7) = 1485/252.
    const found = chapman({ first: 10, second: 8, both: 5 });
    expect(found).toMatchObject({ value: 15.5, seen: 13, missed: 2.5 });
    expect(found.se! ** 2).toBeCloseTo(1485 / 252, 12);
    // C = exp(1.959964 · √ln(1 + 5.892857/6.25)) = exp(1.959964 · .814985) = 4.9398.
    expect(found.interval![0]).toBeCloseTo(13 + 2.5 / 4.9398, 3);
    expect(found.interval![1]).toBeCloseTo(13 + 2.5 * 4.9398, 2);
  });

  it('agrees with the textbook example of 2,000 sunfish: 200 marked, 150 caught, 30 of them marked', () => {
    // 201 · 151 / 31 − 1 = 978.06
    expect(chapman({ first: 200, second: 150, both: 30 }).value).toBeCloseTo(30351 / 31 - 1, 12);
  });

  it('is undefined if nothing was found by both, and says that nothing was found apart', () => {
    expect(chapman({ first: 0, second: 0, both: 0 })).toMatchObject({ value: null, reason: 'n=0' });
    expect(chapman({ first: 4, second: 5, both: 0 })).toMatchObject({ value: null, reason: 'no-recaptures', seen: 9 });
    expect(chapman({ first: 4, second: 0, both: 0 })).toMatchObject({ value: null, reason: 'no-recaptures' });
  });

  it('gives no interval if one found everything that the other did and nothing is missed', () => {
    expect(chapman({ first: 6, second: 6, both: 6 })).toMatchObject({ value: 6, missed: 0, interval: null });
  });

  it('does not depend on which search is the first, and refuses impossible counts', () => {
    const counts = fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)).map(([a, b, both]) => ({ first: a + both, second: b + both, both })); // prettier-ignore
    fc.assert(
      fc.property(counts, (one) => {
        const turned = chapman({ ...one, first: one.second, second: one.first });
        expect(chapman(one)).toEqual(turned);
        expect(nonFinite(turned, 'chapman')).toEqual([]);
        if (turned.value !== null) expect(turned.value).toBeGreaterThanOrEqual(turned.seen);
        if (turned.interval) {
          expect(turned.interval[0]).toBeGreaterThanOrEqual(turned.seen);
          expect(turned.interval[1]).toBeGreaterThan(turned.interval[0]);
        }
      })
    );
    expect(() => chapman({ first: 2, second: 2, both: 3 })).toThrow('chapman requires no more finds of both');
    expect(() => chapman({ first: -1, second: 2, both: 0 })).toThrow('chapman requires counts from 0');
  });
});

/** `xy-z…`: for each cluster a word with a letter per thing: b both, 1 first, 2 second, 0 neither. */
const things = (...clusters: string[]) => ({
  things: clusters.flatMap((word) =>
    [...word].map((mark) => ({ first: mark === 'b' || mark === '1', second: mark === 'b' || mark === '2' }))
  ),
  cluster: clusters.flatMap((word, g) => [...word].map(() => g))
});

describe('clusterCapture', () => {
  it('counts as chapman does, and is wider if finds go together by cluster', () => {
    const even = things('b12', 'b12', 'b12', 'b12');
    const uneven = things('bbbb', '1111', '2222', '0');
    for (const { things: all, cluster } of [even, uneven])
      expect(clusterCapture(all, cluster).value).toBe(
        chapman({
          first: all.filter(({ first }) => first).length,
          second: all.filter(({ second }) => second).length,
          both: all.filter(({ first, second }) => first && second).length
        }).value
      );
    expect(clusterCapture(uneven.things, uneven.cluster).se!).toBeGreaterThan(
      chapman({ first: 8, second: 8, both: 4 }).se!
    );
    expect(clusterCapture(even.things, even.cluster).se!).toBeCloseTo(chapman({ first: 8, second: 8, both: 4 }).se!, 9);
  });

  it('has no interval by cluster within one cluster, and no value without things', () => {
    const one = things('b12b');
    expect(clusterCapture(one.things, one.cluster)).toMatchObject({ interval: null, clusters: 1, n: 4 });
    expect(clusterCapture([], [])).toMatchObject({ value: null, reason: 'n=0', clusters: 0 });
  });

  it('covers the number there is, if searches are independent', () => {
    // 30 queries of 4 issues; the first finds 60 of 100, the second 50: about 20 of 100 are missed by both.
    let [covered, state] = [0, 12345];
    const random = (): number => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    const worlds = 400;
    for (let w = 0; w < worlds; w++) {
      const all = Array.from({ length: 120 }, (_, i) => ({ first: random() < 0.6, second: random() < 0.5, g: i >> 2 }));
      const seen = all.filter(({ first, second }) => first || second);
      const { interval } = clusterCapture(seen, seen.map(({ g }) => g)); // prettier-ignore
      if (interval && interval[0] <= 120 && 120 <= interval[1]) covered++;
    }
    expect(covered / worlds).toBeGreaterThan(0.92);
  });
});

describe('clusterRetrieval', () => {
  const table = [
    // Query 1: three found, two of them there; one missed. Query 2: one found and there, one missed, one neither.
    { found: 1, there: 1 },
    { found: 1, there: 1 },
    { found: 1, there: 0 },
    { found: 0, there: 1 },
    { found: 1, there: 1 },
    { found: 0, there: 1 },
    { found: 0, there: 0 }
  ];
  const cluster = [1, 1, 1, 1, 2, 2, 2];

  it('is 3/4, 3/5 and 2/3 of a table worked by hand', () => {
    const { precision, recall, f1 } = clusterRetrieval(table, cluster);
    expect([precision.value, precision.n, precision.clusters]).toEqual([0.75, 4, 2]);
    expect([recall.value, recall.n]).toEqual([0.6, 5]);
    expect(f1.value).toBeCloseTo(2 / 3, 12);
    expect(f1.n).toBe(6);
    for (const { interval, value } of [precision, recall, f1]) {
      expect(interval![0]).toBeLessThan(value!);
      expect(interval![1]).toBeGreaterThan(value!);
    }
  });

  it('weighs things back by their chance of being drawn', () => {
    const { precision } = clusterRetrieval(
      [
        { found: 1, there: 1, weight: 3 },
        { found: 1, there: 0, weight: 1 }
      ],
      [1, 2]
    );
    expect(precision.value).toBe(0.75);
  });

  it('leaves out what is not known, and is undefined if nothing was found or nothing is there', () => {
    const none = clusterRetrieval([{ found: 0, there: 0 }, { found: null, there: 1 }], [1, 2]); // prettier-ignore
    expect([none.precision.reason, none.recall.reason, none.f1.reason]).toEqual(['n=0', 'n=0', 'n=0']);
    const missed = clusterRetrieval([{ found: 0, there: 1 }], [1]);
    expect([missed.precision.reason, missed.recall.value, missed.f1.value]).toEqual(['n=0', 0, 0]);
    expect(() => clusterRetrieval([{ found: 2, there: 1 }], [1])).toThrow('clusterRetrieval requires values in [0, 1]');
    expect(() => clusterRetrieval([], [1])).toThrow('equal lengths');
  });

  it('has F1 as the harmonic mean of the two, with parts as with whole finds', () => {
    const part = fc.constantFrom(0, 0.25, 0.5, 1);
    fc.assert(
      fc.property(fc.array(fc.record({ found: part, there: part }), { minLength: 1, maxLength: 20 }), (all) => {
        const result = clusterRetrieval(all, all.map((_, i) => i % 4)); // prettier-ignore
        expect(nonFinite(result, 'clusterRetrieval')).toEqual([]);
        const [p, r] = [result.precision.value, result.recall.value];
        if (p === null || r === null || p + r === 0) return;
        expect(result.f1.value).toBeCloseTo((2 * p * r) / (p + r), 9);
      })
    );
  });
});
