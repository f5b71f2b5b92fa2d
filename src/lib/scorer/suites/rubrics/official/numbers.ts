/**
 * Numbers and texts as the published scorers read them: they are Python, so a score equal to theirs needs Python's reading.
 * Source: the suites' code, named in each file of this folder.
 */

/** A score, or the reason why the published formula gives none. Never 0 in its place. */
export type OfficialScore<T> = { value: T; reason: null } | { value: null; reason: string };

export const givenScore = <T>(value: T): OfficialScore<T> => ({ value, reason: null });
export const undefinedScore = (reason: string): OfficialScore<never> => ({ value: null, reason });

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; those of anything else are none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** A number by Python's `isinstance(x, (int, float))`, for which `true` is 1; null for everything else, also numeric text. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return null;
}

/** A number by Python's `float(x)`: numbers, booleans and numeric text; null if it raises an error. */
export function floatOf(value: unknown): number | null {
  if (typeof value !== 'string') return numberOf(value);
  const text = value.trim().replace(/(?<=\d)_(?=\d)/gu, '');
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text)) return Number(text);
  const special = /^([+-]?)(nan|inf|infinity)$/iu.exec(text);
  if (special === null) return null;
  if (special[2]?.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? -Infinity : Infinity;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Mean of at least one value; null of none. */
export function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/**
 * Python's `round(x, digits)`: the exact binary value is rounded, ties to the even digit. `toFixed` does the same but for
 * ties, which exist only if x · 2^(digits + 1) is an odd integer.
 */
export function roundTo(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  if (Math.abs((value * 2 ** (digits + 1)) % 2) !== 1) return Number(value.toFixed(digits));
  const scale = 10 ** digits;
  const below = Math.floor(value * scale);
  return (below % 2 === 0 ? below : below + 1) / scale;
}

/** Round to two decimals like numpy: half to even after a multiplication in floating point, so 1.115 becomes 1.12. */
export function roundLikeNumpy(value: number): number {
  const scaled = value * 100;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) / 100;
}
