import { describe, expect, it } from 'vitest';
import { assumedEffect, sharePassProbability } from '../src/lib/stats/index.ts';
import { seededRandom } from '../src/lib/stats/numbers/rng.ts';
import { simulateGate } from './bench/simulation/gate.ts';
import { sized } from './timing.ts';
import { drawGateSample, errorShare, trueAgreements, type GateWorld } from './bench/simulation/gate-worlds.ts';

const world: GateWorld = { judges: 3, shared: 0.9, queries: 20, items: 5, icc: 0.1, truth: 0.899 };

describe('a world of the gate', () => {
  it('has the agreements that it computes', () => {
    const wrong = errorShare(world);
    const truths = trueAgreements(world, wrong);
    expect(Math.max(...truths)).toBeCloseTo(0.899, 9);
    const { sums, sizes } = drawGateSample({ ...world, queries: sized(60_000, 20_000) }, wrong, seededRandom(1));
    const n = sizes.reduce((sum, size) => sum + size, 0);
    for (const [k, own] of sums.entries())
      expect(Math.abs(own.reduce((sum, x) => sum + x, 0) / n - truths[k]!)).toBeLessThan(0.004);
  });
});

describe('the gate of agreement, with the truth .001 below the target', () => {
  it.each([
    [0.9, 5],
    [0.98, 5],
    [0.99, 5],
    [0.98, 20]
  ] as const)('at %f in 20 queries of %i items is passed by no more than .03 of studies', (target, items) => {
    const { passes } = simulateGate({ ...world, items, icc: 0.2, truth: target - 0.001 }, target, sized(300, 120), 3, {
      draws: 400
    });
    expect(passes).toBeLessThanOrEqual(0.03);
  });

  it('was passed by more of them by the out-of-bag interval', () => {
    const { before } = simulateGate({ ...world, icc: 0, truth: 0.979 }, 0.98, 100, 3, { draws: 100, outOfBag: 100 });
    expect(before!).toBeGreaterThan(0.06);
  });
});

describe('the planner', () => {
  it.each([
    [0.8, 0.88, 40, 0.1],
    [0.9, 0.95, 80, 0]
  ])(
    'promises the power that the gate has: target %f, truth %f, %i queries, correlation %f',
    (target, truth, queries, icc) => {
      const { passes } = simulateGate({ ...world, judges: 1, queries, icc, truth }, target, sized(2000, 1000), 1);
      const planned = sharePassProbability(truth, {
        ...{ clusters: queries, items: 5 * queries, target, critical: queries === 40 ? 2.0227 : 1.9905 },
        ...{ designEffect: 1 + 4 * icc, assumed: assumedEffect(5) }
      });
      expect(Math.abs(planned - passes)).toBeLessThan(0.04);
    }
  );
});

describe('"not worse than the best" over sixteen candidates', () => {
  it('shows a candidate that is worse by more than δ in no more than .05 of studies', () => {
    const truths = trueAgreements({ ...world, shared: 0.3 }, errorShare({ ...world, shared: 0.3, truth: 0.9 }));
    const delta = Math.max(...truths) - truths[0]! - 0.001;
    const { wronglyNotWorse } = simulateGate({ ...world, shared: 0.3, queries: 40, icc: 0, truth: 0.9 }, 0.9, sized(200, 100), 1, { draws: 400, delta }); // prettier-ignore
    expect(wronglyNotWorse!).toBeLessThanOrEqual(0.07);
  });
});
