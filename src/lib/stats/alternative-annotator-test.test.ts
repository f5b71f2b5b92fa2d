import { describe, expect, it } from 'vitest';
import { alternativeAnnotatorTest } from './alternative-annotator-test.ts';
import { shuffled } from './arbitraries.ts';
import { seededRandom } from './rng.ts';

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

  it('uses Wilcoxon’s test below 30 items unless told otherwise', () => {
    const few = { ...options, minItemsPerHuman: 10 };
    const short = humans.map((h) => h.slice(0, 20));
    const ranks = alternativeAnnotatorTest(short, truth.slice(0, 20), few);
    const t = alternativeAnnotatorTest(short, truth.slice(0, 20), { ...few, below30: 't' });
    expect(ranks.annotators[0]!.p).not.toBe(t.annotators[0]!.p);
    expect(ranks.warnings).toEqual(['few-items']);
  });

  it('without variance rejects if the mean is below ε, and never where ε is 0', () => {
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, options).value).toBe(1);
    expect(alternativeAnnotatorTest([truth, truth, truth], truth, { ...options, epsilon: 0 }).value).toBe(0);
  });

  it('is undefined where nobody shares enough items', () => {
    expect(alternativeAnnotatorTest([[1], [1]], [1], options)).toMatchObject({
      value: null,
      reason: 'too-few-raters',
      passes: null
    });
    expect(() =>
      alternativeAnnotatorTest([['a'], ['b']], ['a'], { ...options, scoring: 'neg-rmse', minItemsPerHuman: 1 })
    ).toThrow('requires numbers, got a');
  });
});
