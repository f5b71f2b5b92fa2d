import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behindBest } from '../ranking/behind-best.ts';
import { clusterStatistic, jackknifeInfluence } from '../clusters/cluster-statistic.ts';
import { clusterProportion } from '../clusters/cluster-proportion.ts';
import { groupClusters } from '../clusters/clusters.ts';
import { jackknifeInterval } from '../clusters/cluster-jackknife.ts';
import { kappaOfCells } from '../bootstrap/cell-statistics.ts';
import { weightingEffect } from '../numbers/design-effect.ts';
import { weightingError } from '../clusters/weighting-error.ts';
import type { SumStatistic } from '../numbers/sum-statistic.ts';
import { coefficientBound } from '../proportions/coefficient-bound.ts';
import type { Contender } from '../ranking/contenders.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import {
  chanceOfLuckiest,
  correlationOfContenders,
  largestErrorCdf,
  plannedCritical,
  sharePassProbability
} from './planned-selection.ts';
import { seededRandom } from '../numbers/rng.ts';
import { selectionCritical } from './selection-critical.ts';
import { assumedEffect, assumedEffectOf, shareBound } from '../proportions/share-lower-bound.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('the lower bound of a share', () => {
  it('of 100 of 100 in 20 queries of five is no higher than Wilson’s .958, and never 1', () => {
    const t = studentQuantile(0.975, 19);
    const { low, high } = shareBound({ share: 1, items: 100, designEffect: null, assumed: assumedEffect(5) }, t);
    expect(wilsonInterval(1, 100, t)[0]).toBeCloseTo(0.958, 3);
    expect(low).toBeLessThanOrEqual(0.958);
    expect(low).toBeGreaterThan(0.9);
    expect(high).toBe(1);
    const single = shareBound({ share: 1, items: 100, designEffect: null, assumed: assumedEffect(1) }, t);
    expect(single.low).toBeCloseTo(0.958, 3);
  });

  it('rests on the observed design effect if many items went wrong, and on the assumed one if none did', () => {
    const at = (share: number, items: number): number =>
      shareBound({ share, items, designEffect: 1, assumed: assumedEffect(20) }, 2).designEffect;
    expect(at(1, 400)).toBeGreaterThan(4.7);
    expect(at(0.99, 400)).toBeGreaterThan(3);
    expect(at(0.5, 4000)).toBeLessThan(1.05);
  });

  it('lies below the share, falls with the critical value and the design effect, and is at most Wilson’s on all items', () => {
    fc.assert(
      fc.property(
        unit,
        fc.integer({ min: 2, max: 2000 }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (share, items, critical) => {
          const at = (designEffect: number, c = critical): number =>
            shareBound({ share, items, designEffect, assumed: assumedEffect(10) }, c).low;
          expect(at(1)).toBeLessThanOrEqual(share + 1e-12);
          expect(at(2)).toBeLessThanOrEqual(at(1) + 1e-12);
          expect(at(1, critical + 0.5)).toBeLessThanOrEqual(at(1) + 1e-12);
          expect(at(0.2)).toBeLessThanOrEqual(wilsonInterval(share, items, critical)[0] + 1e-12);
        }
      )
    );
  });

  it('holds if few items stand for most of the run', () => {
    // 50 queries of one item. Five stand for 30 units of the run each: that none of them went wrong is luck.
    const weights = Array.from({ length: 50 }, (_, i) => (i < 5 ? 30 : 1));
    const queries = weights.map((_, i) => i);
    const target = 1 - (5 * 30 * 0.2 + 45 * 0.3) / 195 + 0.001;
    const [random, t] = [seededRandom(3), studentQuantile(0.975, 49)];
    const passes = Array.from({ length: 400 }, () => {
      const right = weights.map((weight) => Number(random.unit() >= (weight > 1 ? 0.2 : 0.3)));
      const { value, designEffect, interval } = clusterProportion(right, queries, { weights });
      const assumed = assumedEffectOf(new Array<number>(50).fill(1), weights);
      return {
        bound: shareBound({ share: value!, items: 50, designEffect, assumed }, t).low >= target,
        interval: interval![0] >= target
      };
    });
    expect(passes.filter(({ bound }) => bound).length / 400).toBeLessThan(0.04);
    expect(passes.filter(({ interval }) => interval).length / 400).toBeLessThan(0.04);
  });

  it('refuses what is no share', () => {
    expect(() => shareBound({ share: 1.2, items: 9, designEffect: 1, assumed: assumedEffect(1) }, 2)).toThrow(
      'got 1.2'
    );
    expect(assumedEffectOf([5, 5, 5])).toEqual(assumedEffect(5));
  });
});

/** Candidates with errors that share a part, in 40 clusters. */
const drawn = (count: number, shared: number, gap = 0): Contender[] => {
  const random = seededRandom(5);
  const common = Array.from({ length: 40 }, () => random.unit() - 0.5);
  return Array.from({ length: count }, (_, k) => {
    const raw = common.map((c) => shared * c + (1 - shared) * (random.unit() - 0.5));
    const mean = raw.reduce((sum, x) => sum + x, 0) / 40;
    return { utility: 0.9 - k * gap, influence: Float64Array.from(raw, (x) => (x - mean) / 40) };
  });
};
const criticalOf = (candidates: Contender[], selected = 0): ReturnType<typeof selectionCritical> =>
  selectionCritical(candidates, selected, 40, { random: seededRandom(1) });

describe('the critical value for the selected candidate', () => {
  const t = studentQuantile(0.975, 39);

  it('is the t quantile for one candidate, and hardly more for a clear winner', () => {
    expect(criticalOf(drawn(1, 0)).critical).toBe(t);
    const clear = criticalOf(drawn(16, 0.5, 0.3));
    expect(clear.contenders).toEqual([0]);
    expect(clear.critical).toBeLessThan(t + 0.12);
  });

  it('grows with the number of near ties, less if they err alike, and stays below Bonferroni’s', () => {
    const [few, many, alike] = [criticalOf(drawn(4, 0)), criticalOf(drawn(16, 0)), criticalOf(drawn(16, 0.8))];
    expect(many.contenders).toHaveLength(16);
    expect(few.critical).toBeLessThan(many.critical);
    expect(alike.critical).toBeLessThan(many.critical);
    expect(many.critical).toBeLessThan(studentQuantile(1 - (0.025 * 0.9) / 16, 39) + 0.1);
    expect(alike.critical).toBeGreaterThan(t);
  });

  it('does not depend on the order of candidates or clusters, and is the same for the same seed', () => {
    const all = drawn(6, 0.5, 0.002);
    const turned = [...all].reverse();
    expect(criticalOf(turned, 5).critical).toBeCloseTo(criticalOf(all).critical, 1);
    expect(criticalOf(all)).toEqual(criticalOf(all));
    const shuffled = all.map((one) => ({ ...one, influence: one.influence.slice().reverse() }));
    expect(criticalOf(shuffled).critical).toBeCloseTo(criticalOf(all).critical, 6);
  });

  it('takes candidates without variation and without a figure, and refuses what does not fit', () => {
    const flat: Contender[] = [1, 1, 1].map((utility) => ({ utility, influence: new Float64Array(40) }));
    const found = criticalOf([...flat, { utility: null, influence: new Float64Array(40) }]);
    expect(found.contenders).toEqual([0, 1, 2]);
    expect(found.critical).toBeGreaterThanOrEqual(t);
    expect(found.critical).toBeLessThan(t + 0.15);
    expect(() => criticalOf(flat, 7)).toThrow('got number 7');
    expect(() => selectionCritical(flat, 0, 1, { random: seededRandom(1) })).toThrow('at least two clusters, got 1');
  });
});

describe('how far candidates are behind the best', () => {
  it('is 0 for the selected one, at most 0 for the others, further than each difference, and null without a figure', () => {
    const all: Contender[] = [...drawn(5, 0.5, 0.03), { utility: null, influence: new Float64Array(40) }];
    const behind = behindBest(all, 0, 40, { random: seededRandom(1) });
    expect(behind[0]).toBe(0);
    expect(behind[5]).toBeNull();
    for (let k = 1; k < 5; k++) expect(behind[k]!).toBeLessThan(-0.03 * k);
  });

  it('is further the more candidates are compared', () => {
    const all = drawn(16, 0.3);
    const [two, sixteen] = [all.slice(0, 2), all].map((of) => behindBest(of, 0, 40, { random: seededRandom(1) })[1]!);
    expect(sixteen!).toBeLessThan(two!);
  });
});

describe('bounds of a coefficient', () => {
  it('never have a width of 0: without variation they are undefined', () => {
    expect(coefficientBound(1, new Float64Array(20), 2)).toMatchObject({ low: null, reason: 'no-variation' });
    expect(coefficientBound(0.4, new Float64Array(20), 2)).toMatchObject({ low: null, reason: 'no-variation' });
    expect(coefficientBound(0.4, new Float64Array(1), 2)).toMatchObject({ low: null, reason: 'too-few-clusters' });
  });

  it('hold the value between them and are wider if few clusters hold all disagreement', () => {
    const even = Float64Array.from({ length: 40 }, (_, g) => (g % 2 === 0 ? 0.01 : -0.01));
    const one = Float64Array.from({ length: 40 }, (_, g) => (g === 0 ? -0.0625 : 0.0016));
    const [a, b] = [coefficientBound(0.8, even, 2), coefficientBound(0.8, one, 2)];
    expect(a.low!).toBeLessThan(0.8);
    expect(a.high!).toBeGreaterThan(0.8);
    expect(b.low!).toBeLessThan(a.low! - 0.1);
  });
});

describe('errors of a coefficient with unequal weights', () => {
  // 50 queries of one item, labels of three steps. Ten items stand for 10 units of the run each, and one answer in ten is a step off.
  const weights = Array.from({ length: 50 }, (_, i) => (i < 10 ? 10 : 1));
  const kappa = kappaOfCells([0, 1, 2], 'quadratic');
  const statistic = (places: readonly number[], by = weights): SumStatistic => ({
    size: 9,
    add: (i, sums, at) => (sums[at + places[i]!]! += by[i]!),
    value: kappa
  });

  it('hold if few items stand for most of the run', () => {
    const truth = kappa([0.9, 0.1, 0, 0.05, 0.9, 0.05, 0, 0.1, 0.9])!;
    const [random, t] = [seededRandom(3), studentQuantile(0.975, 49)];
    const passes = Array.from({ length: 300 }, () => {
      const places = weights.map(() => {
        const [label, off] = [random.below(3), random.unit() < 0.1];
        return 3 * label + (off ? (label === 1 ? 2 * random.below(2) : 1) : label);
      });
      const sums = statistic(places);
      const clusters = clusterStatistic(sums, groupClusters(weights.map((_, i) => i)), kappa);
      const value = kappa(weights.reduce((cells, _, i) => (sums.add(i, cells, 0), cells), new Float64Array(9)))!;
      const least = weightingError(sums, weights);
      const { low } = coefficientBound(value, jackknifeInfluence(clusters, 50)!, t, least);
      const { interval } = jackknifeInterval(value, weights.map((_, i) => clusters.without(i)), { least }); // prettier-ignore
      return { bound: low !== null && low >= truth + 0.001, interval: interval !== null && interval[0] >= truth };
    });
    expect(passes.filter(({ bound }) => bound).length / 300).toBeLessThan(0.04);
    expect(passes.filter(({ interval }) => interval).length / 300).toBeLessThan(0.06);
  });

  it('are those of a weighted mean as Kish has them, and 0 if weights are equal', () => {
    const values = weights.map((_, i) => i % 3);
    const mean = (by: readonly number[]): SumStatistic => ({
      size: 2,
      add: (i, sums, at) => ((sums[at]! += by[i]! * values[i]!), (sums[at + 1]! += by[i]!)),
      value: ([sum, weight]) => sum! / weight!
    });
    const total = weights.reduce((sum, w) => sum + w, 0);
    const centre = weights.reduce((sum, w, i) => sum + (w / total) * values[i]!, 0);
    const variance = weights.reduce((sum, w, i) => sum + (w / total) * (values[i]! - centre) ** 2, 0);
    expect(weightingError(mean(weights), weights)).toBeCloseTo(
      Math.sqrt((variance * weightingEffect(weights)) / 50),
      5
    );
    expect(weightingError(mean(weights.map(() => 3)), weights.map(() => 3))).toBe(0); // prettier-ignore
    expect(weightingError(statistic(weights.map(() => 4)), weights)).toBe(0);
    expect(weightingError(statistic([]), [])).toBe(0);
  });
});

describe('leaving out one cluster', () => {
  it('gives the influence of a mean, by which its standard error is that of the clusters’ means', () => {
    const values = [1, 0, 1, 1, 0, 1, 1, 1];
    const statistic = clusterStatistic(
      { size: 2, add: (i, sums, at) => ((sums[at]! += values[i]!), (sums[at + 1]! += 1)) },
      groupClusters([0, 0, 1, 1, 2, 2, 3, 3]),
      (sums) => sums[0]! / sums[1]!
    );
    const influence = jackknifeInfluence(statistic, 4)!;
    const means = [0.5, 1, 0.5, 1];
    const variance = means.reduce((sum, m) => sum + (m - 0.75) ** 2, 0) / 3 / 4;
    expect((4 / 3) * influence.reduce((sum, u) => sum + u * u, 0)).toBeCloseTo(variance, 12);
    expect(jackknifeInfluence({ without: () => null }, 4)).toBeNull();
    expect(jackknifeInfluence(statistic, 1)).toBeNull();
  });
});

describe('a planned selection', () => {
  it('has the largest of independent errors as a power, and of equal ones as a single one', () => {
    expect(largestErrorCdf(1, { count: 4, correlation: 0 })).toBeCloseTo(0.841345 ** 4, 5);
    expect(largestErrorCdf(1, { count: 4, correlation: 1 })).toBeCloseTo(0.841345, 5);
  });

  it('finds again the correlation that makes a critical value', () => {
    const critical = plannedCritical({ count: 12, correlation: 0.7 }, 40);
    expect(correlationOfContenders(12, critical, 40)).toBeCloseTo(0.7, 4);
    expect(plannedCritical({ count: 1, correlation: 0 }, 40)).toBe(studentQuantile(0.975, 39));
  });

  it('passes more often the better the truth, less with more contenders, more if all are tied', () => {
    const size = { items: 400, clusters: 40, designEffect: 1.9, assumed: assumedEffect(10), target: 0.85 };
    const at = (p: number, critical: number): number => sharePassProbability(p, { ...size, critical });
    const rising = [0.8, 0.85, 0.9, 0.93, 0.96, 1].map((p) => at(p, 2.02));
    expect([...rising].sort((a, b) => a - b)).toEqual(rising);
    expect(rising[1]).toBeLessThan(0.03);
    expect(at(0.9, 2.6)).toBeLessThan(at(0.9, 2.02));
    expect(chanceOfLuckiest(0.5, { count: 5, correlation: 0.5 })).toBeGreaterThan(0.6);
    expect(chanceOfLuckiest(0, { count: 5, correlation: 0.5 })).toBe(0);
  });
});
