import { describe, expect, it } from 'vitest';
import { ppiMean } from './ppi-mean.ts';
import { roganGladen } from './rogan-gladen.ts';
import { seededRandom } from '../numbers/rng.ts';

describe('corrections by human labels', () => {
  it('Rogan–Gladen of .4 with .7 and .9 is .1/.6; a perfect judge changes nothing', () => {
    const counts = { n: 1000, m0: 200, m1: 200 };
    expect(roganGladen({ p: 0.4, specificity: 0.7, sensitivity: 0.9, ...counts }).value).toBeCloseTo(1 / 6, 14);
    expect(roganGladen({ p: 0.4, specificity: 1, sensitivity: 1, ...counts }).value).toBeCloseTo(0.4, 14);
    expect(roganGladen({ p: 0.5, specificity: 0.5, sensitivity: 0.5, ...counts })).toEqual({
      value: null,
      reason: 'judge-not-informative',
      interval: null
    });
  });

  it('PPI with λ = 0 is the human mean; a judge that is always right gives the mean of all', () => {
    const human = [1, 0, 1, 1];
    expect(ppiMean(human, [0, 0, 1, 1], [1, 1], { lambda: 0 }).value).toBe(0.75);
    expect(ppiMean(human, human, [0, 0, 0, 0], { lambda: 1 }).value).toBe(0);
    expect(ppiMean([], [], [1])).toMatchObject({ value: null, reason: 'n=0' });
  });

  it('PPI does not depend on the scale of the judge when λ is tuned below 1', () => {
    const random = seededRandom(3);
    const human = Array.from({ length: 60 }, () => random.below(2));
    const judge = human.map((h) => h * 2 + random.unit() * 4);
    const rest = Array.from({ length: 200 }, () => random.below(2) * 2 + random.unit() * 4);
    const one = ppiMean(human, judge, rest);
    const other = ppiMean(
      human,
      judge.map((v) => 10 * v + 5),
      rest.map((v) => 10 * v + 5)
    );
    expect(one.lambda).toBeLessThan(1);
    expect(other.value).toBeCloseTo(one.value!, 10);
    expect(other.se).toBeCloseTo(one.se!, 10);
  });
});
