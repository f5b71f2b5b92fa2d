import { describe, expect, it } from 'vitest';
import type { JudgeAnswer } from '../ratings.ts';
import { sampleRatings } from '../sample-ratings.ts';
import { unitsOf } from '../units.ts';
import { consistencyGate } from './consistency.ts';
import { many, declared } from './gates.fixture.ts';

describe('self-consistency', () => {
  const units = unitsOf(
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
      answers: { 'id-A': answers((i) => (i < 20 ? [1, 1, 0] : [1, 1, 1])) },
      code: []
    };
    const gate = consistencyGate(units, one, facts, declared);
    expect(gate.value).toBeCloseTo((20 * (1 / 3) + 20) / 40, 12);
    expect(gate).toMatchObject({ n: 40, state: 'fail', threshold: 0.9 });
  });

  it('is that of the ensemble, so that a judge which changes its mind may be outvoted', () => {
    const facts = {
      answers: { 'id-A': answers(() => [1, 0]), 'id-B': answers(() => [1, 1]) },
      code: []
    };
    const any = consistencyGate(units, { judgeIds: ['id-A', 'id-B'], rule: 'any' }, facts, declared);
    expect(any).toMatchObject({ value: 1, state: 'pass' });
    expect(consistencyGate(units, one, facts, declared).value).toBe(0);
  });

  it('is not tested where the judges were asked once, and no matter for code', () => {
    const once = { answers: { 'id-A': answers(() => [1]) }, code: [] };
    expect(consistencyGate(units, one, once, declared)).toMatchObject({ state: 'not-tested', value: null });
    expect(consistencyGate(units, one, { answers: {}, code: ['id-A'] }, declared).state).toBe('not-applicable');
  });
});
