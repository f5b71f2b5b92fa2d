import { describe, expect, it } from 'vitest';
import { seededRandom } from '../numbers/rng.ts';
import { crossingChance } from './crossing-chance.ts';
import { groupBoundaries } from './group-boundaries.ts';
import { horizonBoundary } from './horizon-boundary.ts';
import { predictableWinner } from './predictable-winner.ts';
import { winnerSequence } from './winner-sequence.ts';

const looks = (k: number): number[] => Array.from({ length: k }, (_, i) => (i + 1) / k);

describe('boundaries of declared looks', () => {
  it.each([
    [2, 2.178, 1.977],
    [3, 2.289, 2.004],
    [5, 2.413, 2.04],
    [10, 2.555, 2.087]
  ])('%i looks have the constants of Pocock and O’Brien–Fleming at a two-sided .05', (k, pocock, fleming) => {
    const at = { risk: 0.05, bothSides: true };
    expect(groupBoundaries('pocock', looks(k), at)[0]!).toBeCloseTo(pocock, 3);
    const bounds = groupBoundaries('obrien-fleming', looks(k), at);
    expect(bounds[k - 1]!).toBeCloseTo(fleming, 3);
    expect(bounds[0]!).toBeCloseTo(bounds[k - 1]! * Math.sqrt(k), 9);
  });

  it('one look is the normal quantile, and the unit of information does not matter', () => {
    expect(groupBoundaries('pocock', [1])[0]!).toBeCloseTo(1.959964, 4);
    expect(groupBoundaries('pocock', [20, 50, 90])[0]!).toBeCloseTo(groupBoundaries('pocock', [2, 5, 9])[0]!, 6);
    expect(() => groupBoundaries('pocock', [])).toThrow(/at least one look/);
    expect(() => crossingChance({ information: [2, 2], boundaries: [2, 2] })).toThrow(/ascending/);
  });
});

describe('the boundary of a declared maximum', () => {
  it('is crossed with the risk less its reserve, seen after every query', () => {
    const information = Array.from({ length: 46 }, (_, i) => 15 + i);
    const boundaries = information.map((n) => horizonBoundary(n, { until: 60 }));
    expect(crossingChance({ information, boundaries })).toBeCloseTo(0.0225, 3);
  });

  it('is infinite during the burn-in, below the boundary without an end up to the maximum, and wider beyond it', () => {
    expect(horizonBoundary(14, { until: 60 })).toBe(Infinity);
    expect(horizonBoundary(60, { until: 60 })).toBeLessThan(2.8);
    expect(horizonBoundary(61, { until: 60 })).toBeGreaterThan(3.5);
    expect(() => horizonBoundary(20, { until: 10 })).toThrow(/burn-in/);
  });
});

describe('the predictable winner', () => {
  it('scores each query by the candidate that was best before it', () => {
    const { scores, chosen, best } = predictableWinner([
      [1, 0, 0, 1],
      [0, 1, 1, 1]
    ]);
    expect(chosen).toEqual([[0, 1], [0], [0, 1], [1]]);
    expect([...scores]).toEqual([0.5, 0, 0.5, 1]);
    expect(best).toEqual([1]);
  });

  it('begins with the candidate that is named first, and weighs queries', () => {
    const x = [
      [1, 0, 1],
      [0, 1, 0]
    ];
    expect([...predictableWinner(x, { first: 1 }).scores]).toEqual([0, 0, 0]);
    expect([...predictableWinner(x, { first: 1, weights: [1, 3, 1] }).scores]).toEqual([0, 0, 0]);
    expect(() => predictableWinner([[1], [1, 0]])).toThrow(/same queries/);
  });

  it('of sixteen candidates that guess has no price: its mean score is a half', () => {
    const random = seededRandom(4);
    let sum = 0;
    for (let study = 0; study < 200; study++) {
      const x = Array.from({ length: 16 }, () => Array.from({ length: 30 }, () => (random.unit() < 0.5 ? 1 : 0)));
      sum += predictableWinner(x).scores.reduce((a, b) => a + b, 0) / 30 / 200;
    }
    expect(Math.abs(sum - 0.5)).toBeLessThan(0.025);
  });
});

describe('a study that stops itself', () => {
  const until = 100;
  const boundaries = Array.from({ length: until + 1 }, (_, n) => (n < 1 ? Infinity : horizonBoundary(n, { until })));
  const boundary = (n: number): number => boundaries[n] ?? Infinity;
  const decide = (truths: readonly number[], random: ReturnType<typeof seededRandom>) => {
    const x = truths.map(
      (p) =>
      Array.from({ length: until }, () => [0, 0, 0, 0, 0].reduce<number>((sum) => sum + (random.unit() < p ? 0.2 : 0), 0)) // prettier-ignore
    );
    const capped = x.map((own) => own.map((value) => Math.min(1, value)));
    return winnerSequence(capped, { target: 0.85, items: new Array<number>(until).fill(5), boundary });
  };
  const share = (truths: readonly number[], decision: 'adopt' | 'reject', studies = 120): number => {
    const random = seededRandom(21);
    let found = 0;
    for (let i = 0; i < studies; i++) if (decide(truths, random).decided?.decision === decision) found++;
    return found / studies;
  };

  it('adopts no more than .05 of studies whose best candidate lies just below the target', () => {
    expect(share([0.849, 0.849, 0.82, 0.8], 'adopt')).toBeLessThanOrEqual(0.05);
  });

  it('rejects no more than .05 of studies whose best candidate lies at the target', () => {
    expect(share([0.85, 0.7, 0.7], 'reject')).toBeLessThanOrEqual(0.05);
  });

  it('adopts if a candidate is far above the target, after few queries, and rejects if all are far below', () => {
    const found = decide([0.97, 0.9, 0.8], seededRandom(2)).decided!;
    expect(found.decision).toBe('adopt');
    expect(found.queries).toBeLessThan(45);
    expect(found.low!).toBeGreaterThan(0.85);
    const below = decide([0.7, 0.72, 0.6], seededRandom(3)).decided!;
    expect(below.decision).toBe('reject');
    expect(below.high!).toBeLessThan(0.85);
  });

  it('has no look before the burn-in', () => {
    const few = winnerSequence([[1, 1, 1]], { target: 0.85, items: [5, 5, 5], boundary });
    expect(few).toMatchObject({ decided: null, last: null, best: [0] });
  });
});
