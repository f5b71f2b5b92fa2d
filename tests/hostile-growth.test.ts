import { describe, expect, test } from 'vitest';
import { hostileReaders } from './hostile-readers.ts';
import { hostileShapes } from './hostile-shapes.ts';
import { processorTime, processorTimeEach, sized } from './timing.ts';

// Times of one, two and five megabytes are in docs/bench-hostile.md; here it is enough that nothing grows by the square.
const SMALL = sized(20_000, 10_000);
const TIMES = 4;
/** Reading four times as much takes four times as long, sixteen times if it grows by the square. */
const MOST_GROWTH = 9;
/** Shorter times are mostly noise, in ms. What grows by the square takes a quarter of the time for half of a text. */
const SHORT = sized(60, 15);

const least = (read: () => unknown): number => Math.min(...[1, 2, 3].map(() => processorTime(read)));

describe.each(Object.entries(hostileShapes))('a text of %s', (_, shape) => {
  test('takes time by its length, whatever reads it', () => {
    const [small, large] = [shape(SMALL), shape(SMALL * TIMES)];
    for (const [name, reader] of Object.entries(hostileReaders)) {
      // Most readers are fast, or grow by their text, at the first look. Only others are timed over many readings, since some
      // clocks count a thread's time in ticks of several milliseconds, and one reading may carry a whole tick.
      if (processorTime(reader(large)) <= SHORT) continue;
      const look = least(reader(large));
      if (look <= SHORT || look < least(reader(small)) * MOST_GROWTH) continue;
      const [short, long] = [processorTimeEach(reader(small)), processorTimeEach(reader(large))];
      const growth = long / short;
      expect(growth, `${name}: ${short.toFixed(1)} ms, then ${long.toFixed(1)} ms`).toBeLessThan(MOST_GROWTH);
    }
  });
});
