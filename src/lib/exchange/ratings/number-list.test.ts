import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberList, orderByValue, TextList } from './number-list.ts';

const listOf = (values: readonly number[]): NumberList => {
  const list = new NumberList();
  for (const value of values) list.push(value);
  return list;
};

describe('a list in pieces', () => {
  it('has its values in their order, also beyond one piece', () => {
    const values = Array.from({ length: 150_000 }, (_, i) => (i * 7919) % 4_294_967_295);
    const list = listOf(values);
    expect([list.length, list.at(0), list.at(65_535), list.at(65_536), list.at(149_999)]).toEqual([
      ...[150_000, values[0], values[65_535], values[65_536], values[149_999]]
    ]);
    // The first piece grows to its size.
    for (const place of [255, 256, 1_023, 1_024, 16_384]) expect(list.at(place)).toBe(values[place]);
    list.set(65_536, 5);
    expect(list.at(65_536)).toBe(5);
    expect([...list.moveTo(Uint32Array.of(149_999, 65_536, 0))]).toEqual([values[149_999], 5, values[0]]);
    expect(list.length).toBe(0);
  });

  it('holds equal texts once', () => {
    const list = new TextList();
    for (const text of ['b', 'a', 'b', '']) list.push(text);
    expect([[...list], list.distinct, list.placeAt(2)]).toEqual([['b', 'a', 'b', ''], ['b', 'a', ''], 0]);
  });

  it('is ordered by its values, equal ones as they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (values) => {
        const expected = [...values.keys()].sort((a, b) => values[a]! - values[b]! || a - b);
        expect([...orderByValue(listOf(values), 10)]).toEqual(expected);
      })
    );
  });
});
