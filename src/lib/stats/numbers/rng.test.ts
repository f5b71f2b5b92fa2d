import { describe, expect, it } from 'vitest';
import { seededRandom, splitMix64, xoshiro128 } from './rng.ts';

describe('seeded randomness', () => {
  it('gives the published words of SplitMix64 and xoshiro128**', () => {
    const mix = splitMix64(1234567n);
    expect([mix(), mix()]).toEqual([6457827717110365317n, 3203168211198807973n]);
    const random = xoshiro128([1, 2, 3, 4]);
    expect([random.u32(), random.u32(), random.u32()]).toEqual([11520, 0, 5927040]);
  });

  it('gives the same numbers for the same seed, and others for another', () => {
    const draw = (seed: number | bigint): number[] => Array.from({ length: 20 }, seededRandom(seed).u32);
    expect(draw(42)).toEqual(draw(42n));
    expect(draw(42)).not.toEqual(draw(43));
  });

  it.each([1, 7, 1000, 2_097_152, 3_000_000, 4_294_967_296])(
    'fills arrays below %d with what below would give',
    (n) => {
      const filled = new Uint32Array(50);
      seededRandom(5).fillBelow(filled, n);
      const random = seededRandom(5);
      expect(Array.from(filled)).toEqual(Array.from({ length: 50 }, () => random.below(n)));
    }
  );

  it('scales a word by exact whole-number arithmetic, also if doubles would round', () => {
    const n = 4_000_000_007;
    const word = seededRandom(9).u32();
    expect(seededRandom(9).below(n)).toBe(Number((BigInt(word) * BigInt(n)) >> 32n));
  });

  it('continues after filling as after drawing one by one', () => {
    const [one, other] = [seededRandom(1), seededRandom(1)];
    one.fillU32(new Uint32Array(3));
    for (let i = 0; i < 3; i++) other.u32();
    expect(one.unit()).toBe(other.unit());
  });

  it('refuses an all-zero state and an empty range', () => {
    expect(() => xoshiro128([0, 0, 0, 0])).toThrow('not all zero');
    expect(() => seededRandom(1).below(0)).toThrow('between 1 and 2^32, got 0');
  });
});
