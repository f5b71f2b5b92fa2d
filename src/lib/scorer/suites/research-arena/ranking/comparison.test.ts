import { describe, expect, it } from 'vitest';
import { readComparison } from './comparison.ts';

const points = (clarity: number, rest = 3) => ({
  ...{ clarity, actionability: rest, novelty: rest, depthFit: rest, consistency: rest }
});
const read = (change: object = {}) =>
  readComparison(
    JSON.stringify({ a: points(5), b: points(3), better: 'a', confidence: 0.9, reason: 'A is clearer.', ...change })
  );

describe('a comparison of two tasks', () => {
  it('is won by the higher sum of the five dimensions', () => {
    expect(read()).toMatchObject({
      ok: true,
      value: { winner: 'a', confidence: 0.9, totals: { a: 17, b: 15 }, equal: false, corrected: false }
    });
  });

  it('is recomputed if the judge names the other task, and keeps the stated confidence', () => {
    expect(read({ better: 'b' })).toMatchObject({
      ok: true,
      value: { winner: 'a', confidence: 0.9, corrected: true, equal: false }
    });
  });

  it('with equal sums goes to the judge’s pick at .55, whatever confidence it states', () => {
    expect(read({ b: points(1, 4), better: 'b', confidence: 1 })).toMatchObject({
      ok: true,
      value: { winner: 'b', confidence: 0.55, totals: { a: 17, b: 17 }, equal: true, corrected: false }
    });
  });

  it('is not usable with a confidence outside .5 to 1, and is at either end', () => {
    for (const confidence of [0.49, 1.01, 0, -1])
      expect(read({ confidence })).toEqual({
        ok: false,
        fault: `confidence is ${confidence}, and it has to be from 0.5 to 1`
      });
    for (const confidence of [0.5, 1]) expect(read({ confidence })).toMatchObject({ ok: true, value: { confidence } });
  });

  it('is not usable with points that are no whole numbers from 1 to 5, or missing', () => {
    for (const clarity of [0, 6, 2.5, '3', null]) expect(read({ a: { ...points(3), clarity } }).ok).toBe(false);
    const { clarity: _clarity, ...four } = points(3);
    expect(read({ a: four }).ok).toBe(false);
    expect(read({ more: 1 }).ok).toBe(false);
    expect(read({ confidence: null }).ok).toBe(false);
    expect(readComparison('A is better').ok).toBe(false);
  });
});
