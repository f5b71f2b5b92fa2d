import { describe, expect, it } from 'vitest';
import { sampleRatings } from '../sample-ratings.ts';
import { unitsOf } from '../units.ts';
import { unanimousGate } from './unanimous.ts';
import { many, single, declared } from './gates.fixture.ts';

describe('items on which people are of one mind', () => {
  it('are looked at by their answer, and the lower one counts', () => {
    // 20 unanimous yes, all found; 20 unanimous no, 15 found; a split and a single label count for nothing.
    const units = unitsOf(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        [
          ...many(40, (i) => ({ people: i < 20 ? 'yy' : 'nn', judges: i < 20 ? 'y' : i < 35 ? 'n' : 'y' })),
          { id: 'split', query: 'q00', people: 'yn', judges: 'y' },
          { id: 'alone', query: 'q00', people: 'n-', judges: 'y' }
        ]
      )
    );
    const gate = unanimousGate(units, single(units), declared);
    expect(gate.parts.map(({ name, value, n }) => [name, value, n])).toEqual([
      ['All people say yes', 1, 20],
      ['All people say no', 0.75, 20]
    ]);
    expect(gate).toMatchObject({ value: 0.75, threshold: 0.9, n: 40 });
    expect(gate.items).not.toContain('split');
    expect(gate.state).not.toBe('pass');
    expect(unanimousGate(units, single(units), { ...declared, floor: 0.75 }).state).toBe('pass');
  });
});
