import { describe, expect, it } from 'vitest';
import {
  addFractions,
  compareFractions,
  divideFractions,
  fraction,
  fractionOfNumber,
  fractionValue,
  meanOfFractions
} from './fraction.ts';

describe('exact fractions', () => {
  it('are reduced, with the sign in the numerator', () => {
    expect(fraction(6, 8)).toEqual({ numerator: 3n, denominator: 4n });
    expect(fraction(3, -6)).toEqual({ numerator: -1n, denominator: 2n });
    expect(fraction(0, 5)).toEqual({ numerator: 0n, denominator: 1n });
  });

  it('refuse a denominator of 0 and numbers that are not integers', () => {
    expect(() => fraction(1, 0)).toThrow('a denominator other than 0');
    expect(() => fraction(0.5)).toThrow(RangeError);
  });

  it('add .1 and .2 to .3, which doubles do not', () => {
    expect(0.1 + 0.2 === 0.3).toBe(false);
    expect(compareFractions(addFractions(fraction(1, 10), fraction(2, 10)), fraction(3, 10))).toBe(0);
  });

  it('have no mean and no quotient if there is nothing to divide by', () => {
    expect(meanOfFractions([])).toBeNull();
    expect(divideFractions(fraction(1), fraction(0))).toBeNull();
    expect(meanOfFractions([fraction(1, 2), fraction(1, 3)])).toEqual(fraction(5, 12));
  });

  it('are found again from every quotient of counts up to 120, and of large ones', () => {
    for (let below = 1; below <= 120; below += 1)
      for (let above = 0; above <= below; above += 1)
        if (compareFractions(fractionOfNumber(above / below), fraction(above, below)) !== 0)
          expect.fail(`${above} / ${below}`);
    expect(fractionOfNumber(999_983 / 1_000_003)).toEqual(fraction(999_983, 1_000_003));
    expect(fractionOfNumber(1 / 1_000_003)).toEqual(fraction(1, 1_000_003));
    expect(fractionOfNumber(-0.3)).toEqual(fraction(-3, 10));
  });

  it('keep the value of a double that no small quotient gives', () => {
    expect(fractionValue(fractionOfNumber(Math.SQRT1_2))).toBe(Math.SQRT1_2);
    expect(() => fractionOfNumber(Number.NaN)).toThrow('a finite number, got NaN');
  });
});
