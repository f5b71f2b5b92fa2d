import { hasValue } from '../../format/untaken.ts';
import { isObject, type JsonObject } from '../../format/json-value.ts';

/** One answer of one rater to one question about one item, as another tool's file holds it. */
export interface ForeignLabel {
  /** Id of the item, unique in the file. */
  item: string;
  rater: string;
  kind: 'person' | 'judge';
  question: string;
  value: string;
  /** Time at which it was given, as written in the file; of several labels by one rater the last counts. */
  at: string | number | null;
  /** Short fields of the item by name, such as qid and system; those of the first label of an item are kept. */
  about: Readonly<Record<string, ItemField>>;
}

/** A field of an item: its text, or why the text cannot name or group items: above `LONGEST_LABEL` characters, or with a line break. */
export type ItemField = string | { unfit: 'long' | 'lines' };

/** The text of a field; undefined without one that fits. */
export const fittingText = (field: ItemField | undefined): string | undefined =>
  typeof field === 'string' ? field : undefined;

/** One record of a file: an element of an array, a line, a row, or a member of the document. */
export interface ForeignRecord {
  /** Where it is in the document, like `results.results`; '' for lines, rows and elements of the document's own array. */
  path: string;
  /** Whether it is one of many; false for members of a document that are read whole. */
  isElement: boolean;
  /** Path in the archive; null outside archives. */
  member: string | null;
  value: unknown;
}

/** A record with its 1-based place among those of its file, which names an item without an id. */
export type NumberedRecord = ForeignRecord & { number: number };

/** Reasons why something in a file is not taken. */
const notTakenReasons = [
  'cancelled',
  'draft',
  'earlier',
  'span',
  'ranking',
  'text',
  'several',
  'unscored',
  'history',
  'aggregate',
  'unknown',
  'status',
  'field'
] as const;
type NotTakenReason = (typeof notTakenReasons)[number];

/** Parts of a file that are not taken: answers by their question, fields by their path. */
export interface NotTakenCount {
  reason: NotTakenReason;
  name: string;
  count: number;
}

/** Counts the content of a file that an import ignores. */
export class NotTaken {
  readonly #counts = new Map<string, NotTakenCount>();

  add(reason: NotTakenReason, name: string, count = 1): void {
    if (count === 0) return;
    const key = `${reason}\0${name}`;
    const known = this.#counts.get(key);
    if (known) known.count += count;
    else this.#counts.set(key, { reason, name, count });
  }

  /** Counts a field if it has a value. */
  field(name: string, value: unknown): void {
    if (hasValue(value)) this.add('field', name);
  }

  /** Counts the fields with a value that are not among `taken`. @param prefix before their names, like `annotations[].` */
  fields(value: JsonObject, taken: ReadonlySet<string>, prefix = ''): void {
    for (const name in value) if (!taken.has(name)) this.field(`${prefix}${name}`, value[name]);
  }

  /** Answers first, then fields. */
  get all(): NotTakenCount[] {
    const counts = [...this.#counts.values()];
    return [...counts.filter(({ reason }) => reason !== 'field'), ...counts.filter(({ reason }) => reason === 'field')];
  }
}

/** Longer values are texts and no labels. */
export const LONGEST_LABEL = 200;

/** A text, number, true or false as the text of a label; null for anything else. */
export const labelText = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.trim() || null
    : typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
      ? String(value)
      : null;

/** The fields of an object that describe an item; texts that are too long for it are marked, and counted as not taken like the others. */
export function shortFields(
  value: unknown,
  notTaken: NotTaken,
  prefix: string,
  except?: ReadonlySet<string>
): Record<string, ItemField> {
  const about: Record<string, ItemField> = {};
  if (!isObject(value)) return about;
  for (const name in value) {
    if (except?.has(name)) continue;
    const text = labelText(value[name]);
    const unfit = text === null ? null : text.length > LONGEST_LABEL ? 'long' : text.includes('\n') ? 'lines' : null;
    if (text !== null) about[name] = unfit === null ? text : { unfit };
    if (text === null || unfit !== null) notTaken.field(`${prefix}${name}`, value[name]);
  }
  return about;
}

/** The members of an object under a name, if it is an object; else none. */
export const objectUnder = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isObject(found) ? found : {};
};

/** The objects of a list under a name. */
export const objectsUnder = (value: JsonObject, name: string): JsonObject[] => {
  const found = value[name];
  return Array.isArray(found) ? found.filter(isObject) : [];
};
