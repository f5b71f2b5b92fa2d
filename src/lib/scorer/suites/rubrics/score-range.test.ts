import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingsOf } from '../../leaderboard/system-scores.ts';
import { rubricMetric } from './rubric-protocol.ts';
import { rubricBranches, rubricLabels, RUBRIC_FORMAT, rubricSchema, type Rubric } from './rubric.ts';
import { scoreRubric } from './rubric-score.ts';
import { scoreRange } from './score-range.ts';

const rubric = (aggregation: object, weights: readonly number[], more: object = {}): Rubric =>
  rubricSchema.parse({
    ...{ format: RUBRIC_FORMAT, name: 'r', version: '1', title: 'R', question: 'Q?', aggregation },
    criteria: weights.map((weight) => ({ text: 'x', weight })),
    ...more
  });

describe('the range of a rubric’s scores', () => {
  it('is 0 to 1 if the aggregation cannot leave it', () => {
    expect(scoreRange(rubric({ kind: 'weighted-mean' }, [1, 3]))).toEqual({ min: 0, max: 1 });
    expect(scoreRange(rubric({ kind: 'signed-sum', clip: true }, [2, -3]))).toEqual({ min: 0, max: 1 });
    expect(scoreRange(rubric({ kind: 'signed-sum' }, [2, 3]))).toEqual({ min: 0, max: 1 });
  });

  it('goes as far as the weights and labels do: −3/2 with a fault of 3 beside a merit of 2, a count of 3, a scale to 10', () => {
    expect(scoreRange(rubric({ kind: 'signed-sum' }, [2, -3]))).toEqual({ min: -1.5, max: 1 });
    expect(scoreRange(rubric({ kind: 'sum' }, [1, 1, 1]))).toEqual({ min: 0, max: 3 });
    const toTen = { scale: { range: { from: 1, to: 10 } } };
    expect(scoreRange(rubric({ kind: 'weighted-mean' }, [1, 1], toTen))).toEqual({ min: 0, max: 10 });
    const percent = { score: { min: 0, max: 100, times: 100 } };
    expect(scoreRange(rubric({ kind: 'signed-sum' }, [4, -1], percent))).toEqual({ min: -25, max: 100 });
  });

  it('covers the criteria of every query, and stays as declared where that is wider', () => {
    const queries = { q1: { criteria: [{ text: 'x', weight: 1 }, { text: 'y', weight: -2 }] } }; // prettier-ignore
    expect(scoreRange(rubric({ kind: 'signed-sum' }, [2, -1], { queries })).min).toBe(-2);
    expect(scoreRange(rubric({ kind: 'signed-sum' }, [2, -1], { score: { min: -5, max: 1 } })).min).toBe(-5);
  });

  it('holds every score of every verdict, whatever applies', () => {
    const value = fc.option(fc.integer({ min: -2, max: 3 }), { freq: 4, nil: null });
    const missing = fc.constantFrom(undefined, 'zero', 'leave-out');
    const kinds = fc.oneof(
      fc.record({ kind: fc.constant('signed-sum'), withoutPositive: fc.constantFrom(undefined, 'zero', 'from-one') }),
      fc.record({ kind: fc.constant('signed-sum'), clip: fc.boolean(), round: fc.constantFrom(undefined, 1) }),
      fc.record({ kind: fc.constantFrom('sum', 'pass-share') }),
      fc.record({ kind: fc.constant('weighted-mean'), empty: fc.constantFrom(undefined, 'zero') })
    );
    let scores = 0;
    fc.assert(
      fc.property(
        ...[fc.array(value, { minLength: 2, maxLength: 4 }), kinds, missing],
        fc.array(fc.integer({ min: -4, max: 5 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
        (values, kind, how, given, said) => {
          if (values.every((one) => one === null)) return;
          const weights = kind.kind === 'weighted-mean' ? given.map(Math.abs) : given;
          const own = rubric(JSON.parse(JSON.stringify({ ...kind, missing: how })) as object, weights, {
            scale: { labels: values.map((worth, k) => ({ label: `l${String(k)}`, value: worth })) }
          });
          const labels = rubricLabels(own);
          const branches = rubricBranches(own.criteria!);
          const verdicts = branches.flatMap(({ key }, k) => {
            const found = labels[said[k]!];
            return found === undefined ? [] : [[key, { label: found.label }] as const];
          });
          const { value: score } = scoreRubric(own, branches, new Map(verdicts));
          if (score === null) return;
          scores += 1;
          const { min, max } = scoreRange(own);
          expect(score).toBeGreaterThanOrEqual(min - 1e-12);
          expect(score).toBeLessThanOrEqual(max + 1e-12);
        }
      ),
      { numRuns: 2000, seed: 7 }
    );
    expect(scores).toBeGreaterThan(300);
  });

  it('does not cut the interval of a mean below 0 off from it', () => {
    const metric = rubricMetric(rubric({ kind: 'signed-sum' }, [2, -3]));
    const rows = [-1.5, -0.5, 0.5, -1.5, 1, -0.5].map((value, k) => ({
      ...{ metric: metric.name, system: 'a', category: null, qid: `q${String(k)}`, perJudge: [], repeats: [] },
      score: { value, reason: null, n: 2, abstained: 0, unscored: 0, parts: {} }
    }));
    const { value, interval } = standingsOf(metric, rows as never)[0]!.score;
    expect(value).toBeCloseTo(-2.5 / 6, 12);
    // Mean −.417, standard deviation 1.021, t(5) = 2.571, in Wilson’s form between −1.5 and 1.
    expect(interval![0]).toBeCloseTo(-1.1587, 3);
    expect(interval![1]).toBeCloseTo(0.468, 3);
  });
});
