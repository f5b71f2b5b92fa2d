import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { sampleUnits, stratumOf, type Candidate, type Stratum } from './sampling.ts';

/** `queries` × `systems` reports of `items` units each; every third unit is one on which judges differ. */
const grid = (queries: number, systems: number, items: number): Candidate[] => {
  const units: Candidate[] = [];
  for (let q = 0; q < queries; q++)
    for (let s = 0; s < systems; s++)
      for (let i = 0; i < items; i++)
        units.push({
          reportId: `r${q}-${s}`,
          queryId: `q${q}`,
          systemId: `s${s}`,
          item: `i${i}`,
          category: null,
          stratum: (q + s + i) % 3 === 0 ? 'some-differ' : 'all-agree'
        });
  return units;
};
const spread = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
};

describe('sampleUnits', () => {
  it('depends on the seed and the set of candidates, not on their order', () => {
    const units = grid(5, 3, 7);
    const draw = (from: Candidate[], seed: number) => sampleUnits(from, { items: 30 }, seededRandom(seed));
    expect(draw([...units].reverse(), 4)).toEqual(draw(units, 4));
    expect(draw(units, 5)).not.toEqual(draw(units, 4));
  });

  it('draws exactly the size, each unit at most once, and only candidates', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 105 }), fc.integer(), (size, seed) => {
        const units = grid(5, 3, 7);
        const drawn = sampleUnits(units, { items: size }, seededRandom(seed));
        expect(drawn).toHaveLength(size);
        const keys = drawn.map((unit) => `${unit.reportId}/${unit.item}`);
        expect(new Set(keys).size).toBe(size);
        expect(units.map((unit) => `${unit.reportId}/${unit.item}`)).toEqual(expect.arrayContaining(keys));
      })
    );
  });

  it('spreads over queries, systems and reports at once, whatever the sizes have in common', () => {
    for (const [queries, systems, size] of [
      [12, 3, 4],
      [12, 3, 12],
      [6, 3, 18],
      [7, 5, 11]
    ] as const)
      for (let seed = 0; seed < 20; seed++) {
        const drawn = sampleUnits(grid(queries, systems, 10), { items: size }, seededRandom(seed));
        expect(Math.max(...spread(drawn.map((unit) => unit.queryId)))).toBeLessThanOrEqual(Math.ceil(size / queries));
        const perSystem = spread(drawn.map((unit) => unit.systemId));
        expect(perSystem).toHaveLength(Math.min(size, systems));
        expect(Math.max(...perSystem)).toBeLessThanOrEqual(Math.ceil(size / systems));
        expect(Math.max(...spread(drawn.map((unit) => unit.reportId)))).toBeLessThanOrEqual(
          Math.ceil(size / (queries * systems))
        );
      }
  });

  it('gives a unit of a small query the same chance as a unit of a large one', () => {
    const small = grid(1, 2, 2);
    const large = grid(2, 2, 9).filter((unit) => unit.queryId === 'q1');
    const units = [...small, ...large];
    const random = seededRandom(11);
    const times = 20_000;
    const hits = new Map<string, number>();
    for (let i = 0; i < times; i++)
      for (const unit of sampleUnits(units, { items: 6 }, random)) {
        expect(unit.inclusionProbability).toBeCloseTo(6 / 22, 12);
        const key = `${unit.reportId}/${unit.item}`;
        hits.set(key, (hits.get(key) ?? 0) + 1);
      }
    expect(hits.size).toBe(22);
    // Standard error of a share of 6/22 over 20 000 draws: 0.0032.
    for (const n of hits.values()) expect(Math.abs(n / times - 6 / 22)).toBeLessThan(0.016);
  });

  it('draws each stratum with its own size and its own chance', () => {
    const units = grid(4, 3, 6);
    const size = (stratum: Stratum) => units.filter((unit) => unit.stratum === stratum).length;
    const drawn = sampleUnits(units, { allAgree: 10, someDiffer: 20 }, seededRandom(3));
    for (const [stratum, n] of [
      ['all-agree', 10],
      ['some-differ', 20]
    ] as const) {
      const of = drawn.filter((unit) => unit.stratum === stratum);
      expect(of).toHaveLength(n);
      expect(new Set(of.map((unit) => unit.inclusionProbability))).toEqual(new Set([n / size(stratum)]));
    }
  });

  it('refuses to draw more than a stratum holds', () => {
    expect(() => sampleUnits(grid(1, 1, 3), { allAgree: 3, someDiffer: 0 }, seededRandom(1))).toThrow(
      'between 0 and 2'
    );
  });
});

describe('a sample of reports first', () => {
  /** Six reports on three queries; report r of query q has 2 + 3q + r units. */
  const uneven: Candidate[] = [0, 1, 2].flatMap((q) =>
    [0, 1].flatMap((s) =>
      Array.from({ length: 2 + 3 * q + s }, (_, i) => ({
        ...{ reportId: `r${q}-${s}`, queryId: `q${q}`, systemId: `s${s}`, item: `i${i}`, category: null },
        stratum: 'all-agree' as const
      }))
    )
  );
  const sizes = { reports: 3, perReport: 4 };
  const unitsOf = (reportId: string): number => uneven.filter((unit) => unit.reportId === reportId).length;

  it('is so many reports and at most so many units of each, spread over queries, alike for a seed', () => {
    for (let seed = 0; seed < 50; seed++) {
      const drawn = sampleUnits(uneven, sizes, seededRandom(seed));
      const byReport = Map.groupBy(drawn, ({ reportId }) => reportId);
      expect(byReport.size).toBe(3);
      for (const [id, units] of byReport) expect(units).toHaveLength(Math.min(4, unitsOf(id)));
      expect(new Set(drawn.map(({ queryId }) => queryId)).size).toBe(3);
      expect(sampleUnits([...uneven].reverse(), sizes, seededRandom(seed))).toEqual(drawn);
    }
  });

  it('draws each unit with the chance that it says, m∕M · min(k, N)∕N', () => {
    const random = seededRandom(5);
    const times = 6_000;
    const hits = new Map<string, number>();
    for (let i = 0; i < times; i++)
      for (const unit of sampleUnits(uneven, sizes, random)) {
        const n = unitsOf(unit.reportId);
        expect(unit.inclusionProbability).toBeCloseTo((3 / 6) * (Math.min(4, n) / n), 12);
        const key = `${unit.reportId}/${unit.item}`;
        hits.set(key, (hits.get(key) ?? 0) + 1);
      }
    expect(hits.size).toBe(uneven.length);
    for (const unit of uneven) {
      const n = unitsOf(unit.reportId);
      const chance = 0.5 * (Math.min(4, n) / n);
      // Five standard errors of a share over 6,000 draws are below 0.033.
      expect(Math.abs(hits.get(`${unit.reportId}/${unit.item}`)! / times - chance)).toBeLessThan(0.033);
    }
  });

  it('keeps the weighted total unbiased, while the plain mean would lean towards small reports', () => {
    // True of the first two units of each report only: small reports have a larger share of it.
    const holds = ({ item }: Candidate): number => (item === 'i0' || item === 'i1' ? 1 : 0);
    const truth = uneven.reduce((sum, unit) => sum + holds(unit), 0);
    const random = seededRandom(8);
    const times = 6_000;
    let [weighted, plain, taken] = [0, 0, 0];
    for (let i = 0; i < times; i++)
      for (const unit of sampleUnits(uneven, sizes, random)) {
        weighted += holds(unit) / unit.inclusionProbability / times;
        plain += holds(unit);
        taken += 1;
      }
    expect(truth).toBe(12);
    expect(Math.abs(weighted - truth)).toBeLessThan(0.1);
    expect((plain / taken) * uneven.length).toBeGreaterThan(truth + 1.5);
  });

  it('is all units if all reports and all of their units are asked for', () => {
    const drawn = sampleUnits(uneven, { reports: 6, perReport: 99 }, seededRandom(1));
    expect(drawn).toHaveLength(uneven.length);
    expect(new Set(drawn.map(({ inclusionProbability }) => inclusionProbability))).toEqual(new Set([1]));
  });
});

describe('stratumOf', () => {
  it('sees a difference only between labels', () => {
    expect([0, 1, 2].map(stratumOf)).toEqual(['all-agree', 'all-agree', 'some-differ']);
  });
});
