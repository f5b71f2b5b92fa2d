import { describe, expect, it } from 'vitest';
import { place, plotScale } from './plot-scale.ts';

const drawn = (value: number | null, low: number | null = value) => ({ value, low, high: value });

describe('the axis of a forest plot', () => {
  it('starts at the tick below the lowest end and stops at 1', () => {
    expect(plotScale([drawn(0.83, 0.74), drawn(0.9)]).ticks).toEqual([0.7, 0.8, 0.9, 1]);
  });

  it('holds everything that is drawn, and the threshold', () => {
    for (const low of [0, 0.05, 0.3, 0.49, 0.5, 0.7, 0.95]) {
      const { from, ticks } = plotScale([drawn(0.97, low)], 0.6);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(low, 0.6));
      expect(from).toBeLessThan(ticks[0]!);
      expect(ticks.at(-1)).toBe(1);
    }
  });

  it('takes wider steps if it is long', () => {
    expect(plotScale([drawn(0.9, 0.13)]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('does not print a number on that of the threshold', () => {
    expect(plotScale([drawn(0.8, 0.62)], 0.9).labels).toEqual([0.6, 0.7, 0.8, 1]);
  });

  it('can be drawn if there is nothing', () => {
    expect(plotScale([drawn(null)], 0.9).ticks).toEqual([0.8, 0.9, 1]);
  });
});

describe('a place on the axis', () => {
  it('is in percent, and never outside', () => {
    expect(place({ from: 0, to: 1 }, 0.25)).toBe('25.00%');
    expect(place({ from: 0.5, to: 1 }, 0.2)).toBe('0.00%');
    expect(place({ from: 0.5, to: 1 }, 1.2)).toBe('100.00%');
  });
});
