import { describe, expect, test } from 'vitest';
import { hostileReaders, readingTime } from './hostile-readers.ts';
import { hostileShapes } from './hostile-shapes.ts';
import { sized } from './timing.ts';

// Times of one, two and five megabytes are in docs/bench-hostile.md; here it is enough that nothing grows by the square.
const SMALL = sized(20_000, 10_000);
const TIMES = 4;
/** Reading four times as much takes four times as long, sixteen times if it grows by the square. */
const MOST_GROWTH = 9;
/** Shorter times are mostly noise, in ms. What grows by the square takes a quarter of the time for half of a text. */
const SHORT = sized(60, 15);

const shortest = (read: () => unknown, most: number): number => {
  let found = Infinity;
  for (let n = 0; n < 3 && found > most; n++) found = Math.min(found, readingTime(read));
  return found;
};

describe.each(Object.entries(hostileShapes))('a text of %s', (_, shape) => {
  test('takes time by its length, whatever reads it', () => {
    const [small, large] = [shape(SMALL), shape(SMALL * TIMES)];
    for (const [name, reader] of Object.entries(hostileReaders)) {
      // Most readers are fast, or grow by their text, at the first try: only others are timed again.
      let long = readingTime(reader(large));
      if (long <= SHORT) continue;
      const short = shortest(reader(small), 0);
      if (long >= short * MOST_GROWTH) long = shortest(reader(large), short * MOST_GROWTH);
      if (long <= SHORT) continue;
      const growth = long / short;
      expect(growth, `${name}: ${Math.round(short)} ms, then ${Math.round(long)} ms`).toBeLessThan(MOST_GROWTH);
    }
  });
});
