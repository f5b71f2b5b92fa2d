/**
 * A source of randomness, always handed in as an argument: the same seed gives the same result on every machine.
 */
export interface Random {
  /** The next 32 random bits, as an integer in [0, 2³²). */
  u32(): number;
  /** An integer in [0, n): floor(u32 · n / 2³²). */
  below(n: number): number;
  /** A number in [0, 1) with 53 random bits, from two words: ((first >>> 5) · 2²⁶ + (second >>> 6)) / 2⁵³. */
  unit(): number;
  /** Fills `out` with integers in [0, n), the same as calling `below(n)` for each place, only faster. */
  fillBelow(out: Uint32Array, n: number): void;
  /** Fills `out` with words, the same as calling `u32()` for each place, only faster. */
  fillU32(out: Uint32Array): void;
}

const MASK_64 = (1n << 64n) - 1n;

/**
 * SplitMix64: a 64-bit generator whose only use here is to spread a seed over a larger state.
 *
 * @param seed any integer; it is reduced modulo 2⁶⁴.
 * @returns a function that yields the next 64-bit word.
 * Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"; constants as published by Vigna.
 */
export const splitMix64 = (seed: number | bigint): (() => bigint) => {
  let x = BigInt(seed) & MASK_64;
  return () => {
    x = (x + 0x9e3779b97f4a7c15n) & MASK_64;
    let z = x;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK_64;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK_64;
    return z ^ (z >> 31n);
  };
};

/** Up to here u · n < 2⁵³ for every word u, so that the product is exact. */
const EXACT_BELOW = 0x200000;

/** floor(u · n / 2³²), exact for every n below 2³². */
const scale = (u: number, n: number): number =>
  n <= EXACT_BELOW
    ? Math.floor((u * n) / 0x100000000)
    : Math.floor(((u >>> 16) * n + Math.floor(((u & 0xffff) * n) / 0x10000)) / 0x10000);

/**
 * xoshiro128**: a 32-bit generator with period 2¹²⁸ − 1, from an explicit state of four 32-bit words.
 *
 * @throws if the state is all zero, from which the generator never leaves.
 * Source: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators".
 */
export const xoshiro128 = (state: ArrayLike<number>): Random => {
  const s = Int32Array.from({ length: 4 }, (_, i) => state[i] ?? 0);
  if (s.every((word) => word === 0)) throw new Error('xoshiro128 requires a state that is not all zero');

  const u32 = (): number => {
    const s0 = s[0]!;
    const s1 = s[1]!;
    const s2 = s[2]! ^ s0;
    const s3 = s[3]! ^ s1;
    const x = Math.imul(s1, 5);
    s[0] = s0 ^ s3;
    s[1] = s1 ^ s2;
    s[2] = s2 ^ (s1 << 9);
    s[3] = (s3 << 11) | (s3 >>> 21);
    return Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
  };

  const checked = (n: number): number => {
    if (!(Number.isInteger(n) && n >= 1 && n <= 0x100000000))
      throw new Error(`below requires an integer between 1 and 2^32, got ${n}`);
    return n;
  };

  const fillU32 = (out: Uint32Array): void => {
    let s0 = s[0]!;
    let s1 = s[1]!;
    let s2 = s[2]!;
    let s3 = s[3]!;
    for (let i = 0; i < out.length; i++) {
      const x = Math.imul(s1, 5);
      out[i] = Math.imul((x << 7) | (x >>> 25), 9);
      const t = s1 << 9;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= t;
      s3 = (s3 << 11) | (s3 >>> 21);
    }
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
    s[3] = s3;
  };

  return {
    u32,
    below: (n) => scale(u32(), checked(n)),
    unit: () => {
      const high = u32() >>> 5;
      return (high * 0x4000000 + (u32() >>> 6)) / 0x20000000000000;
    },
    fillU32,
    fillBelow: (out, n) => {
      checked(n);
      fillU32(out);
      const exact = n / 0x100000000;
      if (n <= EXACT_BELOW) for (let i = 0; i < out.length; i++) out[i] = out[i]! * exact;
      else for (let i = 0; i < out.length; i++) out[i] = scale(out[i]!, n);
    }
  };
};

/**
 * The generator of the whole library: xoshiro128** whose state is the low and high halves of the first two words of
 * SplitMix64(seed).
 *
 * @param seed any integer; keep it with the result, so that the result can be had again.
 */
export const seededRandom = (seed: number | bigint): Random => {
  const next = splitMix64(seed);
  const words = [next(), next()];
  return xoshiro128(words.flatMap((z) => [Number(z & 0xffffffffn), Number(z >> 32n)]));
};
