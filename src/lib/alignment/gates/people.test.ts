import { describe, expect, it } from 'vitest';
import { sampleRatings } from '../sample-ratings.ts';
import { unitsOf } from '../units.ts';
import { peopleGate } from './people.ts';
import { many, single, declared, quick } from './gates.fixture.ts';

describe('people', () => {
  it('can be replaced by a judge that always says what both say: ω is 1', () => {
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'y' : 'n' }))
      )
    );
    const gate = peopleGate(units, single(units), declared, quick);
    expect(gate).toMatchObject({ state: 'pass', value: 1, n: 60, threshold: 0.5, unit: 'share' });
    expect(gate.parts.map(({ name, value, state }) => [name, value, state])).toEqual([
      ['G', 1, 'pass'],
      ['H', 1, 'pass']
    ]);
    expect(gate.finding).toContain('fewer than three people');
  });

  it('can not be replaced by a judge that says the contrary', () => {
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(60, (i) => ({ people: i % 2 ? 'yy' : 'nn', judges: i % 2 ? 'n' : 'y' }))
      )
    );
    expect(peopleGate(units, single(units), declared, quick)).toMatchObject({ state: 'fail', value: 0 });
  });

  it('are compared in pairs below 30 shared items: judge with one person less person with person', () => {
    // Two people are alike on 8 of 10; the judge says what H says, so it is right 10 + 8 times of 20 labels.
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        many(10, (i) => ({ people: i < 2 ? 'yn' : 'yy', judges: 'y' }), 5)
      )
    );
    const gate = peopleGate(units, single(units), declared, quick);
    expect(gate).toMatchObject({ unit: 'difference', threshold: -0.05, n: 10, clusters: 5, state: 'pass' });
    expect(gate.value).toBeCloseTo(18 / 20 - 8 / 10, 12);
  });

  it('are not tested where no two judged the same item', () => {
    const units = unitsOf(
      sampleRatings(
        ['H'],
        ['A'],
        many(40, () => ({ people: 'y', judges: 'y' }))
      )
    );
    expect(peopleGate(units, single(units), declared, quick)).toMatchObject({ state: 'not-tested', value: null, n: 0 });
  });
});
