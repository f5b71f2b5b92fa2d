import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countVotes } from '../../judges/votes.ts';
import { factualAccuracy, uncitedBallot, verdicts, type UncitedVerdict } from './uncited.ts';

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
    expect(written).toHaveLength(2 * uncitedBallot.repeats);
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

  it('is undefined if nothing is decided, and has no range without statements', () => {
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
