/**
 * Figures name the items behind them, so a report of many items is mostly lists of ids: millions of texts, whose passing from
 * one thread to another would hold the receiver up for seconds. Packed, a list is the places of its ids among all of them.
 */
export interface Packed {
  /** The value with `{ list: n }` if the nth list of ids stood. */
  value: unknown;
  lists: Uint32Array<ArrayBuffer>[];
}

interface ListAt {
  list: number;
}

/**
 * @param value plain data; no member is named `list`.
 * @param ids every item id that may occur in lists; a list of texts that holds anything else stays as it is.
 */
export function pack(value: unknown, ids: readonly string[]): Packed {
  const place = new Map(ids.map((id, i) => [id, i]));
  const lists: Uint32Array<ArrayBuffer>[] = [];
  const walk = (part: unknown): unknown => {
    if (part === null || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    if (!Array.isArray(part))
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, walk(member)]));
    if (part.length === 0 || !part.every((member) => typeof member === 'string' && place.has(member)))
      return part.map(walk);
    lists.push(Uint32Array.from(part as string[], (id) => place.get(id)!));
    return { list: lists.length - 1 } satisfies ListAt;
  };
  return { value: walk(value), lists };
}

/** Restores the value. A list has its length at once and its ids on first access. */
export function unpack({ value, lists }: Packed, ids: readonly string[]): unknown {
  const walk = (part: unknown): unknown => {
    if (part === null || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    if (Array.isArray(part)) return part.map(walk);
    if (isListAt(part)) return listed(lists[part.list]!, ids);
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, walk(member)]));
  };
  return walk(value);
}

const isListAt = (part: object): part is ListAt => 'list' in part;

/** An array in every respect, filled when its ids are first read: until then it takes no room. */
function listed(places: Uint32Array, ids: readonly string[]): string[] {
  const target: string[] = [];
  const fill = (): string[] => {
    if (target.length < places.length) for (const place of places) target.push(ids[place]!);
    return target;
  };
  return new Proxy(target, {
    get: (_, key, receiver) => (key === 'length' ? places.length : (Reflect.get(fill(), key, receiver) as unknown)),
    has: (_, key) => Reflect.has(fill(), key),
    ownKeys: () => Reflect.ownKeys(fill()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(fill(), key)
  });
}
