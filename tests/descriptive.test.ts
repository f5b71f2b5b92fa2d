import fc from 'fast-check';
import { mean, median } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { percentAgreement, quantile } from '../src/lib/stats/index.ts';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });

describe('descriptive figures', () => {
  it('agree with simple-statistics on the median', () => {
    fc.assert(
      fc.property(numbers, (xs) => {
        expect(quantile(xs, 0.5).value).toBeCloseTo(median(xs), 6);
      })
    );
  });

  it('agree with simple-statistics on agreement as the mean of matches', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })), { minLength: 1 });
    fc.assert(
      fc.property(pairs, (ps) => {
        const [a, b] = [ps.map(([x]) => x), ps.map(([, y]) => y)];
        expect(percentAgreement(a, b).value).toBeCloseTo(mean(ps.map(([x, y]) => Number(x === y))), 12);
      })
    );
  });
});
