import { describe, expect, it } from 'vitest';
import { clusterProbability, levelWithError } from '../../stats/numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../../stats/index.ts';
import type { JudgeAnswer } from '../units/ratings.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../units/units.ts';
import { consistencyGate } from './consistency.ts';
import { many, analysisPlan } from './gates.fixture.ts';

describe('test–retest consistency', () => {
  const units = ratedUnits(
    sampleRatings(
      ['H'],
      ['A', 'B'],
      many(40, () => ({ people: 'y', judges: 'yy' }))
    )
  );
  const answers = (of: (i: number) => JudgeAnswer[]): Record<string, JudgeAnswer[]> =>
    Object.fromEntries(units.ids.map((id, i) => [id, of(i)]));
  const one = { judgeIds: ['id-A'], rule: 'single' } as const;

  it('is the share of pairs of answers that are equal: of yes, yes, no one in three', () => {
    const facts = {
      answers: { 'id-A': answers((i) => (i % 2 ? [1, 1, 0] : [1, 1, 1])) },
      code: []
    };
    const gate = consistencyGate(units, one, facts, { ...analysisPlan, consistency: 0.95 });
    expect(gate.value).toBeCloseTo((20 * (1 / 3) + 20) / 40, 12);
    expect(gate).toMatchObject({ n: 40, clusters: 10, state: 'fail', threshold: 0.95 });
  });

  it('is that of the ensemble, so that a judge which changes its mind may be outvoted', () => {
    const facts = {
      answers: { 'id-A': answers(() => [1, 0]), 'id-B': answers(() => [1, 1]) },
      code: []
    };
    const any = consistencyGate(units, { judgeIds: ['id-A', 'id-B'], rule: 'any' }, facts, analysisPlan);
    // Without any change of mind 40 items of ten queries count as 40 / (1 + 3 · .3): the lower end is 1 − 2.262² / 21.05.
    expect(any).toMatchObject({ value: 1, high: 1, state: 'undecided' });
    expect(any.low).toBeCloseTo(1 - (2.2621571628 ** 2 * 1.9) / 40, 9);
    expect(consistencyGate(units, one, facts, analysisPlan).value).toBe(0);
  });

  it('is not tested if the judges were asked once, and no matter for code', () => {
    const once = { answers: { 'id-A': answers(() => [1]) }, code: [] };
    expect(consistencyGate(units, one, once, analysisPlan)).toMatchObject({ state: 'not-tested', value: null });
    expect(consistencyGate(units, one, { answers: {}, code: ['id-A'] }, analysisPlan).state).toBe('not-applicable');
  });

  it('is undecided for one item asked twice, for the items of one query, and for a share on the threshold', () => {
    const of = (asked: (i: number) => JudgeAnswer[]) =>
      consistencyGate(units, one, { answers: { 'id-A': answers(asked) }, code: [] }, analysisPlan);
    expect(of((i) => (i === 0 ? [1, 1] : [1]))).toMatchObject({ value: 1, n: 1, state: 'undecided', low: null });
    expect(of((i) => (i < 4 ? [1, 1] : [1]))).toMatchObject({ value: 1, clusters: 1, state: 'undecided' });
    expect(of((i) => (i < 36 ? [1, 1] : [1, 0]))).toMatchObject({ value: 0.9, state: 'undecided' });
  });

  it('at the threshold is passed in at most 2.5 % of studies with correlated changes of mind', () => {
    const random = seededRandom(6);
    const trials = 400;
    let passed = 0;
    for (let trial = 0; trial < trials; trial++) {
      const changes = Array.from({ length: 10 }, () => clusterProbability(random, 0.1, 0.3));
      const facts = {
        answers: { 'id-A': answers((i) => [1, Number(random.unit() >= changes[units.cluster[i]!]!)]) },
        code: []
      };
      if (consistencyGate(units, one, facts, analysisPlan).state === 'pass') passed++;
    }
    expect(passed / trials).toBeLessThanOrEqual(levelWithError(0.025, trials));
  });

  it('is passed with plenty of evidence, and failed with contrary evidence', () => {
    const large = ratedUnits(
      sampleRatings(
        ['H'],
        ['A'],
        many(160, () => ({ people: 'y', judges: 'y' }), 40)
      )
    );
    const state = (changed: (i: number) => boolean) => {
      const asked = Object.fromEntries(large.ids.map((id, i) => [id, changed(i) ? [1, 0] : [1, 1]]));
      return consistencyGate(large, one, { answers: { 'id-A': asked }, code: [] }, analysisPlan).state;
    };
    expect(state((i) => i % 80 === 0)).toBe('pass');
    expect(state((i) => i % 3 === 0)).toBe('fail');
  });
});
