import { describe, expect, it } from 'vitest';
import { checksUntilDrift, usualLimits, world } from '../../../../tests/bench/simulation/drift-worlds.ts';
import { seededRandom, type Interval } from '../../stats/index.ts';
import { drawAnchors } from './anchor-draw.ts';
import { anchorSetSize, detectableLoss } from './anchor-set-size.ts';
import { agreementOverChecks, figuresOfLook, type AnchorBaseline, type CheckedItems } from './drift.ts';

/** 100 items in 25 queries, all of which agreed at adoption. */
const set = Array.from({ length: 100 }, (_, i): AnchorBaseline => ({
  ...{ query: `q${i % 25}`, score: 1, agreement: 1 }
}));
const right = { score: 1, agreement: 1 };
const wrong = { score: 0, agreement: 0 };
const lookWith = (lost: number): CheckedItems => set.map((_, i) => (i < lost ? wrong : right));
/** Three checks, at each of which others are lost. */
const wavering = (lost: number): CheckedItems[] =>
  [0, 31, 62].map((from) => set.map((_, i) => ((i * 53 + (i >> 3) * 17 + from) % 100 < lost ? wrong : right)));

describe('the figures of a check', () => {
  it('count what differs: 20 of 100 lost is −.2, all of it flips, and a loss within three checks', () => {
    const figures = figuresOfLook(set, [lookWith(20), lookWith(20), lookWith(20)], usualLimits);
    expect(figures).toMatchObject({ n: 100, of: 100, flips: 20, agreement: 0.8, adopted: 1, flipped: 0.2 });
    expect(figures.change!.value).toBeCloseTo(-0.2, 12);
    expect(figures.result).toBe('loss');
  });

  it('give agreement over the last checks with the interval of the same mean, never above 1', () => {
    const sequence = [lookWith(0), lookWith(4), lookWith(20)];
    const figures = figuresOfLook(set, sequence, usualLimits);
    expect(figures.agreement).toBe(0.8);
    const { value, interval } = agreementOverChecks(figures)!;
    expect(value).toBeCloseTo(0.92, 12);
    expect(interval![0]).toBeLessThan(0.92);
    expect(interval![0]).toBeGreaterThan(0.5);
    expect(interval![1]).toBeGreaterThan(0.92);
    const same = agreementOverChecks(figuresOfLook(set, [lookWith(0)], usualLimits))!;
    expect(same.value).toBe(1);
    expect(same.interval![1]).toBe(1);
    expect(agreementOverChecks({ adopted: 0.9, change: null })).toBeNull();
  });

  it('give agreement over the last checks on one set of items, also if the last check has a part of them', () => {
    // People agreed with the adopted run on 90 of 100 items; nothing changed, and the last check has 20 items with those 10.
    const half = set.map((item, i) => ({ ...item, agreement: i < 10 ? 0 : 1 }));
    const whole: CheckedItems = half.map(({ score, agreement }) => ({ score, agreement }));
    const part: CheckedItems = whole.map((item, i) => (i < 20 ? item : null));
    const figures = figuresOfLook(half, [whole, part], usualLimits);
    expect(figures).toMatchObject({ n: 20, agreement: 0.5, adopted: 0.5, change: { value: 0 } });
    expect(agreementOverChecks(figures)!.value).toBeCloseTo(0.9, 12);
  });

  it('of a check without any difference are within 5 points, and never without width', () => {
    const { change, result } = figuresOfLook(set, [lookWith(0)], usualLimits);
    expect(change!.value).toBe(0);
    expect(change!.interval![0]).toBeLessThan(-0.029);
    expect(change!.interval![0]).toBeGreaterThan(-0.05);
    expect(result).toBe('within-limit');
  });

  it('allow for the choice of the best of 16 at the upper end alone, by as much as asking again changes', () => {
    const steady = lookWith(9);
    const ends = (looks: CheckedItems[], candidates: number): Interval =>
      figuresOfLook(set, looks, { ...usualLimits, candidates }).change!.interval!;
    const upBy = (looks: CheckedItems[]): number => ends(looks, 16)[1] - ends(looks, 1)[1];
    const noisy = wavering(9);
    expect(ends(noisy, 16)[0]).toBe(ends(noisy, 1)[0]);
    expect(upBy(noisy)).toBeGreaterThan(0.01);
    expect(upBy([steady, steady, steady])).toBeLessThan(0.75 * upBy(noisy));
    // At the first check nothing tells how much asking again changes: all of the standard error counts.
    expect(upBy([steady])).toBeGreaterThan(upBy([steady, steady]));
  });

  it('call no loss what the choice of the best of 16 may explain: 5 points, others at each check; 10 points it may not', () => {
    const result = (lost: number, candidates: number) =>
      figuresOfLook(set, wavering(lost), { ...usualLimits, candidates }).result;
    expect([result(4, 1), result(4, 16)]).toEqual(['loss', 'inconclusive']);
    expect([result(9, 1), result(9, 16)]).toEqual(['loss', 'loss']);
  });

  it('find a loss that begins after 30 good checks as soon as one from the beginning', () => {
    const good = Array.from({ length: 30 }, () => lookWith(0));
    const late = figuresOfLook(set, [...good, lookWith(20), lookWith(20), lookWith(20)], usualLimits);
    expect(late.change!.value).toBeCloseTo(-0.2, 12);
    expect(late.result).toBe('loss');
  });

  it('say flips though agreement stays: as many verdicts corrected as lost', () => {
    const half = set.map((item, i) => ({ ...item, agreement: i % 2, score: i % 2 }));
    const swapped = half.map((_, i) => (i < 40 ? { score: 1 - (i % 2), agreement: 1 - (i % 2) } : { score: i % 2, agreement: i % 2 })); // prettier-ignore
    const figures = figuresOfLook(half, [swapped], usualLimits);
    expect(figures).toMatchObject({ flips: 40, tooManyFlips: true, result: 'flips' });
    expect(figures.change!.value).toBe(0);
  });

  it('leave out items without a verdict, and say nothing of none', () => {
    const gaps = set.map((_, i) => (i < 50 ? null : right));
    expect(figuresOfLook(set, [gaps], usualLimits)).toMatchObject({ n: 50, of: 100, agreement: 1 });
    const none = figuresOfLook(set, [set.map(() => null)], usualLimits);
    expect(none).toMatchObject({ n: 0, agreement: null, change: null, result: 'inconclusive' });
    expect(() => figuresOfLook(set, [[right]], usualLimits)).toThrow('requires 100 items');
  });
});

describe('an anchor set', () => {
  it('is drawn evenly over queries, the same for the same seed, in the order given', () => {
    const items = Array.from({ length: 60 }, (_, i) => ({ id: i, query: `q${i % 12}` }));
    const drawn = drawAnchors(items, 30, 7);
    const ofQuery = Map.groupBy(drawn, ({ query }) => query);
    expect([...ofQuery.values()].map((own) => own.length).sort()).toEqual([...Array(6).fill(2), ...Array(6).fill(3)]);
    expect(drawAnchors(items, 30, 7)).toEqual(drawn);
    expect(drawAnchors(items, 30, 8)).not.toEqual(drawn);
    expect(drawn.map(({ id }) => id)).toEqual(drawn.map(({ id }) => id).sort((a, b) => a - b));
    expect(drawAnchors(items, 100, 7)).toEqual(items);
  });

  it('of the planned size finds a loss of five points within three checks in 90% of worlds', () => {
    const n = anchorSetSize({ loss: 0.05 })!;
    const losing = world({ name: 'loss', loss: 0.05, queries: Math.ceil(n / 4) });
    const random = seededRandom(3);
    const worlds = 120;
    let found = 0;
    for (let i = 0; i < worlds; i++) if (checksUntilDrift(losing, random, 3) !== null) found++;
    expect(found / worlds).toBeGreaterThanOrEqual(0.9);
  });

  it('is smaller for a larger loss, and names the loss that a given size finds', () => {
    const n = anchorSetSize({ loss: 0.05 })!;
    expect(anchorSetSize({ loss: 0.1 })).toBeLessThan(n / 2);
    expect(anchorSetSize({ loss: 0.05, flips: 0.06 })).toBeGreaterThan(n);
    expect(anchorSetSize({ loss: 0.05, candidates: 16 })).toBeGreaterThan(n);
    expect(anchorSetSize({ loss: 0.05, candidates: 16, flips: 0 })).toBe(anchorSetSize({ loss: 0.05, flips: 0 }));
    expect(detectableLoss(n)).toBeCloseTo(0.05, 2);
    expect(detectableLoss(4)).toBeNull();
  });

  it('raises no false alarm over 20 checks in 20 worlds without change', () => {
    const random = seededRandom(4);
    const worlds = 20;
    let alarms = 0;
    for (let i = 0; i < worlds; i++)
      if (checksUntilDrift(world({ name: 'same', queries: 24 }), random, 20) !== null) alarms++;
    expect(alarms).toBe(0);
  });
});
