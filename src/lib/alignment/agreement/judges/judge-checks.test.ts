import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../../studies/labels/label-scale.ts';
import { judgeChecks, type JudgeCheck, type JudgeCheckFacts } from './judge-checks.ts';
import type { JudgeAnswer, StudyRatings } from '../../units/ratings.ts';
import { sampleScores } from '../../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../../units/units.ts';

const ten: LabelScale = { level: 'interval', low: 0, high: 10 };
const nothing: JudgeCheckFacts = { words: {}, ownFamily: {}, repeats: { answers: {}, code: [] } };

/** Two reports on each query, the longer one first; the judge is `by` above people on it, and equal on the other. */
const study = (by: readonly number[]): StudyRatings => {
  const ratings = sampleScores(
    ten,
    ['H'],
    ['J'],
    by.flatMap((above, q) => [
      { id: `q${q} long`, query: `q${q}`, people: [5], judges: [5 + above] },
      { id: `q${q} short`, query: `q${q}`, people: [5], judges: [5] }
    ])
  );
  return {
    ...ratings,
    items: ratings.items.map((item) => ({
      ...item,
      reportId: item.itemId,
      systemName: item.itemId.endsWith('long') ? 'Own' : 'Other'
    }))
  };
};
const words = (of: StudyRatings): Record<string, number> =>
  Object.fromEntries(of.items.map(({ reportId }) => [reportId, reportId.endsWith('long') ? 3000 : 1000]));
const check = (ratings: StudyRatings, facts: Partial<JudgeCheckFacts> = {}): JudgeCheck =>
  judgeChecks(ratedUnits(ratings), { ...nothing, ...facts })[0]!;

describe('a judge on its own', () => {
  it('has a severity: the mean of its score less the reference, weighted back to the run', () => {
    const ratings = study([1, 2, 3]);
    expect(check(ratings).severity).toMatchObject({ value: 1, n: 6, clusters: 3 });
    const items = ratings.items.map((item) => ({ ...item, inclusionProbability: item.qid === 'q0' ? 0.25 : 1 }));
    expect(check({ ...ratings, items }).severity).toMatchObject({ value: 9 / 12, n: 6, clusters: 3 });
  });

  it('goes with length by the correlation within queries: 1 if the longer report gains the same on each', () => {
    const ratings = study([1, 1, 1, 1]);
    const { length } = check(ratings, { words: words(ratings) });
    expect(length.figure.value).toBeCloseTo(1, 12);
    expect(length.reports).toBe(8);
    // Errors ±½, ±1 against lengths ±1: covariances 1 and 2, squares ½ and 2, lengths 2 and 2; 3 / √(2.5 · 4).
    const uneven = study([1, 2]);
    expect(check(uneven, { words: words(uneven) }).length.figure.value).toBeCloseTo(3 / Math.sqrt(2.5 * 4), 12);
  });

  it('has no figure for length if no length is known or nothing differs', () => {
    expect(check(study([1, 2])).length).toMatchObject({ figure: { value: null }, reports: 0 });
    const alike = study([0, 0]);
    expect(check(alike, { words: words(alike) }).length.figure).toMatchObject({ value: null, reason: 'zero-variance' });
  });

  it('has no figure for length if all errors are equal but for rounding', () => {
    const scale: LabelScale = { level: 'interval', low: 0, high: 1 };
    const labels = [0.2, 0.3, 0.7, 0.8].map((person) => ({ person, judge: Number((person + 0.1).toFixed(1)) }));
    const ratings = sampleScores(scale, ['H'], ['J'], labels.map(({ person, judge }, i) => ({ id: `i${i}`, query: `q${i % 2}`, people: [person], judges: [judge] }))); // prettier-ignore
    const reports = { ...ratings, items: ratings.items.map((item) => ({ ...item, reportId: item.itemId })) };
    const lengths = { i0: 500, i1: 900, i2: 2000, i3: 700 };
    expect(check(reports, { words: lengths }).length.figure).toMatchObject({ value: null, reason: 'zero-variance' });
  });

  it('favours its own maker by a difference of differences, with its interval over queries', () => {
    const { family } = check(study([1, 2, 3]), { ownFamily: { 'id-J': ['Own'] } });
    expect(family).toMatchObject({ value: 2, clusters: 3 });
    // Three differences of 1, 2 and 3: t with two degrees of freedom reaches about 2.5 to either side.
    expect(family!.low!).toBeCloseTo(-0.496, 3);
    expect(family!.high!).toBeCloseTo(4.435, 3);
    expect(check(study([1, 2, 3])).family).toBeNull();
  });

  it('favours a position by comparisons weighted back to the run; its counts are those of the sample', () => {
    const ratings = study([1, 1]);
    const items = ratings.items.map((item) => ({ ...item, inclusionProbability: item.qid === 'q0' ? 0.25 : 1 }));
    // Both comparisons of q0 are won by the first text, those of q1 by the same text in both orders.
    const ofJudge = Object.fromEntries(items.map(({ itemId, qid }) => [itemId, [1, qid === 'q0' ? 0 : 1] as const]));
    const { position } = check({ ...ratings, items }, { orders: { 'id-J': ofJudge } });
    expect(position).toMatchObject({ same: { value: 0.2, n: 4 }, primacy: { value: 0.8, n: 4 }, first: 2, second: 0 });
  });

  it('says the same again within one step on a measured scale, and its run means move by their deviation', () => {
    const ratings = study([1, 2]);
    const answers: Record<string, JudgeAnswer[]> = Object.fromEntries(
      ratings.items.map(({ itemId }, i) => [itemId, i < 2 ? [5, 6] : [5, 8]])
    );
    const found = check(ratings, { repeats: { answers: { 'id-J': answers }, code: [] } });
    expect(found.consistency).toMatchObject({ value: 0.5, n: 4 });
    expect(found.repeats.runs).toBe(2);
    // Means 5 and 7: the deviation is √2.
    expect(found.repeats.sdOfMeans).toBeCloseTo(Math.SQRT2, 12);
    expect(check(ratings, { repeats: { answers: {}, code: ['id-J'] } }).consistency).toBeNull();
  });

  it('is weighted to the run only if items had unequal chances', () => {
    const ratings = study([1, 2]);
    expect(check(ratings).consistencyWeighted).toBeNull();
    const unequal = {
      ...ratings,
      items: ratings.items.map((item, i) => ({ ...item, inclusionProbability: i === 0 ? 0.5 : 1 }))
    };
    const answers = Object.fromEntries(unequal.items.map(({ itemId }, i) => [itemId, i === 0 ? [1, 1] : [1, 9]]));
    const found = check(unequal, { repeats: { answers: { 'id-J': answers }, code: [] } });
    expect(found.consistency!.value).toBeCloseTo(1 / 4, 12);
    expect(found.consistencyWeighted!.value).toBeCloseTo(2 / 5, 12);
  });
});
