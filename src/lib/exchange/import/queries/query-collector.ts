import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedItem, ImportedQuery, ItemKind } from '../../../verification/benchmark/benchmark.ts';
import { ByName } from '../../../names.ts';
import { complain, nameField, proseField, weightField } from '../../format/fields.ts';
import type { FieldPlace } from '../../format/fields.ts';
import type { ProblemList } from '../../format/problem-list.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

const LONGEST_QUERY = 100_000;
const LONGEST_ITEM = 10_000;

/** A query or item as a format found it, before any rule is applied. '' is "not given". */
export interface RawQuery {
  qid: string;
  text: string;
  /** The text without placeholders. */
  free: string;
  domain: string;
  category: string;
  language: string;
}

export interface RawItem {
  key: string;
  text: string;
  /** The text without placeholders. */
  free: string;
  kind: string;
  weight: unknown;
  dimension: string;
  explanation: string;
}

/** Gives the place of a field of the row at hand. */
export type PlaceOf<Field> = (field: Field) => FieldPlace;

interface OpenQuery {
  query: ImportedQuery;
  row: number | null;
  keys: Map<string, number | null>;
  texts: Map<string, number | null>;
  keyless: ImportedItem[];
}

/** Without the field if there is no such text, so that what has none is as it always was. */
const withFree = <T extends { placeholderFree: string | null }>({ placeholderFree, ...rest }: T) => ({
  ...(placeholderFree !== null && { placeholderFree }),
  ...rest
});

const sameWords = (text: string): string => text.replace(/\s+/g, ' ');

/** Values of a message that names an earlier row, if it is known. */
const rowOf = (row: number | null | undefined) => ({ known: row ? 'yes' : 'no', row: row ?? 0 });

/** Applies the rules that every format of queries shares, over all rows of a file. */
export class QueryCollector {
  readonly #problems: ProblemList;
  readonly #open = new ByName<OpenQuery>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Opens the query, or finds it again. A later row may leave its fields empty but not contradict them. */
  query(raw: RawQuery, placeOf: PlaceOf<keyof RawQuery>): OpenQuery | null {
    // Of merged cells a spreadsheet has the first one only.
    if (this.#open.size > 0 && raw.qid.trim() === '' && raw.text.trim() === '')
      return complain(this.#problems, placeOf('qid'), say('qidBelow'));
    const qid = nameField(raw.qid, 'qid', this.#problems, placeOf('qid'));
    const text = proseField(raw.text, this.#problems, placeOf('text'), LONGEST_QUERY);
    const known = qid === null ? undefined : this.#open.get(qid);
    if (text === '' && !known) complain(this.#problems, placeOf('text'), say('queryEmpty'));
    if (qid === null || text === null) return null;
    const rest = {
      placeholderFree: proseField(raw.free, this.#problems, placeOf('free'), LONGEST_QUERY) || null,
      domain: this.#optional(raw.domain, placeOf('domain')),
      category: this.#optional(raw.category, placeOf('category')),
      language: this.#optional(raw.language, placeOf('language'))
    };
    if (known) return this.#agree(known, { text: text === '' ? null : text, ...rest }, placeOf);
    const opened: OpenQuery = {
      query: { qid, text, ...withFree(rest), items: [] },
      row: placeOf('qid').row,
      keys: new Map(),
      texts: new Map(),
      keyless: []
    };
    this.#open.set(qid, opened);
    return opened;
  }

  /** Material of a suite for the query, as its schema read it; once in a file. */
  material(to: OpenQuery | null, suite: string, content: unknown, place: FieldPlace): void {
    if (!to) return;
    if (to.query.material?.[suite] !== undefined) complain(this.#problems, place, say('materialTwice', { suite }));
    else to.query.material = { ...to.query.material, [suite]: content };
  }

  item(to: OpenQuery | null, raw: RawItem, placeOf: PlaceOf<keyof RawItem>): void {
    const text = proseField(raw.text, this.#problems, placeOf('text'), LONGEST_ITEM);
    if (text === '') complain(this.#problems, placeOf('text'), say('itemEmpty'));
    const key = raw.key.trim() === '' ? '' : nameField(raw.key, 'checklist id', this.#problems, placeOf('key'));
    const free = proseField(raw.free, this.#problems, placeOf('free'), LONGEST_ITEM) || null;
    const kind = this.#kind(raw.kind, placeOf('kind'));
    const weight = weightField(raw.weight, this.#problems, placeOf('weight'));
    const dimension = this.#optional(raw.dimension, placeOf('dimension'));
    const explanation = this.#optional(raw.explanation, placeOf('explanation'));
    if (!to || !text || key === null) return;

    const { row } = placeOf('text');
    const same = to.texts.get(sameWords(text));
    if (same !== undefined) complain(this.#problems, placeOf('text'), say('itemTwiceIn', rowOf(same)), text);
    else to.texts.set(sameWords(text), row);
    if (key !== '' && to.keys.has(key))
      complain(this.#problems, placeOf('key'), say('keyTwiceIn', rowOf(to.keys.get(key))), key);
    else if (key !== '') to.keys.set(key, row);

    const item: ImportedItem = {
      key,
      text,
      ...withFree({ placeholderFree: free }),
      kind,
      weight,
      dimension,
      explanation
    };
    to.query.items.push(item);
    if (key === '') to.keyless.push(item);
  }

  /** All queries in the order of the file; items without an id get `c1`, `c2` … by their place in the query. */
  finish(): ImportedQuery[] {
    if (this.#open.size === 0 && !this.#problems.any) this.#problems.add(null, 'file', say('noQuery'));
    for (const { query, keys, keyless } of this.#open.values()) {
      for (const item of keyless) {
        let number = query.items.indexOf(item) + 1;
        while (keys.has(`c${number}`)) number += 1;
        item.key = `c${number}`;
        keys.set(item.key, null);
      }
    }
    const queries = [...this.#open.values()].map(({ query }) => query);
    this.#noteWeights(queries.flatMap(({ items }) => items));
    return queries;
  }

  /** Equal weights are none. */
  #noteWeights(items: readonly ImportedItem[]): void {
    const weighted = items.filter(({ weight }) => weight !== null);
    if (new Set(items.map(({ weight }) => weight)).size < 2) return;
    this.#problems.note(sayNote('weights', { n: weighted.length }));
  }

  #agree(
    known: OpenQuery,
    said: Record<'domain' | 'category' | 'language' | 'text' | 'placeholderFree', string | null>,
    placeOf: PlaceOf<keyof RawQuery>
  ): OpenQuery {
    for (const field of ['text', 'placeholderFree', 'domain', 'category', 'language'] as const) {
      const [before, now] = [known.query[field], said[field]];
      if (now === null || before === now) continue;
      if (!before) known.query[field] = now;
      else
        complain(
          this.#problems,
          placeOf(field === 'placeholderFree' ? 'free' : field),
          say('qidDiffers', { qid: known.query.qid, field, ...rowOf(known.row) }),
          now
        );
    }
    return known;
  }

  #optional(value: string, place: FieldPlace): string | null {
    return proseField(value, this.#problems, place, LONGEST_ITEM) || null;
  }

  #kind(value: string, place: FieldPlace): ItemKind {
    const kind = value.trim().toLowerCase();
    if (kind === '' || kind === 'item') return 'item';
    if (kind === 'criterion') return 'criterion';
    complain(this.#problems, place, say('kindUnknown'), value);
    return 'item';
  }
}
