import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { controlledRounding } from './controlled-rounding.ts';

const table = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows
    })
  )
  .filter((counts) => counts.flat().some((n) => n > 0));
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('controlledRounding', () => {
  it('rounds every cell, row and column up or down to a neighbour and draws exactly the size', () => {
    fc.assert(
      fc.property(table, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer(), (counts, share, seed) => {
        const whole = sum(counts.flat());
        const take = Math.floor(share * whole);
        const drawn = controlledRounding(counts, take, seededRandom(seed));
        expect(sum(drawn.flat())).toBe(take);
        const neighbours = (held: number, got: number) => {
          expect(got).toBeGreaterThanOrEqual(Math.floor((take * held) / whole));
          expect(got).toBeLessThanOrEqual(Math.ceil((take * held) / whole));
        };
        counts.forEach((row, r) => row.forEach((held, c) => neighbours(held, drawn[r]![c]!)));
        counts.forEach((row, r) => neighbours(sum(row), sum(drawn[r]!)));
        counts[0]!.forEach((_, c) => neighbours(sum(counts.map((row) => row[c]!)), sum(drawn.map((row) => row[c]!))));
      })
    );
  });

  it('draws from each cell in proportion to what it holds, on average', () => {
    const counts = [
      [1, 5, 2],
      [4, 0, 3],
      [2, 2, 7]
    ];
    const [take, times] = [8, 20_000];
    const total = counts.map((row) => row.map(() => 0));
    const random = seededRandom(7);
    for (let i = 0; i < times; i++)
      controlledRounding(counts, take, random).forEach((row, r) => row.forEach((n, c) => (total[r]![c]! += n)));
    // A cell's count varies by at most 1 between draws, so its mean has a standard error below 0.5 / √times = 0.0036.
    counts.forEach((row, r) =>
      row.forEach((held, c) => expect(Math.abs(total[r]![c]! / times - (take * held) / 26)).toBeLessThan(0.015))
    );
  });

  it('takes all or nothing when asked to', () => {
    expect(controlledRounding([[2, 3]], 5, seededRandom(1))).toEqual([[2, 3]]);
    expect(controlledRounding([[2, 3]], 0, seededRandom(1))).toEqual([[0, 0]]);
    expect(controlledRounding([], 0, seededRandom(1))).toEqual([]);
  });

  it('refuses to draw more than there is', () => {
    expect(() => controlledRounding([[2]], 3, seededRandom(1))).toThrow('between 0 and 2');
  });
});
