import { describe, expect, it } from 'vitest';
import { coverageIn, intervalWorlds } from './bench/simulation/interval-worlds.ts';

/** A few of the worlds of `npm run bench:coverage`, the hard ones at 40 items among them. */
const few = intervalWorlds.filter((_, i) => i % 9 === 4);

describe('intervals of coefficients', () => {
  it('hold the truth in .93 of the studies on average and in .88 in every world, and always have a width', () => {
    const results = few.flatMap((world, i) => coverageIn(world, 'jackknife', { trials: 200, seed: 11 + i }));
    const coverages = results.flatMap(({ coverage }) => (coverage === null ? [] : [coverage]));
    expect(few.length).toBeGreaterThanOrEqual(20);
    expect(coverages.length).toBeGreaterThanOrEqual(80);
    expect(coverages.reduce((sum, share) => sum + share, 0) / coverages.length).toBeGreaterThanOrEqual(0.93);
    expect(Math.min(...coverages)).toBeGreaterThanOrEqual(0.88);
    expect(results.filter(({ noWidth }) => noWidth > 0)).toEqual([]);
  });
});
