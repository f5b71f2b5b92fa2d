import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from './quantile.ts';

describe('quantile', () => {
  it('interpolates between order statistics: the .25 of 1, 2, 4, 8 lies at 7/4', () => {
    expect(quantile([8, 1, 4, 2], 0.25).value).toBe(7 / 4);
  });

  it('has its ends at the smallest and largest value', () => {
    expect([quantile([3, 1, 2], 0).value, quantile([3, 1, 2], 1).value]).toEqual([1, 3]);
  });

  it('never falls when p rises', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1 }), unit, unit, (values, p, q) => {
        expect(quantile(values, Math.min(p, q)).value!).toBeLessThanOrEqual(
          quantile(values, Math.max(p, q)).value! + 1e-9
        );
      })
    );
  });

  it('is undefined without values, and refuses p outside [0, 1]', () => {
    expect(quantile([], 0.5)).toEqual({ value: null, reason: 'n=0' });
    expect(() => quantile([1], 2)).toThrow('requires p between 0 and 1, got 2');
  });
});
