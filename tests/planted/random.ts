import type { Language } from './words.ts';
import { type Random, seededRandom } from '../../src/lib/stats/numbers/rng.ts';
import { shuffled as shuffledBy } from '../../src/lib/stats/numbers/shuffle.ts';

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)]!;

export const shuffled = <T>(random: Random, list: readonly T[]): T[] => shuffledBy(list, random);

/** A stream of its own for each purpose: what one part draws changes nothing elsewhere. */
export const stream = (seed: number, ...parts: (string | number)[]): Random => {
  let hash = BigInt(seed);
  for (const char of parts.join('/'))
    hash = (hash * 1099511628211n + BigInt(char.codePointAt(0)!)) & ((1n << 64n) - 1n);
  return seededRandom(hash);
};

/** Numbers of four digits, none twice and none that could be a year. */
export const numbersFor = (random: Random, language: Language): (() => string) => {
  const used = new Set<number>();
  return () => {
    for (;;) {
      const number = 1100 + random.below(8800);
      if (used.has(number) || (number > 1900 && number < 2100)) continue;
      used.add(number);
      const digits = String(number);
      return language === 'zh' ? digits : `${digits.slice(0, 1)},${digits.slice(1)}`;
    }
  };
};

/** Shares in per cent with one decimal, none twice. */
export const sharesFor = (random: Random): (() => string) => {
  const used = new Set<number>();
  return () => {
    for (;;) {
      const tenths = 101 + random.below(850);
      if (used.has(tenths) || tenths % 10 === 0) continue;
      used.add(tenths);
      return `${Math.floor(tenths / 10)}.${tenths % 10}`;
    }
  };
};
