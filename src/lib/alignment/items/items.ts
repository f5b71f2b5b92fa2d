/** Lists in a report that are not lists of items. */
const otherLists = ['judgeIds', 'notes', 'labels', 'rows', 'columns', 'scale', 'said', 'inside', 'need'] as const;
type OtherList = (typeof otherLists)[number];

/** The same with every list of item ids replaced by its length: the data of a page before its reader asks for the items. */
export type WithoutItems<T> = T extends readonly string[]
  ? number
  : T extends readonly (infer Member)[]
    ? WithoutItems<Member>[]
    : T extends object
      ? { [Key in keyof T]: Key extends OtherList ? T[Key] : WithoutItems<T[Key]> }
      : T;

// An empty list tells nothing of its members: these keys hold items.
const itemLists = new Set([
  'items',
  'rated',
  'common',
  'chosen',
  'same',
  'differ',
  'withoutValue',
  'abstained',
  'unscored',
  'splitHumans',
  'undecided'
]);

const isOtherList = (key: string): boolean => (otherLists as readonly string[]).includes(key);

/** Replaces every list of item ids in a report, or a part of one, by its length. */
export function withoutItems<T>(part: T): WithoutItems<T> {
  return strip(part) as WithoutItems<T>;
}

function strip(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return itemLists.has(key) ? value.length : value.map((member) => strip(member));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isOtherList(name) ? member : strip(member, name)])
  );
}

/**
 * The ids of the items behind a number of a report.
 *
 * @param path where the number stands, e.g. `candidates.3.table.yesNo`, `humans.pooled.differ`, `warnings.0` or
 *   `candidates.3.kappa`; a figure stands for its items.
 * @returns null if the path leads to nothing that has items.
 */
export function itemsBehind(report: object, path: string): string[] | null {
  let at: unknown = report;
  let key = '';
  for (const part of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part) || isOtherList(part)) return null;
    at = (at as Record<string, unknown>)[part];
    key = part;
  }
  if (at !== null && typeof at === 'object' && !Array.isArray(at) && Object.hasOwn(at, 'items')) {
    at = (at as { items: unknown }).items;
    key = 'items';
  }
  return Array.isArray(at) && itemLists.has(key) ? (at as string[]) : null;
}
