import { describe, expect, it } from 'vitest';
import { across, curvePath, down, ticksTo } from './curve-geometry.ts';

describe('a curve of chances', () => {
  it('goes from the lower left to the upper right if the chance rises, and stops where the axis ends', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 50, y: 0.25 },
      { x: 200, y: 1 },
      { x: 300, y: 1 }
    ];
    expect(curvePath(points, 200)).toBe('M0 100L25 75L100 0');
    expect(curvePath([], 200)).toBe('');
  });

  it('has its marks where its points are, and never outside', () => {
    expect([across(50, 200), down(0.25)]).toEqual(['25%', '75%']);
    expect([across(300, 200), across(-1, 200), down(2), down(-1)]).toEqual(['100%', '0%', '0%', '100%']);
  });

  it('has round ticks from 0, three to six of them', () => {
    expect(ticksTo(300)).toEqual([0, 100, 200, 300]);
    expect(ticksTo(1000)).toEqual([0, 200, 400, 600, 800, 1000]);
    expect(ticksTo(0.15)).toEqual([0, 0.05, 0.1, 0.15]);
    for (const to of [1, 1.5, 2, 3, 5, 8, 10, 15, 800, 30_000, 0.03]) {
      const ticks = ticksTo(to);
      expect([to, ticks.length >= 3 && ticks.length <= 6 && ticks.at(-1)! <= to]).toEqual([to, true]);
    }
  });
});
