import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { same, units } from '../../../../../tests/statistics/arbitraries.ts';
import { bootstrapSums } from '../../bootstrap/bootstrap-sums.ts';
import type { SumStatistic } from '../../numbers/sum-statistic.ts';
import { clusterBootstrap } from '../../bootstrap/cluster-bootstrap.ts';
import { fleissKappaFromCounts } from './fleiss-kappa.ts';
import { gwetACFromCounts } from './gwet-ac-many.ts';
import { alphaFromCounts, type AlphaMetric } from './krippendorff-alpha.ts';
import { seededRandom } from '../../numbers/rng.ts';
import { alphaIntervalSums, alphaSums, fleissSums, gwetSums } from './sum-statistics.ts';
import { valueCounts } from '../../numbers/value-counts.ts';

const categories = [1, 2, 3, 4];

const ofAll = (statistic: SumStatistic, items: number): number | null => {
  const sums = new Float64Array(statistic.size);
  for (let i = 0; i < items; i++) statistic.add(i, sums, 0);
  return statistic.value(sums);
};

describe('statistics of sums over units', () => {
  it.each(['nominal', 'ordinal', 'interval', 'ratio'] as AlphaMetric[])('α (%s) is the α of the units', (metric) => {
    fc.assert(
      fc.property(units, (u) => {
        const { counts } = valueCounts(u, categories);
        const full = alphaFromCounts(counts, { categories, metric }).value;
        expect(same(ofAll(alphaSums(counts, categories, metric), u.length), full)).toBe(true);
      })
    );
  });

  it('α (interval) of values without categories is that of the units', () => {
    fc.assert(
      fc.property(units, (u) => {
        const { counts } = valueCounts(u, categories);
        const full = alphaFromCounts(counts, { categories, metric: 'interval' }).value;
        expect(same(ofAll(alphaIntervalSums(u), u.length), full)).toBe(true);
      })
    );
  });

  it.each(['unweighted', 'linear', 'quadratic'] as const)('Fleiss’ κ and AC (%s) are those of the units', (weights) => {
    fc.assert(
      fc.property(units, (u) => {
        const { counts } = valueCounts(u, categories);
        const options = { categories, weights };
        const fleiss = fleissKappaFromCounts(counts, options).value;
        expect(same(ofAll(fleissSums(counts, categories, weights), u.length), fleiss)).toBe(true);
        const gwet = gwetACFromCounts(counts, options).value;
        expect(same(ofAll(gwetSums(counts, categories, weights), u.length), gwet)).toBe(true);
      })
    );
  });
});

describe('bootstrap of sums', () => {
  const values = [1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1];
  const cluster = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3];
  const share: SumStatistic = {
    size: 2,
    add: (i, sums, at) => {
      sums[at]! += values[i]!;
      sums[at + 1]!++;
    },
    value: (sums) => sums[0]! / sums[1]!
  };

  it('spreads as the bootstrap that draws clusters one by one', () => {
    const options = () => ({ random: seededRandom(3), replicates: 20_000 });
    const summed = bootstrapSums(12, cluster, share, options());
    const drawn = clusterBootstrap(
      cluster,
      (items) => items.reduce((sum, i) => sum + values[i]!, 0) / items.length,
      options()
    );
    expect(summed.value).toBe(drawn.value);
    expect(summed.clusters).toBe(4);
    expect(summed.warnings).toEqual(['few-clusters']);
    expect(summed.se! / drawn.se!).toBeCloseTo(1, 1);
    expect(summed.interval![0]).toBeCloseTo(drawn.interval![0], 1);
  });

  it('takes each item as its own cluster if none are named', () => {
    const boot = bootstrapSums(12, null, share, { random: seededRandom(3), replicates: 20_000 });
    expect(boot.clusters).toBe(12);
    expect(boot.se).toBeCloseTo(Math.sqrt(((7 / 12) * (5 / 12)) / 12), 2);
  });

  it('gives no interval from one cluster, and nothing from no item', () => {
    const options = { random: seededRandom(1), replicates: 10 };
    expect(bootstrapSums(12, new Array(12).fill('q'), share, options)).toMatchObject({
      interval: null,
      intervalReason: 'too-few-clusters'
    });
    expect(bootstrapSums(0, null, share, options)).toMatchObject({ value: null, reason: 'n=0' });
  });
});
