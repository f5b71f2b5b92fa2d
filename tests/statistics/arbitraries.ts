/** Shared by the tests of this folder: arbitrary inputs for fast-check, and properties to check in results. */
import fc from 'fast-check';
import { seededRandom } from '../../src/lib/stats/numbers/rng.ts';
import { shuffled as shuffledBy } from '../../src/lib/stats/numbers/shuffle.ts';

/** Where a result holds a number that is not finite; empty if nowhere. */
export const nonFinite = (value: unknown, path = ''): string[] => {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  const entries = ArrayBuffer.isView(value) ? Object.entries(Array.from(value as Float64Array)) : Object.entries(value);
  return entries.flatMap(([name, part]) => nonFinite(part, `${path}.${name}`));
};

/** Labels on a scale of 1 … 4, some missing. */
export const label = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 5 });

/** Two raters over the same items. */
export const twoRaters = fc.array(fc.tuple(label, label), { maxLength: 60 }).map((pairs) => ({
  a: pairs.map(([a]) => a),
  b: pairs.map(([, b]) => b)
}));

/** Units rated by four raters, some values missing. */
export const units = fc.array(fc.tuple(label, label, label, label), { maxLength: 40 });

/** Numbers with ties, some missing. */
export const score = fc.option(
  fc.integer({ min: -20, max: 20 }).map((v) => v / 4),
  { freq: 8 }
);

/** The same number, or both undefined, to eleven digits. */
export const same = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-11 + 1e-10 * Math.abs(b);

/** The values in another order, the same for the same seed. */
export const shuffled = <T>(values: readonly T[], seed: number): T[] => shuffledBy(values, seededRandom(seed));
