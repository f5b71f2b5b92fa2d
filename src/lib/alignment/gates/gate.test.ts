import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reaches, surelyReaches, worst } from './gate.ts';

describe('the state of a gate', () => {
  it('is open while the interval holds the threshold', () => {
    expect([0.91, 0.89, 0.8].map((value) => reaches(value, value + 0.02, 0.9))).toEqual(['pass', 'undecided', 'fail']);
    expect(surelyReaches(0.9, 0.95, 0.9)).toBe('pass');
    expect(surelyReaches(0.89, 0.95, 0.9)).toBe('undecided');
    expect(surelyReaches(0.8, 0.89, 0.9)).toBe('fail');
    expect(surelyReaches(null, null, 0.9)).toBe('undecided');
    expect(reaches(null, null, 0.9)).toBe('not-tested');
  });

  it('is that of its worst part, whatever their order', () => {
    const state = fc.constantFrom('pass', 'fail', 'undecided', 'not-tested', 'not-applicable' as const);
    fc.assert(
      fc.property(fc.array(state), (states) => {
        expect(worst([...states].reverse())).toBe(worst(states));
      })
    );
    expect(worst(['pass', 'not-applicable'])).toBe('pass');
    expect(worst(['not-tested', 'undecided', 'pass'])).toBe('undecided');
    expect(worst([])).toBe('not-applicable');
  });
});
