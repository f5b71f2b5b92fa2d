import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fisherExact } from './fisher-exact.ts';

describe('fisherExact', () => {
  it('is 34/70 for the tea that was tasted: three of four cups right', () => {
    // Margins 4 and 4 of 8: the tables have probabilities 1, 16, 36, 16, 1 of 70.
    expect(fisherExact(3, 4, 1, 4)).toBeCloseTo(34 / 70, 12);
    expect(fisherExact(4, 4, 0, 4)).toBeCloseTo(2 / 70, 12);
    expect(fisherExact(2, 4, 2, 4)).toBeCloseTo(1, 12);
  });

  it('is what R reports for a table that is not balanced', () => {
    // fisher.test(matrix(c(10, 2, 3, 15), nrow = 2))$p.value
    expect(fisherExact(10, 12, 3, 18)).toBeCloseTo(0.0005367241, 9);
  });

  it('does not depend on which group or which outcome comes first', () => {
    const group = fc
      .integer({ min: 0, max: 40 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(group, group, ([a, n], [b, m]) => {
        const p = fisherExact(a, n, b, m);
        expect(fisherExact(b, m, a, n)).toBeCloseTo(p, 10);
        expect(fisherExact(n - a, n, m - b, m)).toBeCloseTo(p, 10);
      })
    );
  });

  it('rejects nothing if no case or every case has the event, or a group is empty', () => {
    expect([fisherExact(0, 9, 0, 3), fisherExact(9, 9, 3, 3), fisherExact(0, 0, 2, 5)]).toEqual([1, 1, 1]);
  });

  it('refuses counts that cannot be', () => {
    expect(() => fisherExact(3, 2, 0, 1)).toThrow(/3 of 2/);
    expect(() => fisherExact(0.5, 2, 0, 1)).toThrow(/whole/);
  });
});
