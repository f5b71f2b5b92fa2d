import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { textOrders } from './text-orders.ts';

const units = (n: number, raters: string[], texts = 2) =>
  Array.from({ length: n }, (_, i) => ({ id: `u${i}`, raters, texts }));

it('mirrors a pair for the second rater', () => {
  for (const [, by] of textOrders(units(20, ['ana', 'ben']), seededRandom(3)))
    expect(by.get('ben')).toEqual([...by.get('ana')!].reverse());
});

it('shows each person each side as often as the other, within one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 }), fc.integer(), (n, people, seed) => {
      const raters = ['ana', 'ben', 'cleo'].slice(0, people);
      const orders = [...textOrders(units(n, raters), seededRandom(seed)).values()];
      for (const rater of raters) {
        const kept = orders.filter((by) => by.get(rater)![0] === 0).length;
        expect(Math.abs(2 * kept - n)).toBeLessThanOrEqual(1);
      }
    })
  );
});

it('shows every text of a ranking to every person, once, and differs between people', () => {
  const orders = textOrders(units(12, ['ana', 'ben'], 4), seededRandom(1));
  for (const [, by] of orders) {
    expect([...by.get('ana')!].sort()).toEqual([0, 1, 2, 3]);
    expect(by.get('ben')).not.toEqual(by.get('ana'));
  }
});

it('gives the same orders for the same seed', () => {
  const written = (seed: number) =>
    JSON.stringify([...textOrders(units(9, ['ana', 'ben']), seededRandom(seed))].map(([id, by]) => [id, [...by]]));
  expect(written(5)).toBe(written(5));
  expect(written(5)).not.toBe(written(6));
});
