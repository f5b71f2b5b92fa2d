import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterBoundedMean } from './cluster-bounded-mean.ts';
import { clusteredWorlds, clusterProbability, levelWithError } from '../numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../numbers/rng.ts';
import { wilsonInterval } from '../proportions/wilson.ts';
import { sized } from '../../../../tests/timing.ts';

const t9 = 2.2621571628; // .975 quantile on 9 degrees of freedom

describe('the mean of bounded values by cluster', () => {
  it('reaches t²R/n from a value that never varies, one item a cluster', () => {
    const found = clusterBoundedMean(
      Array<number>(10).fill(0),
      Array.from({ length: 10 }, (_, i) => i),
      { range: 2 }
    );
    expect(found).toMatchObject({ value: 0, n: 10, clusters: 10, informative: 0, designEffect: 1, effectiveN: 10 });
    expect(found.interval![1]).toBeCloseTo((2 * t9 ** 2) / 10, 9);
    expect(found.interval![0]).toBe(-found.interval![1]);
  });

  it('has the ends of an independent computation in clusters of unequal size and weight', () => {
    const found = clusterBoundedMean([1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4], {
      range: 1,
      weights: [1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 3, 1]
    });
    expect(found.value).toBeCloseTo(0.3125, 12);
    expect(found.designEffect).toBeCloseTo(1.7384615385, 9);
    expect(found.interval![0]).toBeCloseTo(-1.23724395, 7);
    expect(found.interval![1]).toBeCloseTo(1.86224395, 7);
  });

  it('takes a correlation of .3 if nothing tells how items of a cluster go together', () => {
    const cluster = Array.from({ length: 4000 }, (_, i) => i % 20);
    const { effectiveN } = clusterBoundedMean(Array<number>(4000).fill(1), cluster, { range: 1 });
    expect(effectiveN).toBeCloseTo(4000 / (1 + 199 * 0.3), 9);
  });

  it('holds Wilson’s interval on shares of independent items', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(60), (n, k) => {
        const x = Array.from({ length: n }, (_, i) => Number(i < Math.min(k, n)));
        const { value, interval } = clusterBoundedMean(x, x.map((_, i) => i), { range: 1, confidence: 0.9 }); // prettier-ignore
        const wilson = wilsonInterval(value!, n, 1.6448536269514722);
        expect(interval![0]).toBeLessThanOrEqual(wilson[0] + 1e-12);
        expect(interval![1]).toBeGreaterThanOrEqual(wilson[1] - 1e-12);
      })
    );
  });

  it('takes values that differ by rounding alone for the same', () => {
    const found = clusterBoundedMean([0.4 - 0.3, 0.3 - 0.2, 0.8 - 0.7, 0.1], [0, 0, 1, 1], { range: 1 });
    expect(found.informative).toBe(0);
  });

  it('scales with its unit, and its p-values meet at the ends of its interval', () => {
    const random = seededRandom(3);
    const x = Array.from({ length: 60 }, () => random.unit() - 0.3);
    const cluster = x.map((_, i) => i % 12);
    const one = clusterBoundedMean(x, cluster, { range: 1, confidence: 0.9 });
    const ten = clusterBoundedMean(x.map((v) => 10 * v), cluster, { range: 10, confidence: 0.9 }); // prettier-ignore
    expect(ten.interval![0]).toBeCloseTo(10 * one.interval![0], 9);
    expect(one.pBelow(one.interval![1])).toBeCloseTo(0.05, 9);
    expect(one.pAbove(one.interval![0])).toBeCloseTo(0.05, 9);
    expect(one.pBelow(one.value! - 0.1)).toBeGreaterThan(0.5);
  });

  it('is undefined without items, has no interval in one cluster, and refuses nonsense', () => {
    expect(clusterBoundedMean([null], [1], { range: 1 })).toMatchObject({ value: null, reason: 'n=0', dropped: 1 });
    const one = clusterBoundedMean([0, 1], [1, 1], { range: 1 });
    expect(one).toMatchObject({ value: 0.5, interval: null, intervalReason: 'too-few-clusters' });
    expect(one.pBelow(1)).toBe(1);
    expect(() => clusterBoundedMean([1], [1, 2], { range: 1 })).toThrow('equal lengths');
    expect(() => clusterBoundedMean([NaN], [1], { range: 1 })).toThrow('finite values');
    expect(() => clusterBoundedMean([1], [1], { range: 0 })).toThrow('positive range');
    expect(() => clusterBoundedMean([1], [1], { range: 1, weights: [0] })).toThrow('positive weights');
  });

  it.each(clusteredWorlds)(
    'calls a mean on the margin smaller in at most 5 % of samples: $perCluster items a cluster, correlation $icc',
    ({ perCluster, icc }) => {
      const random = seededRandom(perCluster + 100 * icc);
      const trials = sized(300, 100);
      for (const margin of [0.05, 0.2])
        for (const both of [0, 0.1])
          for (const clusters of [20, 60]) {
            let smaller = 0;
            for (let trial = 0; trial < trials; trial++) {
              const [x, cluster]: number[][] = [[], []];
              for (let g = 0; g < clusters; g++) {
                const above = clusterProbability(random, margin + both, icc);
                const below = clusterProbability(random, both, icc);
                for (let i = 0; i < perCluster; i++) {
                  const u = random.unit();
                  x!.push(u < above ? 1 : u > 1 - below ? -1 : 0);
                  cluster!.push(g);
                }
              }
              if (clusterBoundedMean(x!, cluster!, { range: 1, confidence: 0.9 }).interval![1] < margin) smaller++;
            }
            expect(smaller / trials, `${margin}, ${both}, ${clusters} clusters`).toBeLessThanOrEqual(
              levelWithError(0.05, trials)
            );
          }
    }
  );
});
