import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateRatings, majorityLabel } from '../numbers/aggregate.ts';
import { groupClusters } from '../clusters/clusters.ts';
import { agreementSet, eitherAgreement, scoreAgreement } from '../agreement/either-agreement.ts';
import { combineLabels, ensembleLabels, enumerateEnsembles, paretoFront } from './ensembles.ts';
import { seededRandom } from '../numbers/rng.ts';
import { meanOverClusters, selectEnsemble } from './select-ensemble.ts';

const bit = fc.integer({ min: 0, max: 1 });

describe('ensembles', () => {
  it('of three binary judges are 16, of J ordinal ones 2·(2^J − 1) − J', () => {
    expect(enumerateEnsembles(3, 'binary').length).toBe(16);
    expect(enumerateEnsembles(4, 'ordinal').length).toBe(2 * 15 - 4);
    expect(enumerateEnsembles(3, 'nominal')).toEqual([
      { judges: [0], rule: 'single' },
      { judges: [1], rule: 'single' },
      { judges: [2], rule: 'single' },
      { judges: [0, 1, 2], rule: 'majority' }
    ]);
    expect(enumerateEnsembles(0, 'binary')).toEqual([]);
    expect(() => enumerateEnsembles(13, 'binary')).toThrow('up to 12 judges, got 13');
  });

  it('combine 0 1 1 as their rule says', () => {
    const given = (['average', 'any', 'all', 'majority'] as const).map((rule) =>
      combineLabels(rule, [0, 1, 1], 'binary')
    );
    expect(given).toEqual([2 / 3, 1, 0, 1]);
    expect(combineLabels('median', [4, 1, 3], 'ordinal')).toBe(3);
    expect(combineLabels('majority', ['A', 'B', 'tie'], 'nominal')).toBeNull();
  });

  it('give no label if one of their judges gave none', () => {
    expect(ensembleLabels({ judges: [0, 1], rule: 'any' }, [[1, 0], [null, 0]], 'binary')).toEqual([null, 0]); // prettier-ignore
    expect(() => ensembleLabels({ judges: [5], rule: 'single' }, [[1]], 'binary')).toThrow('names number 5');
  });

  it('any is the complement of all on turned labels, and majority lies between', () => {
    fc.assert(
      fc.property(fc.tuple(bit, bit, bit), (labels) => {
        const not = labels.map((l) => 1 - l);
        expect(combineLabels('any', labels, 'binary')).toBe(1 - (combineLabels('all', not, 'binary') as number));
        const [all, majority, any] = (['all', 'majority', 'any'] as const).map(
          (r) => combineLabels(r, labels, 'binary') as number
        );
        expect(all! <= majority! && majority! <= any!).toBe(true);
      })
    );
  });

  it('refuse a rule that does not suit the labels', () => {
    expect(() => combineLabels('average', ['A', 'B'], 'nominal')).toThrow('requires numbers, not names');
    expect(() => combineLabels('any', [2, 1], 'binary')).toThrow('requires 0 or 1, got 2');
  });

  it('Pareto front: nothing on it is beaten, everything off it is', () => {
    const candidate = fc.record({ agreement: fc.option(fc.nat(5), { freq: 6 }), cost: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(candidate), (all) => {
        const front = paretoFront(all);
        const beats = (p: (typeof all)[number], q: (typeof all)[number]): boolean =>
          p.agreement! >= q.agreement! && p.cost <= q.cost && (p.agreement! > q.agreement! || p.cost < q.cost);
        const scored = all.filter((c) => c.agreement !== null);
        for (const i of front) expect(scored.some((c) => beats(c, all[i]!))).toBe(false);
        if (scored.length > 0) expect(front.length).toBeGreaterThan(0);
      })
    );
  });

  it('have no place on the front if they are dearer and better by rounding alone', () => {
    expect(paretoFront([{ agreement: 0.3, cost: 1 }, { agreement: 0.1 + 0.2, cost: 2 }])).toEqual([0]); // prettier-ignore
    expect(paretoFront([{ agreement: 0.5, cost: 0.1 + 0.2 }, { agreement: 0.4, cost: 0.3 }])).toEqual([0]); // prettier-ignore
  });
});

describe('aggregates of one item', () => {
  it('mean, median and mode, the mode null if tied', () => {
    expect(aggregateRatings([2, 3, 3, 4])).toEqual({ mean: 3, median: 3, mode: 3, n: 4 });
    expect(aggregateRatings([1, 4, null])).toEqual({ mean: 2.5, median: 2.5, mode: null, n: 2 });
    expect(aggregateRatings([null])).toEqual({ mean: null, median: null, mode: null, n: 0 });
    expect(majorityLabel(['A', 'A', 'B', null])).toBe('A');
  });
});

describe('either judge agrees', () => {
  it('is right whenever two binary judges differ, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bit, bit, bit)), (rows) => {
        const [h, a, b] = [0, 1, 2].map((j) => rows.map((row) => row[j]!)) as [number[], number[], number[]];
        const e = eitherAgreement(h, a, b);
        expect(e.eitherGivenDisagreement.value ?? 1).toBe(1);
        if (e.either.value !== null) expect(e.either.value + e.bothWrong.value!).toBeCloseTo(1, 12);
      })
    );
  });

  it('agreement set: two of three items on which all judges agree, right in one', () => {
    expect(agreementSet([1, 1, 1], [[1, 0, 1], [1, 0, 0]])).toMatchObject({ size: 2, share: { value: 2 / 3 }, agreement: { value: 1 / 2 } }); // prettier-ignore
    expect(agreementSet([null], [[1]])).toMatchObject({ size: 0, share: { value: null, reason: 'no-pairs' } });
  });

  it('score agreement gives half a point for an average of one half', () => {
    expect(scoreAgreement([1, 0], [0.5, 0]).value).toBe(3 / 4);
    expect(scoreAgreement([null], [1])).toMatchObject({ value: null, reason: 'no-pairs' });
    expect(() => scoreAgreement([1], [1.5])).toThrow('in [0, 1], got 1 and 1.5');
  });
});

describe('selection of an ensemble', () => {
  const cluster = Array.from({ length: 120 }, (_, i) => Math.floor(i / 5));
  const grouped = groupClusters(cluster);
  const random = seededRandom(12);
  const judge = (right: number): number[] => cluster.map(() => Number(random.below(100) < right));
  const scores = [judge(90), judge(80), judge(80), judge(80)];
  const candidates = (order: number[]) =>
    order.map((i) => ({ cost: 1, agreement: meanOverClusters(scores[i]!, grouped) }));
  const run = (order = [0, 1, 2, 3], options = {}) =>
    selectEnsemble(candidates(order), grouped.names.length, { random: seededRandom(1), replicates: 300, ...options });

  it('knows what choosing adds: nothing of a single candidate, of several what the optimism is but for chance', () => {
    expect(run([0]).choosing).toBe(0);
    const { choosing, optimism } = run([1, 2, 3], { replicates: 2000 });
    expect(choosing!).toBeGreaterThan(0);
    expect(choosing!).toBeCloseTo(optimism!, 2);
  });

  it('takes the best, and its corrected figures lie below the naive one', () => {
    const chosen = run();
    expect(chosen.winner).toBe(0);
    expect(chosen.optimismCorrected!).toBeLessThanOrEqual(chosen.value!);
    expect(chosen.outOfBagLower!).toBeLessThan(chosen.outOfBag!);
    expect(chosen.candidates.reduce((sum, c) => sum + c.selectionFrequency, 0)).toBeCloseTo(1, 12);
    expect(chosen.candidates[0]!.deltaLower95).toBe(0);
  });

  it('finds the same winner in any order of the candidates', () => {
    expect(run([3, 1, 0, 2]).winner).toBe(2);
  });

  it('of equals takes the cheaper, then the earlier; λ can turn the choice', () => {
    const agreement = meanOverClusters(scores[1]!, grouped);
    const pick = (costs: number[], lambdaPerCost = 0) =>
      selectEnsemble(
        costs.map((cost) => ({ cost, agreement })),
        24,
        { random: seededRandom(1), replicates: 5, lambdaPerCost }
      ).winner;
    expect([pick([2, 1, 1]), pick([1, 1, 1])]).toEqual([1, 0]);
    const dear = [{ cost: 100, agreement: candidates([0])[0]!.agreement }, ...candidates([1])];
    expect(selectEnsemble(dear, 24, { random: seededRandom(1), replicates: 5, lambdaPerCost: 0.01 }).winner).toBe(1);
  });

  it('lists what is not worse by more than δ, and the cheapest of it', () => {
    const all = run([0, 1, 2, 3], { delta: 1 });
    expect(all.notWorse).toEqual([0, 1, 2, 3]);
    expect(all.cheapestNotWorse).toBe(0);
  });

  it('has an out-of-bag interval at the confidence asked for, and the wider the higher that is', () => {
    const [narrow, wide] = [run(undefined, { confidence: 0.8 }), run(undefined, { confidence: 0.99 })];
    expect(run(undefined, { confidence: 0.95 })).toEqual(run());
    expect(wide.outOfBagLower!).toBeLessThan(narrow.outOfBagLower!);
    expect(wide.outOfBagInterval![1]).toBeGreaterThan(narrow.outOfBagInterval![1]);
    expect(() => run(undefined, { confidence: 1 })).toThrow('confidence between 0 and 1');
  });

  it('is undefined for one cluster or if nothing is scored', () => {
    expect(selectEnsemble([{ cost: 1, agreement: () => 1 }], 1, { random: seededRandom(1) })).toMatchObject({
      value: null,
      reason: 'too-few-clusters',
      winner: 0
    });
    expect(selectEnsemble([{ cost: 1, agreement: () => null }], 9, { random: seededRandom(1) })).toMatchObject({
      value: null,
      reason: 'no-pairs',
      winner: null
    });
    expect(selectEnsemble([], 0, { random: seededRandom(1) })).toMatchObject({ value: null, reason: 'no-pairs' });
    expect(() => selectEnsemble([{ cost: NaN, agreement: () => 1 }], 9, { random: seededRandom(1) })).toThrow(
      'finite costs and options, got NaN'
    );
  });
});
