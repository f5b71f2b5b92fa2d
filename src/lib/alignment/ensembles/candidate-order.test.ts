import { describe, expect, it } from 'vitest';
import { byAgreement, comparedPlaces, firstOf, surelyBelow } from './candidate-order.ts';
import { reaches } from '../../stats/numbers/without-rounding.ts';

const at = (value: number | null, low: number | null = null, high: number | null = null) => ({
  common: { value, low, high }
});

describe('the order of candidates', () => {
  it('goes from the highest agreement down, equal ones as they came, dashes last', () => {
    expect(byAgreement([at(0.8), at(null), at(0.9), at(0.8), at(0)])).toEqual([2, 0, 3, 4, 1]);
  });

  it('takes figures as equal that differ by the rounding of their sums only', () => {
    const added = 0.1 + 0.2;
    expect(added).toBeGreaterThan(0.3);
    expect(byAgreement([at(0.3), at(added), at(-1.5), at(null)])).toEqual([0, 1, 2, 3]);
    expect([reaches(0.3, added), reaches(0.2999, added), reaches(null, 0)]).toEqual([true, false, false]);
  });

  it('keeps those that must not be missing, in their places', () => {
    expect(firstOf([2, 0, 3, 4, 1], 2, [4, null])).toEqual([2, 0, 4]);
    expect(firstOf([2, 0], 24, [])).toEqual([2, 0]);
  });

  it('leaves out what has no figure, unless nothing has one', () => {
    expect(comparedPlaces([2, 0, 1], [at(0.8), at(null), at(0.9)])).toEqual([2, 0]);
    expect(comparedPlaces([0, 1], [at(null), at(null)])).toEqual([0, 1]);
  });

  it('calls one surely below another only if the intervals do not meet', () => {
    expect(surelyBelow(at(0.5, 0.4, 0.6).common, at(0.8, 0.61, 0.9).common)).toBe(true);
    expect(surelyBelow(at(0.5, 0.4, 0.6).common, at(0.8, 0.6, 0.9).common)).toBe(false);
    expect(surelyBelow(at(0.5).common, at(0.8, 0.7, 0.9).common)).toBe(false);
  });
});
