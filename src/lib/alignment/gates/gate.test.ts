import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cautious, surelyReaches, surelyWithin, worst } from './gate.ts';

describe('the state of a gate', () => {
  it('is open while the interval holds the threshold', () => {
    expect(surelyReaches(0.9, 0.95, 0.9)).toBe('pass');
    expect(surelyReaches(0.89, 0.95, 0.9)).toBe('undecided');
    expect(surelyReaches(0.8, 0.89, 0.9)).toBe('fail');
    expect(surelyReaches(null, null, 0.9)).toBe('undecided');
    expect(surelyReaches(0.6999999999999998, 0.6999999999999998, 0.7)).toBe('pass');
  });

  it('of an equivalence is passed inside the margin, failed wholly outside it, and open between', () => {
    expect(surelyWithin(-0.04, 0.04, 0.05)).toBe('pass');
    expect(surelyWithin(-0.04, 0.06, 0.05)).toBe('undecided');
    expect(surelyWithin(-0.2, 0.2, 0.05)).toBe('undecided');
    expect(surelyWithin(0.06, 0.2, 0.05)).toBe('fail');
    expect(surelyWithin(0.05000000000000001, 0.2, 0.05)).toBe('undecided');
    expect(surelyWithin(-0.2, -0.06, 0.05)).toBe('fail');
    expect(surelyWithin(null, null, 0.05)).toBe('undecided');
  });

  it('by percentiles of few queries is neither passed nor failed', () => {
    expect((['pass', 'fail', 'not-tested'] as const).map((state) => cautious(state, 19))).toEqual(['undecided', 'undecided', 'not-tested']); // prettier-ignore
    expect((['pass', 'fail'] as const).map((state) => cautious(state, 20))).toEqual(['pass', 'fail']);
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
