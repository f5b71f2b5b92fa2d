import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agrestiCoull } from './agresti-coull.ts';
import { clopperPearson, clopperPearsonUpper } from './clopper-pearson.ts';
import { clusterProportion } from '../clusters/cluster-proportion.ts';
import { jeffreys } from './jeffreys.ts';
import { newcombe, newcombePaired } from './newcombe.ts';
import { tango } from './tango.ts';
import { wilson } from './wilson.ts';

const intervals = Object.entries({ wilson, clopperPearson, jeffreys, agrestiCoull });
const kOfN = fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe('intervals of a proportion', () => {
  it('Wilson of 1 of 2 is ½ ± ½·z/√(n + z²)', () => {
    const z = 1.959963984540054;
    const reach = z / Math.sqrt(2 + z * z) / 2;
    expect(wilson(1, 2).interval![0]).toBeCloseTo(0.5 - reach, 14);
  });

  it('Clopper–Pearson of 0 of n reaches 1 − (α/2)^{1/n}', () => {
    expect(clopperPearson(0, 20).interval![1]).toBeCloseTo(1 - 0.025 ** (1 / 20), 13);
    expect(clopperPearsonUpper(0, 30, 0.9)).toBeCloseTo(1 - 0.1 ** (1 / 30), 13);
    expect(clopperPearsonUpper(3, 3)).toBe(1);
  });

  it('72 of 72 has a Wilson lower end of .949, 37 of 40 lies in [.801, .974]', () => {
    expect(wilson(72, 72).interval![0]).toBeCloseTo(0.949, 3);
    expect(wilson(37, 40).interval!.map((v) => v.toFixed(3))).toEqual(['0.801', '0.974']);
  });

  it.each(intervals)('%s holds the share, mirrors with failures, and widens with confidence', (_, interval) => {
    fc.assert(
      fc.property(kOfN, ([k, n]) => {
        const [low, high] = interval(k, n).interval!;
        const [mirroredLow, mirroredHigh] = interval(n - k, n).interval!;
        const [lower, higher] = interval(k, n, 0.99).interval!;
        expect(low <= k / n && k / n <= high && low >= 0 && high <= 1).toBe(true);
        expect(mirroredLow).toBeCloseTo(1 - high, 10);
        expect(mirroredHigh).toBeCloseTo(1 - low, 10);
        expect(lower <= low + 1e-12 && high <= higher + 1e-12).toBe(true);
      })
    );
  });

  it.each(intervals)('%s is undefined without trials and refuses more successes than trials', (_, interval) => {
    expect(interval(0, 0)).toMatchObject({ value: null, reason: 'n=0', interval: null });
    expect(() => interval(3, 2)).toThrow('requires 0 ≤ k ≤ n, got k = 3, n = 2');
    expect(() => interval(1, 2, 1)).toThrow('confidence between 0 and 1, got 1');
  });
});

describe('proportion of clustered items', () => {
  it('of clusters 1 1 and 0 0: p ½, se² = 2/1·(1 + 1)/16, design effect 4, one effective item', () => {
    const share = clusterProportion([1, 1, 0, 0], ['a', 'a', 'b', 'b']);
    expect(share.value).toBe(1 / 2);
    expect(share.se).toBeCloseTo(1 / 2, 14);
    expect(share.designEffect).toBeCloseTo(4, 12);
    expect(share.effectiveN).toBeCloseTo(1, 12);
  });

  it('does not depend on item order or cluster names, and equals itself with all weights equal', () => {
    const items = fc.array(fc.tuple(fc.constantFrom(0, 0.5, 1), fc.integer({ min: 0, max: 6 })), { minLength: 1 });
    fc.assert(
      fc.property(items, (rows) => {
        const [x, cluster] = [rows.map(([v]) => v), rows.map(([, c]) => c)];
        const one = clusterProportion(x, cluster);
        const other = clusterProportion(
          [...x].reverse(),
          [...cluster].reverse().map((c) => `q${c}`),
          {
            weights: x.map(() => 3)
          }
        );
        expect(other.value).toBeCloseTo(one.value!, 12);
        expect(other.se ?? -1).toBeCloseTo(one.se ?? -1, 12);
        expect(other.interval?.[0] ?? -1).toBeCloseTo(one.interval?.[0] ?? -1, 10);
      })
    );
  });

  it('with every item its own cluster has n/(n − 1) for a design effect', () => {
    const x = [1, 0, 1, 1, 0, 1, 1, 1];
    expect(
      clusterProportion(
        x,
        x.map((_, i) => i)
      ).designEffect
    ).toBeCloseTo(8 / 7, 12);
  });

  it('weighs strata back: items sampled at a quarter of the rate count four times', () => {
    const share = clusterProportion([1, 1, 0, 1], [1, 2, 3, 4], { weights: [1, 1, 4, 4] });
    expect(share.value).toBeCloseTo(6 / 10, 14);
  });

  it('is never credited with more than its n, and keeps an interval if all items agree', () => {
    const even = clusterProportion([1, 0, 1, 0], [1, 1, 2, 2]);
    expect(even.designEffect).toBe(0);
    expect(even.effectiveN).toBeNull();
    expect(even.interval![0]).toBeGreaterThan(0);
    const all = clusterProportion([1, 1, 1], [1, 2, 3]);
    expect(all).toMatchObject({ value: 1, designEffect: null });
    expect(all.interval![1]).toBe(1);
    expect(all.interval![0]).toBeLessThan(0.5);
  });

  it('gives no interval for one cluster, and warns below twenty', () => {
    expect(clusterProportion([1, 0], ['a', 'a'])).toMatchObject({
      value: 0.5,
      interval: null,
      intervalReason: 'too-few-clusters',
      warnings: ['few-clusters']
    });
    expect(clusterProportion([1, 0, null], ['a', 'b', 'c']).dropped).toBe(1);
    expect(clusterProportion([], [])).toMatchObject({ value: null, reason: 'n=0' });
    const many = Array.from({ length: 40 }, (_, i) => i % 20);
    expect(
      clusterProportion(
        many.map((c) => c % 2),
        many
      ).warnings
    ).toEqual([]);
  });

  it('refuses outcomes outside [0, 1] and weights of 0', () => {
    expect(() => clusterProportion([2], ['a'])).toThrow('outcomes in [0, 1], got 2');
    expect(() => clusterProportion([1], ['a'], { weights: [0] })).toThrow('positive weights, got 0');
  });
});

describe('differences of proportions', () => {
  it('Newcombe of equal groups lies around 0 and turns with their order', () => {
    const [low, high] = newcombe(5, 10, 5, 10).interval!;
    expect(low).toBeCloseTo(-high, 12);
    const [l, h] = newcombe(9, 10, 4, 12).interval!;
    const [l2, h2] = newcombe(4, 12, 9, 10).interval!;
    expect([l2, h2]).toEqual([-h, -l].map((v) => expect.closeTo(v, 12)));
  });

  const counts = fc.record({ both: fc.nat(60), onlyFirst: fc.nat(30), onlySecond: fc.nat(30), neither: fc.nat(60) });
  it.each(Object.entries({ newcombePaired, tango }))(
    '%s holds the difference and turns with the order',
    (_, interval) => {
      fc.assert(
        fc.property(counts, (given) => {
          const one = interval(given);
          const other = interval({ ...given, onlyFirst: given.onlySecond, onlySecond: given.onlyFirst });
          if (one.value === null) return;
          const [low, high] = one.interval!;
          expect(low - 1e-12 <= one.value && one.value <= high + 1e-12 && low >= -1 && high <= 1).toBe(true);
          expect(other.interval![0]).toBeCloseTo(-high, 9);
        })
      );
    }
  );

  it('are undefined without items and refuse negative counts', () => {
    const none = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
    expect(newcombePaired(none)).toMatchObject({ value: null, reason: 'n=0' });
    expect(tango(none)).toMatchObject({ value: null, reason: 'n=0' });
    expect(newcombe(0, 0, 1, 2)).toMatchObject({ value: null, reason: 'n=0' });
    expect(() => tango({ ...none, both: -1 })).toThrow('counts of 0 or more, got -1');
  });
});
