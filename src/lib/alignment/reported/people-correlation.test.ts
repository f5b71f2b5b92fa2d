import { describe, expect, it } from 'vitest';
import { correlationsOf, pairScores, type ScoredPair, type ValuedUnit } from './people-correlation.ts';

const unit = (reportId: string, weight: number, judge: number | null, ...people: (number | null)[]): ValuedUnit => ({
  ...{ reportId, qid: `q-${reportId}`, weight, judge },
  people: people.map((value, at) => ({ userId: `u${at + 1}`, value }))
});

describe('scores of reports by people and by a judge', () => {
  it('are weighted means over the same units, averaged over the annotators', () => {
    const { pairs, leftOut } = pairScores([unit('a', 0.75, 4, 8, 4, 0), unit('a', 0.25, 0, 4, 0, 8)]);
    // Annotators: 7, 3 and 2.
    expect(pairs).toEqual([{ reportId: 'a', qid: 'q-a', people: 4, judge: 3, annotators: 3 }]);
    expect(leftOut).toBe(0);
  });
  it('leave out an annotator who did not label all units of the report, and a report without any or without the judge', () => {
    const { pairs, leftOut } = pairScores([
      ...[unit('a', 1, 1, 1, 0), unit('a', 1, 1, 1, null)],
      ...[unit('b', 1, 1, null), unit('c', 1, null, 1), unit('d', 1, 1)]
    ]);
    expect(pairs).toEqual([{ reportId: 'a', qid: 'q-a', people: 1, judge: 1, annotators: 1 }]);
    expect(leftOut).toBe(3);
  });
  it('are equal if only the order of weights or annotators differs, so that reports tie', () => {
    const { pairs } = pairScores([
      ...[unit('a', 0.1, 1, 0.1, 0.2, 0.3), unit('a', 0.2, 1, 0.1, 0.2, 0.3), unit('a', 0.3, 1, 0.1, 0.2, 0.3)],
      ...[unit('b', 0.3, 1, 0.3, 0.2, 0.1), unit('b', 0.2, 1, 0.3, 0.2, 0.1), unit('b', 0.1, 1, 0.3, 0.2, 0.1)]
    ]);
    expect(pairs.map(({ people, judge }) => [people, judge])).toEqual([
      [0.2, 1],
      [0.2, 1]
    ]);
  });
});

describe('correlations over reports', () => {
  const pairs = (...values: [people: number, judge: number][]): ScoredPair[] =>
    values.map(([people, judge], at) => ({ ...{ reportId: `${at}`, qid: `q${at}`, people, judge }, annotators: 3 }));

  it('are Spearman’s, Pearson’s and Kendall’s', () => {
    // Ranks 1 2 3 4 against 1 3 2 4: ρ = 1 − 6 · 2 / 60 = .8, τ = (5 − 1) / 6.
    const { rho, r, tauB } = correlationsOf(pairs([1, 10], [2, 30], [3, 20], [4, 40]));
    expect([rho.value, tauB.value]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(2 / 3, 12)]);
    expect(r.value).toBeCloseTo(0.8, 12);
    expect([rho.n, rho.clusters]).toEqual([4, 4]);
    expect(rho.interval![0]).toBeLessThan(0.8);
  });
  it('are undefined without variation, of one report, and of none', () => {
    expect(correlationsOf(pairs([1, 5], [2, 5])).rho).toMatchObject({ value: null, reason: 'zero-variance' });
    expect(correlationsOf(pairs([1, 5])).r.value).toBeNull();
    expect(correlationsOf([]).tauB).toMatchObject({ value: null, reason: 'n=0', interval: null });
  });
});
