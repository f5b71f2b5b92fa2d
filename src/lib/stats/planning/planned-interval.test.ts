import { describe, expect, it } from 'vitest';
import { clusterProportion } from '../clusters/cluster-proportion.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import { lowerBoundPower } from './lower-bound-power.ts';
import {
  clusteredLowerBoundPower,
  clustersForLowerBound,
  clustersForLowerBoundPower,
  plannedEffectiveItems,
  plannedInterval
} from './planned-interval.ts';
import { sampleSizeProportion } from './sample-size.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

const tens = { size: 10, icc: 0.1 };
const singles = { size: 1, icc: 0 };

describe('a planned interval', () => {
  it('counts 190 items of 10 a query with a correlation of .1 as 100', () => {
    expect(plannedEffectiveItems(190, tens)).toBeCloseTo(100, 12);
    expect(plannedEffectiveItems(190, singles)).toBe(190);
  });

  it('is the one that the report gives for such data', () => {
    // 20 queries of 10 items, 18 of them right in each second query and all in the others: p = .9.
    const x = Array.from({ length: 200 }, (_, i) => (Math.floor(i / 10) % 2 === 0 && i % 10 < 2 ? 0 : 1));
    const found = clusterProportion(
      x,
      x.map((_, i) => Math.floor(i / 10))
    );
    const icc = (found.designEffect! - 1) / 9;
    expect(icc).toBeGreaterThan(0);
    const planned = plannedInterval(found.value!, 200, { size: 10, icc })!;
    expect(planned[0]).toBeCloseTo(found.interval![0], 12);
    expect(planned[1]).toBeCloseTo(found.interval![1], 12);
  });

  it('does not exist for a single query', () => {
    expect(plannedInterval(0.9, 10, tens)).toBeNull();
    expect(plannedInterval(0.9, 20, tens)).toEqual(
      wilsonInterval(0.9, 20 / 1.9, studentQuantile(0.975, 1)).map((end) => Math.min(1, end))
    );
    expect(() => plannedInterval(1.1, 100, tens)).toThrow('in [0, 1], got 1.1');
  });

  it('reaches its target with the given number of queries and not with one fewer', () => {
    const { value } = clustersForLowerBound(0.9, 0.85, tens);
    expect(value).toBe(40);
    expect(plannedInterval(0.9, 400, tens)![0]).toBeGreaterThanOrEqual(0.85);
    expect(plannedInterval(0.9, 390, tens)![0]).toBeLessThan(0.85);
    expect(clustersForLowerBound(0.85, 0.9, tens)).toEqual({ value: null, reason: 'not-attainable' });
  });
});

describe('the chance of clustered items to reach a target', () => {
  it('is that of independent ones if a query has one item and there are many', () => {
    const [clustered, plain] = [clusteredLowerBoundPower(0.9, 0.85, 2000, singles), lowerBoundPower(0.9, 0.85, 2000)];
    expect(clustered).toBeCloseTo(plain, 3);
    expect(clusteredLowerBoundPower(0.9, 0.85, 400, tens)).toBeLessThan(
      clusteredLowerBoundPower(0.9, 0.85, 400, singles)
    );
  });

  it('is 0 with a single query', () => {
    expect(clusteredLowerBoundPower(1, 0.1, 10, tens)).toBe(0);
    expect(clusteredLowerBoundPower(1, 0.1, 20, tens)).toBe(0);
  });

  it('holds from the given number of queries on, and not one earlier', () => {
    const queries = clustersForLowerBoundPower(0.9, 0.85, 0.8, tens).value!;
    const at = (count: number): number => clusteredLowerBoundPower(0.9, 0.85, 10 * count, tens);
    expect(at(queries - 1)).toBeLessThan(0.8);
    for (let more = 0; more < 60; more++) expect(at(queries + more)).toBeGreaterThanOrEqual(0.8);
    expect(clustersForLowerBoundPower(0.85, 0.85, 0.8, tens)).toEqual({ value: null, reason: 'not-attainable' });
    expect(() => clustersForLowerBoundPower(0.9, 0.85, 0, tens)).toThrow('in (0, 1), got 0');
  });
});

describe('items to estimate a share of clustered items', () => {
  it('are as many times more as the design effect, and never more than the lot', () => {
    expect(sampleSizeProportion(0.05, { designEffect: 2.8 })).toBe(Math.ceil(2.8 * 384.1459));
    expect(sampleSizeProportion(0.05, { designEffect: 2.8, lot: 300 })).toBe(235);
    expect(sampleSizeProportion(0.05, { designEffect: 40, lot: 100 })).toBeLessThanOrEqual(100);
    expect(() => sampleSizeProportion(0.05, { designEffect: 0.5 })).toThrow('at least 1, got 0.5');
  });
});
