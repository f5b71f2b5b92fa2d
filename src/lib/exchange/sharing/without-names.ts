/**
 * A copy of plain data in which names of people are replaced by `Annotator 1` and so on, in the order of `names`, wherever they stand as
 * words of their own. Keys stay.
 */
export function withoutNames<T>(value: T, names: readonly string[]): T {
  const known = names
    .map((name, i) => ({ name: name.trim(), as: `Annotator ${i + 1}` }))
    .filter(({ name }) => name !== '')
    // The longer first: one name can be the beginning of another.
    .sort((a, b) => b.name.length - a.name.length);
  if (known.length === 0) return value;
  const escaped = known.map(({ name }) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  const of = new Map(known.map(({ name, as }) => [name, as]));
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replaceAll(words, (name) => of.get(name)!);
    if (Array.isArray(part)) return part.map(copy);
    if (part instanceof Map) return new Map([...part].map(([key, one]) => [key, copy(one)]));
    if (part instanceof Set) return new Set([...part].map(copy));
    if (part === null || typeof part !== 'object' || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, copy(one)]));
  };
  return copy(value) as T;
}
