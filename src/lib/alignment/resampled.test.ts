import { describe, expect, it } from 'vitest';
import { clusterBootstrapOf, defined, groupClusters, seededRandom, undefinedBecause } from '../stats/index.ts';
import { drawn, figuresOfSums } from './resampled.ts';
import { sampleRatings } from './sample-ratings.ts';
import { unitsOf, type Units } from './units.ts';

const study = (items: number, queries: number): Units =>
  unitsOf(
    sampleRatings(
      ['H'],
      [],
      Array.from({ length: items }, (_, i) => ({ id: `i${i}`, query: `q${i % queries}`, people: 'y', judges: '' }))
    )
  );
const all = (units: Units) => units.ids.map((_, unit) => ({ unit }));

describe('resamples of queries', () => {
  it('draw as many queries as there are', () => {
    const units = study(30, 10);
    const { draw } = drawn(units, all(units), 7);
    for (const i of [0, 1, 500]) expect(draw(i).reduce((sum, times) => sum + times, 0)).toBe(10);
  });

  it('are the same for the same number of queries and seed, whatever was asked for in between', () => {
    // 7,000 queries are more than can be kept for 900 resamples: those beyond have generators of their own.
    const [units, other] = [study(7000, 7000), study(20, 5)];
    const first = drawn(units, all(units), 3);
    const kept = [0, 5, 856, 857, 900].map((i) => Array.from(first.draw(i)));
    drawn(other, all(other), 3).draw(2);
    const again = drawn(units, all(units), 3);
    expect([900, 857, 856, 5, 0].map((i) => Array.from(again.draw(i)))).toEqual(kept.reverse());
    expect(Array.from(drawn(units, all(units), 4).draw(0))).not.toEqual(kept.at(-1));
  });

  it('give a mean the interval that the library gives with the same generator', () => {
    const units = study(40, 8);
    const values = units.ids.map((id) => Number(id.slice(1)) % 7);
    const { mean } = figuresOfSums(
      drawn(units, all(units), 11),
      { size: 2, add: (i, sums, at) => ((sums[at]! += values[i]!), sums[at + 1]!++) },
      { mean: ([sum, n]) => (n === 0 ? undefinedBecause('n=0') : defined(sum! / n!)) },
      { resamples: 100, seed: 11 }
    );
    const grouped = groupClusters(units.cluster);
    const expected = clusterBootstrapOf(
      grouped,
      (clusters) => {
        let [sum, n] = [0, 0];
        for (const g of clusters) for (const i of grouped.members[g]!) [sum, n] = [sum + values[i]!, n + 1];
        return sum / n;
      },
      { random: seededRandom(11), replicates: 100 }
    );
    expect(mean.value).toBeCloseTo(expected.value!, 12);
    expect([mean.low, mean.high]).toEqual([expect.closeTo(expected.interval![0], 12), expect.closeTo(expected.interval![1], 12)]); // prettier-ignore
  });

  it('leave a resample out for the one statistic that is undefined on it, and count that', () => {
    const units = study(6, 3);
    const { often, always } = figuresOfSums(
      drawn(units, all(units), 2),
      { size: 1, add: (i, sums, at) => (sums[at]! += units.cluster[i] === 0 ? 1 : 0) },
      { often: ([n]) => (n! > 0 ? defined(n!) : undefinedBecause('n=0')), always: ([n]) => defined(n!) },
      { resamples: 200, seed: 2 }
    );
    // The first query is missing from (2/3)³ of the resamples of three.
    expect(often.redrawn / (200 + often.redrawn)).toBeCloseTo((2 / 3) ** 3, 1);
    expect(always.redrawn).toBe(0);
  });
});
