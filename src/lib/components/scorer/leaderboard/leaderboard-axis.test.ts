import { describe, expect, it } from 'vitest';
import { axisOf } from './leaderboard-axis.ts';

const cell = (value: number) => ({ value, low: null, high: null });

describe('the axis of a leaderboard’s column', () => {
  it('tells shares from 0 to 1 apart: ticks stand closer than 1', () => {
    const { ticks, from, to } = axisOf([cell(0.41), cell(0.46)], 3);
    expect(ticks).toEqual([0.4, 0.45, 0.5]);
    expect([from < 0.41, to > 0.46]).toEqual([true, true]);
    expect(axisOf([cell(0.1), cell(0.9)], 3).ticks).toEqual([0, 0.5, 1]);
  });

  it('is what it was for points: whole ticks around the values', () => {
    expect(axisOf([cell(41.2), cell(46.8)]).ticks).toEqual([40, 45, 50]);
    expect(axisOf([cell(7.25)]).ticks).toEqual([7, 8]);
  });

  it('has no tick if nothing is drawn', () => {
    expect(axisOf([{ value: null, low: null, high: null }])).toEqual({ from: 0, to: 100, ticks: [] });
  });
});
