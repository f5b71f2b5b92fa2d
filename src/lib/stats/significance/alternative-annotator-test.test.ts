import { describe, expect, it } from 'vitest';
import { alternativeAnnotatorTest } from './alternative-annotator-test.ts';
import { shuffled } from '../../../../tests/statistics/arbitraries.ts';
import { clusteredWorlds, clusterProbability, levelWithError } from '../numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../numbers/rng.ts';
import { sized } from '../../../../tests/timing.ts';

describe('alternative annotator test', () => {
  const random = seededRandom(8);
  const truth = Array.from({ length: 60 }, () => random.below(3));
  const noisy = (errors: number): number[] => truth.map((t) => (random.below(100) < errors ? random.below(3) : t));
  const humans = [noisy(30), noisy(30), noisy(30)];
  const options = { scoring: 'accuracy', epsilon: 0.1 } as const;

  it('passes a judge that is always right and fails one that guesses', () => {
    expect(alternativeAnnotatorTest(humans, truth, options)).toMatchObject({ value: 1, passes: true });
    expect(alternativeAnnotatorTest(humans, noisy(100), options)).toMatchObject({ value: 0, passes: false });
  });

  it('does not depend on the order of items', () => {
    const order = humans.map((h) => shuffled(h, 5));
    const [one, other] = [
      alternativeAnnotatorTest(humans, truth, options),
      alternativeAnnotatorTest(order, shuffled(truth, 5), options)
    ];
    expect(other.advantageProbability).toBe(one.advantageProbability);
    for (const [i, a] of other.annotators.entries()) expect(a.p).toBeCloseTo(one.annotators[i]!.p, 12);
  });

  it('takes distances that differ by rounding alone for equal: a scale of tenths gives what whole numbers give', () => {
    const of = (unit: number) =>
      alternativeAnnotatorTest([[4, 8, 5].map((v) => v * unit), [3, 7, 5].map((v) => v * unit)], [2, 6, 4].map((v) => v * unit), {
        ...{ scoring: 'neg-rmse', epsilon: 0.1, minItemsPerHuman: 1, clusters: [0, 1, 2] }
      }); // prettier-ignore
    expect(of(1).annotators.map(({ rhoF, rhoH }) => [rhoF, rhoH])).toEqual([[2 / 3, 1], [0, 1]]); // prettier-ignore
    for (const unit of [0.1, 0.01]) expect(of(unit)).toEqual(of(1));
  });

  it('with weights counts an item as so many: wrong on one of weight 1, right on one of weight 3', () => {
    const weighted = (weights?: number[]) =>
      alternativeAnnotatorTest([['a', 'a'], ['a', 'a']], ['b', 'a'], {
        ...{ scoring: 'accuracy', epsilon: 0.1, minItemsPerHuman: 1, clusters: [0, 1] },
        ...(weights ? { weights } : {})
      }); // prettier-ignore
    expect(weighted([1, 3]).annotators[0]).toMatchObject({ n: 2, rhoF: 3 / 4, rhoH: 1, dbar: 1 / 4 });
    expect(weighted([2, 2])).toEqual(weighted());
    expect(() => alternativeAnnotatorTest([['a']], ['a'], { ...options, weights: [1] })).toThrow('clusters');
  });

  it('uses Wilcoxon’s test below 30 items unless told otherwise', () => {
    const few = { ...options, minItemsPerHuman: 10 };
    const short = humans.map((h) => h.slice(0, 20));
    const ranks = alternativeAnnotatorTest(short, truth.slice(0, 20), few);
    const t = alternativeAnnotatorTest(short, truth.slice(0, 20), { ...few, below30: 't' });
    expect(ranks.annotators[0]!.p).not.toBe(t.annotators[0]!.p);
    expect(ranks.warnings).toEqual(['few-items']);
  });

  it('without variance rejects if the mean is below ε, and never if ε is 0', () => {
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, options).value).toBe(1);
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, { ...options, epsilon: 0 }).value).toBe(0);
  });

  it('is undefined if too few raters share enough items', () => {
    expect(alternativeAnnotatorTest([[1], [1]], [1], options)).toMatchObject({
      value: null,
      reason: 'too-few-raters',
      passes: null
    });
    expect(() =>
      alternativeAnnotatorTest([['a'], ['b']], ['a'], { ...options, scoring: 'neg-rmse', minItemsPerHuman: 1 })
    ).toThrow('requires numbers, got a');
  });

  /** Two people who always agree and a judge that differs from them on ε of the items: exactly on the boundary. */
  const onBoundary = (perCluster: number, icc: number, items: number, trials: number) => {
    const draws = seededRandom(perCluster + 10 * icc);
    const epsilon = 0.2;
    const passed = { clustered: 0, plain: 0 };
    for (let trial = 0; trial < trials; trial++) {
      const clusters = Array.from({ length: items }, (_, i) => Math.floor(i / perCluster));
      const differs = Array.from({ length: Math.ceil(items / perCluster) }, () =>
        clusterProbability(draws, epsilon, icc)
      );
      const labels = clusters.map(() => 1);
      const judge = clusters.map((g) => Number(draws.unit() >= differs[g]!));
      const given = { scoring: 'accuracy', epsilon } as const;
      if (alternativeAnnotatorTest([labels, labels], judge, { ...given, clusters }).passes) passed.clustered++;
      if (alternativeAnnotatorTest([labels, labels], judge, given).passes) passed.plain++;
    }
    return { clustered: passed.clustered / trials, plain: passed.plain / trials };
  };

  const TRIALS = sized(400, 150);

  it.each(clusteredWorlds)(
    'passes a judge on the boundary in at most 5 % of samples: $perCluster items a query, correlation $icc',
    ({ perCluster, icc }) => {
      for (const items of [60, 240]) {
        const { clustered, plain } = onBoundary(perCluster, icc, items, TRIALS);
        expect(clustered, `${items} items`).toBeLessThanOrEqual(levelWithError(0.05, TRIALS));
        if (icc === 0.3 && perCluster > 5) expect(plain).toBeGreaterThan(0.1);
      }
    }
  );

  it('passes a judge that always agrees with people given enough queries, and not given few', () => {
    const of = (queries: number): boolean | null => {
      const labels = Array.from({ length: 60 }, (_, i) => i % 2);
      const clusters = labels.map((_, i) => i % queries);
      return alternativeAnnotatorTest([labels, labels], labels, { scoring: 'accuracy', epsilon: 0.2, clusters }).passes;
    };
    expect([60, 30, 20].map(of)).toEqual([true, true, true]);
    expect([1, 2, 5].map(of)).toEqual([false, false, false]);
  });

  it('does not reject by query either if the judge never differs from people and ε is 0', () => {
    const clusters = truth.map((_, i) => i % 10);
    const same = alternativeAnnotatorTest([truth, truth], truth, { ...options, epsilon: 0, clusters });
    expect(same).toMatchObject({ value: 0, passes: false });
    expect(same.annotators.map(({ p, pBehind }) => [p, pBehind])).toEqual([
      [0.5, 0.5],
      [0.5, 0.5]
    ]);
  });

  it('names the person who is better by more than ε, and refuses clusters of another length', () => {
    const clusters = truth.map((_, i) => i % 20);
    const [one] = alternativeAnnotatorTest([truth, truth, truth], noisy(100), { ...options, clusters }).annotators;
    expect(one).toMatchObject({ rejected: false, clusters: 20, t: null });
    expect(one!.pBehind!).toBeLessThan(0.001);
    expect(() => alternativeAnnotatorTest(humans, truth, { ...options, clusters: [1] })).toThrow('a cluster of each of 60 items'); // prettier-ignore
  });
});
