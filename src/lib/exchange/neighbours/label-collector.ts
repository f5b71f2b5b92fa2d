import { momentOf } from '../../stats/writing/days.ts';
import { NumberList, orderByValue } from '../ratings/number-list.ts';
import { LONGEST_LABEL, type ForeignLabel, type ItemField, type NotTaken } from './readers/foreign-label.ts';

/** A field whose text is too long or has a line break for some items, which have no value in the table. */
interface UnfitField {
  field: string;
  /** The first of them. */
  item: string;
  reason: 'long' | 'lines';
  items: number;
}

/** Labels of a file, each as four numbers: the places of its item, rater, question and value. */
export interface CollectedLabels {
  items: readonly string[];
  /** Values of each field, by item. */
  about: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Fields whose text does not fit for some items. */
  unfit: readonly UnfitField[];
  raters: readonly { name: string; kind: 'person' | 'judge'; labels: number }[];
  questions: readonly { name: string; labels: number }[];
  values: readonly string[];
  /** In the order of items; one label per item, rater and question. */
  labels: { item: Uint32Array; rater: Uint32Array; question: Uint32Array; value: Uint32Array; count: number };
}

/** Takes labels one by one. Of several by one rater on one question about one item the last counts. */
export class LabelCollector {
  readonly #items = new Places();
  readonly #raters = new Places();
  readonly #raterNames: { name: string; kind: 'person' | 'judge' }[] = [];
  readonly #questions = new Places();
  readonly #values = new Places();
  readonly #about = new Map<string, (string | undefined)[]>();
  readonly #notTaken: NotTaken;
  readonly #unfit = new Map<string, UnfitField>();
  /** Places by label: of its item, rater, question and value. */
  readonly #places = [new NumberList(), new NumberList(), new NumberList(), new NumberList()] as const;
  readonly #times = new Times();
  #count = 0;

  constructor(notTaken: NotTaken) {
    this.#notTaken = notTaken;
  }

  get count(): number {
    return this.#count;
  }

  add({ item, rater, kind, question, value, at, about }: ForeignLabel): void {
    if (value.length > LONGEST_LABEL) return this.#notTaken.add('text', question);
    const known = this.#items.size;
    const place = this.#items.of(item);
    if (place === known) for (const field in about) this.#tell(field, place, about[field]!);
    const raterPlace = this.#raters.of(`${kind} ${rater}`);
    if (raterPlace === this.#raterNames.length) this.#raterNames.push({ name: rater, kind });
    const [items, raters, questions, values] = this.#places;
    items.push(place);
    raters.push(raterPlace);
    questions.push(this.#questions.of(question));
    values.push(this.#values.of(value));
    this.#times.set(this.#count, timeOf(at));
    this.#count += 1;
  }

  #tell(field: string, item: number, value: ItemField): void {
    if (typeof value !== 'string') {
      const known = this.#unfit.get(field);
      if (known) known.items += 1;
      else this.#unfit.set(field, { field, item: this.#items.names[item]!, reason: value.unfit, items: 1 });
      return;
    }
    const column = this.#about.get(field) ?? [];
    if (column.length === 0) this.#about.set(field, column);
    column[item] = value;
  }

  /** Nothing can be added afterwards: each column is dropped once it is in the order of items, so that no two of one are held. */
  finish(): CollectedLabels {
    const kept = this.#lastOfEach();
    const [item, rater, question, value] = this.#places.map((column) => column.moveTo(kept)) as [
      ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array]
    ];
    const [ofRater, ofQuestion] = [tally(rater, this.#raters.size), tally(question, this.#questions.size)];
    return {
      items: this.#items.names,
      about: this.#about,
      unfit: [...this.#unfit.values()],
      raters: distinctNames(this.#raterNames).map((one, i) => ({ ...one, labels: ofRater[i]! })),
      questions: this.#questions.names.map((name, i) => ({ name, labels: ofQuestion[i]! })),
      values: this.#values.names,
      labels: { item, rater, question, value, count: kept.length }
    };
  }

  /** Numbers of the labels that count, item by item. */
  #lastOfEach(): Uint32Array {
    const [items, raters, asked] = this.#places;
    const ordered = orderByValue(items, this.#items.size);
    const questions = this.#questions.size;
    let kept = 0;
    for (let from = 0; from < ordered.length;) {
      const item = items.at(ordered[from]!);
      const last = new Map<number, number>();
      for (; from < ordered.length && items.at(ordered[from]!) === item; from++) {
        const at = ordered[from]!;
        const key = raters.at(at) * questions + asked.at(at);
        const before = last.get(key);
        if (before !== undefined) this.#notTaken.add('earlier', this.#questions.names[asked.at(at)]!);
        // Without times on both sides the later one in the file counts.
        if (before === undefined || !(this.#times.at(before) > this.#times.at(at))) last.set(key, at);
      }
      // Places that were read already are free.
      for (const at of last.values()) ordered[kept++] = at;
    }
    this.#times.clear();
    return ordered.subarray(0, kept);
  }
}

/** Labels in one piece of times. */
const PIECE = 1 << 16;

/** Times of labels in ms, in pieces; a piece without any time takes no memory. */
class Times {
  #pieces: (Float64Array | undefined)[] = [];

  set(i: number, time: number): void {
    if (Number.isNaN(time)) return;
    const piece = (this.#pieces[i >>> 16] ??= new Float64Array(PIECE).fill(NaN));
    piece[i & (PIECE - 1)] = time;
  }

  at(i: number): number {
    return this.#pieces[i >>> 16]?.[i & (PIECE - 1)] ?? NaN;
  }

  clear(): void {
    this.#pieces = [];
  }
}

/** Names numbered in the order of first appearance. */
class Places {
  readonly names: string[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.names.length;
  }

  of(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

function timeOf(at: string | number | null): number {
  if (at === null) return NaN;
  return typeof at === 'number' ? at : momentOf(at);
}

function tally(places: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const place of places) counts[place]! += 1;
  return counts;
}

/** Marks the judge if a person has the same name. */
function distinctNames<Rater extends { name: string; kind: string }>(raters: readonly Rater[]): Rater[] {
  const people = new Set(raters.flatMap(({ name, kind }) => (kind === 'person' ? [name] : [])));
  return raters.map((one) =>
    one.kind === 'judge' && people.has(one.name) ? { ...one, name: `${one.name} (judge)` } : one
  );
}
