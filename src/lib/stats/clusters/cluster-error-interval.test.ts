import { describe, expect, it } from 'vitest';
import { seededRandom } from '../numbers/rng.ts';
import { tTest } from '../significance/t-test.ts';
import { clusterErrorInterval } from './cluster-error-interval.ts';

describe('an interval from a standard error over clusters', () => {
  it('is Wilson’s on the effective items: .5 with an error of .1 has 25 items, and t² of 4 clusters is 10.128', () => {
    const [low, high] = clusterErrorInterval(0.5, { se: 0.1, clusters: 4 }, { range: [0, 1] });
    const reach = Math.sqrt((10.128 * 0.25) / 25 + (10.128 / 50) ** 2) / (1 + 10.128 / 25);
    expect(low).toBeCloseTo(0.5 - reach, 5);
    expect(high).toBeCloseTo(0.5 + reach, 5);
  });

  it('moves with the scale and turns round with it', () => {
    const share = clusterErrorInterval(0.9, { se: 0.03, clusters: 10 }, { range: [0, 1] });
    const points = clusterErrorInterval(4.6, { se: 0.12, clusters: 10 }, { range: [1, 5] });
    const turned = clusterErrorInterval(0.1, { se: 0.03, clusters: 10 }, { range: [0, 1] });
    expect(points[0]).toBeCloseTo(1 + 4 * share[0], 10);
    expect(points[1]).toBeCloseTo(1 + 4 * share[1], 10);
    expect(turned[0]).toBeCloseTo(1 - share[1], 10);
    expect(turned[1]).toBeCloseTo(1 - share[0], 10);
  });

  it('is Student’s without a range, and stays inside a range even at its ends', () => {
    const [low, high] = clusterErrorInterval(7, { se: 2, clusters: 3 }, { range: null });
    expect([low, high]).toEqual([expect.closeTo(7 - 4.302653 * 2, 5), expect.closeTo(7 + 4.302653 * 2, 5)]);
    for (const end of [0, 1]) {
      const ends = clusterErrorInterval(end, { se: 0.2, clusters: 2 }, { range: [0, 1] });
      expect(ends).toContain(end);
      expect(ends[0]).toBeGreaterThanOrEqual(0);
      expect(ends[1]).toBeLessThanOrEqual(1);
      expect(ends[1] - ends[0]).toBeGreaterThan(0.1);
    }
  });

  it.each([5, 10, 20])('covers means near an end of the scale better than Student’s: %i queries', (clusters) => {
    // Scores 1 − u⁴ lie near the top with a tail: their mean is .8.
    const random = seededRandom(2024);
    const studies = 2000;
    let [own, student] = [0, 0];
    for (let study = 0; study < studies; study++) {
      const { mean, sd, interval } = tTest(Array.from({ length: clusters }, () => 1 - random.unit() ** 4));
      const ends = clusterErrorInterval(mean!, { se: sd! / Math.sqrt(clusters), clusters }, { range: [0, 1] });
      if (ends[0] <= 0.8 && ends[1] >= 0.8) own++;
      if (interval![0] <= 0.8 && interval![1] >= 0.8) student++;
    }
    expect(own / studies).toBeGreaterThan(0.88);
    expect(own).toBeGreaterThan(student);
  });
});
