import { describe, expect, it } from 'vitest';
import { improveOnce, type ImprovementWorld } from './improvement-world.fixture.ts';
import { advisedOpenings, passingChance } from './passing-chance.ts';
import { correctedLevel, heldOutOf, openHeldOut, splitHash, splitQueries } from './ladder.ts';

const qids = Array.from({ length: 41 }, (_, at) => `q${at}`);

describe('the held-out side of a study’s labels', () => {
  it('is drawn by query from the seed, the same again, and its hash shows a change', () => {
    const split = splitQueries(qids, 7);
    expect(split).toEqual(splitQueries(qids.toReversed(), 7));
    expect(split.heldOut).toHaveLength(27);
    expect([...split.heldOut, ...split.training].sort()).toEqual([...qids].sort());
    expect(split.heldOut).not.toEqual(splitQueries(qids, 8).heldOut);
    expect(split.hash).toBe(splitHash(7, split.training, split.heldOut));
    expect(split.hash).not.toBe(splitHash(7, split.heldOut, split.training));
    expect([2, 3, 16, 24, 40].map(heldOutOf)).toEqual([1, 2, 11, 16, 27]);
    expect(splitQueries(['a', 'b'], 1)).toMatchObject({ heldOut: [expect.any(String)], training: [expect.any(String)] }); // prettier-ignore
    expect(() => splitQueries(['a'], 1)).toThrow('requires two queries');
  });

  it('has one level for all openings together: that of the lower end, by which a version passes', () => {
    expect(correctedLevel(0.95, 1)).toBeCloseTo(0.9, 12);
    expect(correctedLevel(0.95, 5)).toBeCloseTo(0.98, 12);
    expect(() => correctedLevel(0.95, 0)).toThrow('openings');
  });

  it('answers with the paired difference by query, and passes only if the whole interval is above the step', () => {
    // Three queries of two items: differences 1, 0 and ½ by query. Mean 1/2, influence ±1/6, se = √(3/2 · 2/36) = .2887; t₂(.95) = 2.92.
    const item = (qid: string, before: boolean, after: boolean) => ({ qid, before, after });
    const items = [
      ...[item('a', false, true), item('a', false, true), item('b', true, true), item('b', false, false)],
      ...[item('c', false, true), item('c', true, true)]
    ];
    const opened = openHeldOut(items, { level: 0.9, step: 0 });
    expect(opened).toMatchObject({ items: 6, queries: 3, before: 2 / 6, after: 5 / 6, passed: false });
    expect(opened.interval![0]).toBeCloseTo(0.5 - 2.919986 * Math.sqrt(1 / 12), 5);
    const many = qids.flatMap((qid, at) => [item(qid, false, at % 4 > 0), item(qid, true, true)]);
    const better = openHeldOut(many, { level: 0.99, step: 0 });
    expect(better.passed).toBe(true);
    expect(openHeldOut(many, { level: 0.99, step: better.interval![0] }).passed).toBe(false);
    expect(openHeldOut([item('a', true, true), item('b', true, true)], { level: 0.95, step: 0 })).toMatchObject({
      interval: null,
      passed: false
    });
    expect(() => openHeldOut([], { level: 0.95, step: 0 })).toThrow('requires items');
  });

  it('is planned with the chance that a version passes, which simulated improvers come near', () => {
    const size = { queries: 20, itemsPerQuery: 6, level: 0.98, step: 0 };
    expect(passingChance(size, 0)).toBe(0);
    const chances = [0.04, 0.06, 0.08, 0.2].map((gain) => passingChance(size, gain));
    expect(chances).toEqual([...chances].sort((a, b) => a - b));
    expect(chances[2]).toBeGreaterThan(0.8);
    expect(chances[2]).toBeLessThan(0.95);
    expect(passingChance({ ...size, step: 0.1 }, 0.105)).toBeLessThan(0.1);
  });

  it('is planned with fewer openings if five would not find a gain of ten points', () => {
    const advised = (queries: number) =>
      advisedOpenings({ queries: heldOutOf(queries), itemsPerQuery: 6, step: 0 }, 0.95);
    expect([16, 20, 24, 40].map(advised)).toEqual([1, 1, 2, 5]);
  });

  it('lets few useless rewrites of a hundred through, and most rewrites that fix a fault', () => {
    const world: ImprovementWorld = {
      ...{ queries: 40, itemsPerQuery: 6, accuracy: 0.9, fault: { share: 0.15, accuracy: 0.2 } },
      ...{ useless: 100, redrawn: 0.2, fixes: false, openings: 5, step: 0, confidence: 0.95 }
    };
    const worlds = Array.from({ length: 60 }, (_, seed) => improveOnce(world, seed));
    expect(worlds.filter(({ falselyAdopted }) => falselyAdopted).length).toBeLessThanOrEqual(3);
    expect(worlds.every(({ opened }) => opened <= 5)).toBe(true);
    // Without a held-out side the best of a hundred nearly always looks better.
    expect(worlds.filter(({ naive }) => naive).length).toBeGreaterThan(20);
    const fixing = Array.from({ length: 60 }, (_, seed) => improveOnce({ ...world, useless: 3, fixes: true }, seed));
    expect(fixing.filter(({ fixed }) => fixed).length).toBeGreaterThanOrEqual(48);
  });
});
