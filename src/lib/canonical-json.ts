/**
 * JSON with the members of every object in the order of their names (by code unit), without spaces and without undefined members:
 * equal values have equal text. The only writer of text that is hashed, signed or compared.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** Whole numbers this long may be more than a number holds exactly. */
const MANY_DIGITS = /\d{16}/;

/** Reads JSON as `JSON.parse` does, but whole numbers that it would round, such as ids of 19 digits, as their text. */
export function parseExact(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, written?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(written?.source ?? '')
      ? written!.source
      : value
  );
}
