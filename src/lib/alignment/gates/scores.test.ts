import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { sampleScores } from '../units/sample-ratings.fixture.ts';
import { ratedUnits, type Units } from '../units/units.ts';
import { consistencyGate } from './consistency.ts';
import { peopleGate } from './people.ts';
import { unanimousGate } from './unanimous.ts';
import { single, analysisPlan, quick } from './gates.fixture.ts';

describe('gates on scores', () => {
  const ten: LabelScale = { level: 'interval', low: 0, high: 10 };
  const scored = (n: number, item: (i: number) => { people: number[]; judges: number[] }, queries = 10): Units =>
    ratedUnits(
      sampleScores(
        ten,
        ['G', 'H'],
        ['A'],
        Array.from({ length: n }, (_, i) => ({
          id: `i${String(i).padStart(3, '0')}`,
          query: `q${i % queries}`,
          ...item(i)
        }))
      )
    );

  it('compare a judge with people by distance: nearer to one than the other is, ω is 1', () => {
    // People are two apart, the judge stands between them: one from each.
    const units = scored(60, (i) => ({ people: [i % 8, (i % 8) + 2], judges: [(i % 8) + 1] }), 30);
    expect(peopleGate(units, single(units), analysisPlan, quick)).toMatchObject({
      state: 'pass',
      value: 1,
      unit: 'share'
    });
    const far = scored(60, (i) => ({ people: [i % 5, (i % 5) + 1], judges: [(i % 5) + 5] }));
    expect(peopleGate(far, single(far), analysisPlan, quick)).toMatchObject({ state: 'fail', value: 0 });
  });

  it('compare κ with one annotator to κ of annotators below 30 shared items, and decide nothing by so few', () => {
    const units = scored(20, (i) => ({ people: [i % 8, (i % 8) + 2], judges: [i % 8] }));
    const gate = peopleGate(units, single(units), analysisPlan, quick);
    expect(gate).toMatchObject({ unit: 'difference', n: 20, state: 'undecided' });
    expect(gate.measure).toMatch(/^Quadratic-weighted κ with one annotator/);
    expect(gate.value!).toBeGreaterThan(0);
  });

  it('check low, middle and high scores on which annotators are within one step, and count judges within one', () => {
    const units = scored(30, (i) => {
      const truth = [1, 5, 9][i % 3]!;
      return { people: [truth, truth + 0.5], judges: [truth + (i % 3 === 2 ? -3 : 0)] };
    });
    const gate = unanimousGate(units, single(units), analysisPlan);
    expect(gate.parts.map(({ name, value, n }) => [name, value, n])).toEqual([
      ['All annotators are in the low third of the scale', 1, 10],
      ['All annotators are in the middle third of the scale', 1, 10],
      ['All annotators are in the high third of the scale', 0, 10]
    ]);
    expect(gate).toMatchObject({ state: 'fail', value: 0 });
    const apart = scored(10, () => ({ people: [2, 4], judges: [3] }));
    expect(unanimousGate(apart, single(apart), analysisPlan).state).toBe('not-tested');
  });

  it('take answers within a tenth of the scale for the same', () => {
    const units = scored(10, () => ({ people: [2, 4], judges: [3] }));
    const answers = Object.fromEntries(units.ids.map((id, i) => [id, i < 5 ? [3, 4] : [3, 4.5]]));
    const facts = { answers: { 'id-A': answers }, code: [] };
    const gate = consistencyGate(units, { judgeIds: ['id-A'], rule: 'single' }, facts, analysisPlan);
    expect(gate).toMatchObject({
      value: 0.5,
      measure: 'Test–retest consistency: share of repeated questions with answers within 1'
    });
  });
});
