import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countVotes } from '../../engine/votes.ts';
import { overReports } from './over-reports.ts';
import { factualAccuracy, uncitedBallot, uncitedModels, verdicts, type UncitedVerdict } from './uncited.ts';

/** Votes as written: c correct, i incorrect, - not valid; two models, three votes each. */
const votes = (written: string) =>
  countVotes<UncitedVerdict>(
    [...written].map((one, at) => ({
      ...{ judge: at < 3 ? 'a' : 'b', trial: at % 3, rationale: '', problem: null },
      label: one === 'c' ? 'correct' : one === 'i' ? 'incorrect' : null
    })),
    uncitedBallot
  );

describe('votes on a statement without citation', () => {
  it.each([
    ['cccccc', 'correct', 6, 1],
    ['ccccii', 'correct', 6, 4 / 6],
    ['cciii-', 'incorrect', 5, 3 / 5],
    ['ccci--', 'correct', 4, 3 / 4],
    ['ccciii', null, 6, 1 / 2],
    ['ccii--', null, 4, 1 / 2],
    ['ccc---', null, 3, 1],
    ['------', null, 0, null]
  ])('%s: %s of %i valid votes, confidence %f', (written, label, valid, share) => {
    expect(written).toHaveLength(uncitedModels * uncitedBallot.repeats);
    expect(votes(written)).toMatchObject({ label, valid, share });
  });
});

describe('factual accuracy', () => {
  it('is correct / decided, with the range over all statements and the undecided by their reason', () => {
    const outcomes = ['cccccc', 'ccccii', 'cccci-', 'iiiic-', 'ccciii', 'ccc---', '------'].map(votes);
    expect(factualAccuracy(outcomes)).toEqual({
      accuracy: { value: 3 / 4 },
      range: [3 / 7, 6 / 7],
      ...{ statements: 7, correct: 3, incorrect: 1, tied: 1, tooFew: 2 }
    });
  });

  it('is undefined where nothing is decided, and has no range without statements', () => {
    const none = { value: null, reason: 'zero-denominator' };
    expect(factualAccuracy([votes('ccciii')])).toMatchObject({ accuracy: none, range: [0, 1], tied: 1 });
    expect(factualAccuracy([])).toMatchObject({ accuracy: none, range: null, statements: 0 });
  });

  it('lies within its range, and every statement is counted once', () => {
    const label = fc.constantFrom<UncitedVerdict | null>(...verdicts, null);
    fc.assert(
      fc.property(fc.array(fc.record({ label, valid: fc.integer({ min: 4, max: 6 }) }), { minLength: 1 }), (all) => {
        const { accuracy, range, statements, ...counts } = factualAccuracy(all);
        const { correct, incorrect, tied, tooFew } = counts;
        expect(correct + incorrect + tied + tooFew).toBe(statements);
        if (accuracy.value !== null) {
          expect(range![0]).toBeLessThanOrEqual(accuracy.value);
          expect(range![1]).toBeGreaterThanOrEqual(accuracy.value);
        }
      })
    );
  });
});

describe('shares over reports', () => {
  const share = (survey: string, count: number, of: number) => ({ survey, count, of });

  it('are averaged and pooled, reports without a share left out and counted', () => {
    const { macro, withZeros, pooled } = overReports([
      share('a', 1, 2),
      share('b', 1, 10),
      share('b', 0, 0),
      share('c', 0, 4)
    ]);
    expect(macro.value).toBeCloseTo((1 / 2 + 1 / 10 + 0) / 3, 14);
    expect(withZeros.value).toBeCloseTo((1 / 2 + 1 / 10 + 0 + 0) / 4, 14);
    expect(withZeros).toMatchObject({ n: 4, undefinedReports: 1, clusters: 3 });
    expect(pooled.value).toBe(2 / 16);
    expect(macro).toMatchObject({ n: 3, undefinedReports: 1, clusters: 3, warnings: ['few-clusters'] });
    // Without a, b, c the pooled share is 1/14, 1/6, 2/12, their mean 17/126: se² = 2/3 · Σ (θ − mean)².
    const left = [1 / 14, 1 / 6, 2 / 12];
    const squares = left.reduce((sum, one) => sum + (one - 17 / 126) ** 2, 0);
    expect(pooled.se).toBeCloseTo(Math.sqrt((2 / 3) * squares), 14);
  });

  it('have a wider interval where reports on a survey resemble each other than where each has its own survey', () => {
    const reports = Array.from({ length: 40 }, (_, at) => share(`s${Math.floor(at / 4)}`, at % 8 < 4 ? 1 : 3, 10));
    const width = ({ interval }: { interval: readonly [number, number] | null }) => interval![1] - interval![0];
    const apart = overReports(reports.map((one, at) => ({ ...one, survey: `own${at}` })));
    const together = overReports(reports);
    expect(together.macro.value).toBeCloseTo(0.2, 14);
    expect(together.macro).toMatchObject({ n: 40, clusters: 10 });
    expect(width(together.macro)).toBeGreaterThan(1.9 * width(apart.macro));
  });

  it('have no interval with one survey or without differences, and are undefined without a share', () => {
    expect(overReports([share('a', 1, 2), share('a', 0, 2)]).macro).toMatchObject({ value: 1 / 4, interval: null, intervalReason: 'too-few-clusters' });
    expect(overReports([share('a', 0, 2), share('b', 0, 2)]).pooled).toMatchObject({ value: 0, interval: null, intervalReason: 'no-variation' });
    expect(overReports([share('a', 0, 0)]).macro).toMatchObject({ value: null, reason: 'n=0', undefinedReports: 1 });
    expect(() => overReports([share('a', 3, 2)])).toThrow('got 3 of 2 for a');
  }); // prettier-ignore
});
