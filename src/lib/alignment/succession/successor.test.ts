import { describe, expect, it } from 'vitest';
import { comparedIn } from '../../../../tests/bench/simulation/succession-worlds.ts';
import { seededRandom } from '../../stats/index.ts';
import { bridgeOf, type ScoredReport } from './bridge.ts';
import { compareSuccessor, confidenceAmong, type PairedItem } from './successor.ts';

/** 400 items in 100 queries, of which the candidate loses the first so many. */
const items = (lost: number, won = 0): PairedItem[] =>
  Array.from({ length: 400 }, (_, i) => ({
    ...{ itemId: `i${i}`, query: `q${i % 100}`, weight: 1 },
    ...{ adopted: i < 400 - won ? 1 : 0, candidate: i < lost ? 0 : 1 }
  }));

describe('a candidate for succession', () => {
  it('is non-inferior, inconclusive or inferior by its whole interval, not by its difference', () => {
    expect(compareSuccessor(items(4), 0.05)).toMatchObject({ n: 400, queries: 100, worse: 4, result: 'non-inferior' });
    expect(compareSuccessor(items(16), 0.05)).toMatchObject({ worse: 16, better: 0, result: 'inconclusive' });
    expect(compareSuccessor(items(80), 0.05)).toMatchObject({ worse: 80, result: 'inferior' });
    expect(compareSuccessor(items(16), 0.1).result).toBe('non-inferior');
  });

  it('has a difference paired by item, with width also if nothing differs', () => {
    const { difference, worse, better } = compareSuccessor(items(10, 6), 0.05);
    expect(difference!.value).toBeCloseTo(-4 / 400, 12);
    expect([worse, better]).toEqual([10, 6]);
    const same = compareSuccessor(items(0), 0.05);
    expect(same.difference!.interval![0]).toBeLessThan(0);
    expect(same.result).toBe('non-inferior');
  });

  it('is compared on what the items stand for in the run', () => {
    // It loses 20 items that stand for ten units each, and wins 40 of those on which judges differ, all of which were drawn.
    const drawn = items(20, 40).map((item, i) => ({ ...item, weight: i < 200 ? 10 : 1 }));
    const { adopted, candidate, difference, result } = compareSuccessor(drawn, 0.05);
    expect([adopted, candidate]).toEqual([(2200 - 40) / 2200, (2200 - 200) / 2200]);
    expect(difference!.value).toBeCloseTo(-160 / 2200, 12);
    expect(result).not.toBe('non-inferior');
    expect(compareSuccessor(items(20, 40), 0.05).result).toBe('non-inferior');
  });

  it('has a wider interval the more candidates there are, from the third on, so that at most 5% of studies accept a worse one', () => {
    expect([0, 1, 2, 4, 10].map(confidenceAmong)).toEqual([0.95, 0.95, 0.95, 0.975, 0.99]);
    expect(compareSuccessor(items(8), 0.05, confidenceAmong(1)).result).toBe('non-inferior');
    expect(compareSuccessor(items(8), 0.05, confidenceAmong(10)).result).toBe('inconclusive');
  });

  it('is accepted wrongly in at most 5% of worlds, one of four that are all worse by .051', () => {
    const random = seededRandom(5);
    const world = { queries: 100, perQuery: 2, agreement: 0.9, difference: -0.051, correlation: 0.1, shared: 0.5, candidates: 4 }; // prettier-ignore
    const worlds = 150;
    let accepted = 0;
    for (let w = 0; w < worlds; w++)
      if (comparedIn(world, random).some(({ result }) => result === 'non-inferior')) accepted++;
    expect(accepted / worlds).toBeLessThanOrEqual(0.05);
  });

  it('is inconclusive without items, and a margin of 0 is refused', () => {
    expect(compareSuccessor([], 0.05)).toMatchObject({ n: 0, difference: null, result: 'inconclusive' });
    expect(() => compareSuccessor(items(0), 0)).toThrow('requires a margin');
  });
});

describe('the bridge between two ensembles', () => {
  const reports = (shift: (system: number, query: number) => number): ScoredReport[] =>
    [0, 1, 2].flatMap((system) =>
      Array.from({ length: 30 }, (_, query): ScoredReport => {
        const adopted = 0.8 - 0.2 * system + 0.01 * ((query * (system + 1)) % 5);
        return { system: `s${system}`, query: `q${query}`, adopted, candidate: adopted + shift(system, query) };
      })
    );

  it('says how scores move, by system and in all, and that the order of systems is kept', () => {
    const bridge = bridgeOf(reports((_, query) => -0.02 + 0.01 * (query % 2)));
    expect(bridge.all!.change).toBeCloseTo(-0.015, 12);
    expect(bridge.all!.interval![1]).toBeLessThan(0);
    expect(bridge.systems.map(({ system, n }) => [system, n])).toEqual([['s0', 30], ['s1', 30], ['s2', 30]]); // prettier-ignore
    expect(bridge.pairs).toEqual({ all: 3, both: 3, kept: 3 });
  });

  it('counts a pair that both tell apart and that turns round', () => {
    const { pairs, turned } = bridgeOf(reports((system, query) => (system === 0 ? -0.3 : 0) + 0.001 * (query % 3)));
    expect(pairs).toEqual({ all: 3, both: 3, kept: 2 });
    expect(turned).toEqual([{ better: 's0', worse: 's1' }]);
  });

  it('places systems by the rank range that paired tests leave them, each with its interval', () => {
    const { adopted, candidate, turned } = bridgeOf(
      reports((system, query) => (system === 0 ? -0.2 : 0) + 0.001 * (query % 3))
    );
    expect(adopted.rows.map(({ system, from, to, top }) => [system, from, to, top])).toEqual([
      ['s0', 1, 1, true],
      ['s1', 2, 2, false],
      ['s2', 3, 3, false]
    ]);
    // Both now have .6 and more: nothing tells s0 from s1.
    expect(candidate.rows.map(({ system, from, to, top }) => [system, from, to, top]).slice(0, 2)).toEqual(
      candidate.systems.slice(0, 2).map((system) => [system, 1, 2, true])
    );
    expect(turned).toEqual([]);
    for (const { value, interval } of [...adopted.rows, ...candidate.rows]) {
      expect(interval![0]).toBeLessThan(value);
      expect(interval![1]).toBeGreaterThan(value);
    }
  });

  it('keeps the order of systems that are told apart in 95% of worlds where it is the same', () => {
    const random = seededRandom(9);
    let kept = 0;
    const worlds = 100;
    for (let w = 0; w < worlds; w++) {
      const noisy = reports(() => 0.1 * (random.unit() - 0.5)).map((one, i) => ({
        ...one,
        adopted: 0.7 - 0.02 * Math.floor(i / 30) + 0.2 * (random.unit() - 0.5),
        candidate: 0.68 - 0.02 * Math.floor(i / 30) + 0.2 * (random.unit() - 0.5)
      }));
      const { pairs } = bridgeOf(noisy);
      if (pairs.kept === pairs.both) kept++;
    }
    expect(kept / worlds).toBeGreaterThanOrEqual(0.95);
  });
});
