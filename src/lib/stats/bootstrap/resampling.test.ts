import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basicInterval } from './basic-interval.ts';
import { bcaInterval } from './bca-interval.ts';
import { bootstrap } from './bootstrap.ts';
import { bootstrapTable } from './bootstrap-table.ts';
import { agreementOfCells, kappaOfCells, tauBOfCells } from './cell-statistics.ts';
import { clusterBootstrap, clusterBootstrapOf } from './cluster-bootstrap.ts';
import { clusterBootstrapTable } from './cluster-bootstrap-table.ts';
import { groupClusters } from '../clusters/clusters.ts';
import { cohenKappaFromTable } from '../agreement/coefficients/cohen-kappa.ts';
import { generatedRatings } from '../cases/generated-ratings.ts';
import { kendallFromTable } from '../ranking/kendall.ts';
import { same } from '../../../../tests/statistics/arbitraries.ts';
import { resampledSums } from './resampled-sums.ts';
import { seededRandom } from '../numbers/rng.ts';

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const mean = (drawn: Uint32Array): number => drawn.reduce((sum, i) => sum + values[i]!, 0) / drawn.length;

describe('bootstrap', () => {
  it('draws units with below(n), replicate by replicate', () => {
    const random = seededRandom(4);
    const expected = Array.from({ length: 5 }, () => {
      let sum = 0;
      for (let i = 0; i < 8; i++) sum += values[random.below(8)]!;
      return sum / 8;
    });
    const boot = bootstrap(8, mean, { random: seededRandom(4), replicates: 5 });
    expect(Array.from(boot.replicates)).toEqual(expected);
  });

  it('finds the standard error of a mean, σ/√n', () => {
    const boot = bootstrap(8, mean, { random: seededRandom(1), replicates: 20_000 });
    const centre = mean(Uint32Array.from(values.keys()));
    const sigma = Math.sqrt(values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / 8);
    expect(boot.se! / (sigma / Math.sqrt(8))).toBeCloseTo(1, 1);
    expect(boot.mean).toBeCloseTo(centre, 1);
  });

  it('is the same for the same seed', () => {
    const once = (): unknown => bootstrap(8, mean, { random: seededRandom(9), replicates: 50 });
    expect(once()).toEqual(once());
  });

  it('draws undefined replicates again and reports how many', () => {
    let calls = 0;
    const everySecond = (drawn: Uint32Array): number | null => (calls++ % 2 === 0 ? mean(drawn) : null);
    const boot = bootstrap(8, everySecond, { random: seededRandom(2), replicates: 100 });
    expect(boot.redrawn).toBe(100);
    expect(boot.replicates.length).toBe(100);
  });

  it('gives no interval if nearly every replicate is undefined, or the estimate itself', () => {
    let first = true;
    const onlyOnce = (drawn: Uint32Array): number | null => {
      const value = first ? mean(drawn) : null;
      first = false;
      return value;
    };
    const boot = bootstrap(8, onlyOnce, { random: seededRandom(2), replicates: 10 });
    expect(boot).toMatchObject({ interval: null, intervalReason: 'undefined-replicates', se: null });
    expect(boot.value).not.toBeNull();
    const none = bootstrap(8, () => null, { random: seededRandom(2) }, 'single-category');
    expect(none).toMatchObject({ value: null, reason: 'single-category', interval: null });
    expect(bootstrap(0, mean, { random: seededRandom(2) })).toMatchObject({ value: null, reason: 'n=0' });
  });

  it('refuses no replicates and impossible confidence', () => {
    expect(() => bootstrap(8, mean, { random: seededRandom(1), replicates: 0 })).toThrow(
      'positive number of replicates'
    );
    expect(() => bootstrap(8, mean, { random: seededRandom(1), confidence: 1 })).toThrow('between 0 and 1, got 1');
  });
});

describe('basic and BCa intervals', () => {
  const boot = bootstrap(8, mean, { random: seededRandom(3), replicates: 500 });

  it('basic mirrors the percentile interval in the estimate', () => {
    const [low, high] = boot.interval!;
    expect(basicInterval(boot)).toEqual([2 * boot.value! - high, 2 * boot.value! - low]);
  });

  it('BCa of a skewed sample reaches further up than the percentile interval', () => {
    const bca = bcaInterval(boot, 8, mean);
    expect(bca.acceleration!).toBeGreaterThan(0);
    expect(bca.interval![1]).toBeGreaterThan(boot.interval![1]);
  });

  it('BCa is undefined if the jackknife is constant, or has an undefined value', () => {
    const constant = bootstrap(4, () => 1, { random: seededRandom(1), replicates: 10 });
    expect(bcaInterval(constant, 4, () => 1)).toMatchObject({ interval: null, reason: 'zero-variance' });
    expect(bcaInterval(boot, 8, () => 1)).toMatchObject({ interval: null, reason: 'zero-variance' });
    expect(bcaInterval(boot, 8, (d) => (d.length < 8 ? null : 1)).reason).toBe('undefined-replicates');
  });
});

describe('statistics of cells', () => {
  it('are the full statistics of the table', () => {
    const table = fc.array(fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(table, (counts) => {
        const cells = counts.flat();
        for (const weights of ['unweighted', 'linear', 'quadratic'] as const)
          expect(same(kappaOfCells([1, 2, 3], weights)(cells), cohenKappaFromTable(counts, { weights }).value)).toBe(
            true
          );
        expect(same(tauBOfCells(3)(cells), kendallFromTable(counts).tauB.value)).toBe(true);
      })
    );
  });

  it('are undefined on an empty table', () => {
    expect(
      [agreementOfCells(2), kappaOfCells([0, 1], 'unweighted'), tauBOfCells(2)].map((f) => f([0, 0, 0, 0]))
    ).toEqual([null, null, null]);
  });
});

describe('bootstraps of tables', () => {
  const data = generatedRatings(2000, 1);
  const categories = [1, 2, 3, 4];
  const kappa = kappaOfCells(categories, 'quadratic');
  const cellsOf = (items: ArrayLike<number>): Float64Array => {
    const cells = new Float64Array(16);
    for (let i = 0; i < items.length; i++) cells[(data.human[items[i]!]! - 1) * 4 + data.judge1[items[i]!]! - 1]!++;
    return cells;
  };

  it('multinomial: estimate, mean and error as of a bootstrap over the items', () => {
    const items = bootstrap(2000, (drawn) => kappa(cellsOf(drawn)), { random: seededRandom(1), replicates: 1000 });
    const table = bootstrapTable(cellsOf(Array.from({ length: 2000 }, (_, i) => i)), kappa, {
      random: seededRandom(2),
      replicates: 5000
    });
    expect(table.value).toBeCloseTo(items.value!, 12);
    expect(table.se! / items.se!).toBeGreaterThan(0.9);
    expect(table.se! / items.se!).toBeLessThan(1.1);
    expect(Math.abs(table.mean! - items.mean!)).toBeLessThan(0.2 * items.se!);
  });

  it.each([300, 20_000])('clusters of %d items: tables give the mean and error that drawing the items gives', (n) => {
    const many = generatedRatings(n, 7);
    const of = (items: ArrayLike<number>): Float64Array => {
      const cells = new Float64Array(16);
      for (let i = 0; i < items.length; i++) cells[(many.human[items[i]!]! - 1) * 4 + many.judge1[items[i]!]! - 1]!++;
      return cells;
    };
    const options = { replicates: 800 };
    const slow = clusterBootstrap(many.cluster, (items) => kappa(of(items)), { ...options, random: seededRandom(1) });
    const fast = clusterBootstrapTable(many.human, many.judge1, many.cluster, categories, kappa, {
      ...options,
      random: seededRandom(2)
    });
    expect(fast.value).toBeCloseTo(slow.value!, 12);
    expect(fast.se! / slow.se!).toBeGreaterThan(0.85);
    expect(fast.se! / slow.se!).toBeLessThan(1.15);
    expect(Math.abs(fast.mean! - slow.mean!)).toBeLessThan(0.3 * slow.se!);
  });

  it('sums of drawn tables hold exactly as many tables as there are', () => {
    const tables = Uint32Array.from({ length: 3000 * 2 }, (_, i) => (i % 2 === 0 ? 1 : i % 5));
    const draw = resampledSums(tables, 2, seededRandom(1));
    for (let i = 0; i < 50; i++) expect(draw()[0]).toBe(3000);
  });

  it('give no interval for one cluster, and are undefined for one category or no pairs', () => {
    const options = { random: seededRandom(1), replicates: 10 };
    const one = clusterBootstrapTable([1, 2], [1, 1], ['q', 'q'], [1, 2], agreementOfCells(2), options);
    expect(one).toMatchObject({ value: 0.5, interval: null, intervalReason: 'too-few-clusters', clusters: 1 });
    const same1 = clusterBootstrapTable([1, 1], [1, 1], ['p', 'q'], [1, 2], kappaOfCells([1, 2], 'linear'), options);
    expect(same1).toMatchObject({ value: null, reason: 'single-category', interval: null });
    expect(clusterBootstrapTable([null], [1], ['q'], [1, 2], kappa, options).reason).toBe('no-pairs');
    expect(bootstrapTable([0, 0], () => 1, options)).toMatchObject({ value: null, reason: 'n=0' });
    expect(() => bootstrapTable([0.5], () => 1, options)).toThrow('whole counts, got 0.5');
  });
});

describe('cluster bootstrap', () => {
  it('keeps all items of each drawn cluster', () => {
    const sizes = new Set<number>();
    const cluster = ['a', 'a', 'a', 'b'];
    clusterBootstrap(
      cluster,
      (items) => {
        sizes.add(items.length);
        const drawn = Array.from(items, (i) => cluster[i]!);
        expect(drawn.filter((c) => c === 'a').length % 3).toBe(0);
        return items.length;
      },
      { random: seededRandom(1), replicates: 60 }
    );
    expect([...sizes].sort()).toEqual([2, 4, 6]);
  });

  it('with every item its own cluster is the plain bootstrap, number by number', () => {
    const options = { replicates: 20 };
    const plain = bootstrap(8, mean, { ...options, random: seededRandom(6) });
    const clustered = clusterBootstrap([...values.keys()], mean, { ...options, random: seededRandom(6) });
    expect(clustered.replicates).toEqual(plain.replicates);
  });

  it('gives no interval for one cluster and warns below twenty', () => {
    const one = clusterBootstrapOf(groupClusters(['q', 'q']), () => 0.5, { random: seededRandom(1) });
    expect(one).toMatchObject({
      value: 0.5,
      interval: null,
      intervalReason: 'too-few-clusters',
      warnings: ['few-clusters']
    });
    expect(() => groupClusters([null as never])).toThrow('Item 0 names no cluster');
  });
});
