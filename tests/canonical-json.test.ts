import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../src/lib/canonical-json.ts';
import { fingerprint, fingerprintInPieces } from '../src/lib/scorer/runs/fingerprint.ts';

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, turned(member)])
  );
};

it('gives one text to a value, in whatever order its members stand', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
    })
  );
});

it('loses nothing: the text reads back as the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    })
  );
});

it('orders members by code unit, leaves undefined ones out and writes undefined places of a list as null', () => {
  expect(canonicalJson({ b: 1, é: 2, B: [undefined, { z: undefined, a: 'x' }] })).toBe(
    '{"B":[null,{"a":"x"}],"b":1,"é":2}'
  );
  expect(canonicalJson(undefined)).toBe('null');
});

it('has one fingerprint, whether it is hashed as a whole or in pieces', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(fingerprintInPieces(value)).toBe(fingerprint(value));
    })
  );
  const items = Array.from({ length: 5000 }, (_, i) => ({ item: `潮汐 ${i}`, labels: [null, 'yes'] }));
  expect(fingerprintInPieces({ scale: undefined, raters: [], items })).toBe(fingerprint({ raters: [], items }));
  const oneByOne = { [Symbol.iterator]: () => items.values() };
  expect(fingerprintInPieces({ items: oneByOne })).toBe(fingerprint({ items }));
});
