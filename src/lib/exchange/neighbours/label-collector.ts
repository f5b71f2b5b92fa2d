import { LONGEST_LABEL, type ForeignLabel, type NotTaken } from './readers/foreign-label.ts';

/** Labels of a file, each as four numbers: the places of its item, rater, question and value. */
export interface CollectedLabels {
  items: readonly string[];
  /** Values of each field, by item. */
  about: ReadonlyMap<string, readonly (string | undefined)[]>;
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
  #rows = new Uint32Array(4 * 1024);
  #times = new Float64Array(1024);
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
    if (this.#count === this.#times.length) this.#grow();
    this.#rows.set([place, raterPlace, this.#questions.of(question), this.#values.of(value)], 4 * this.#count);
    this.#times[this.#count] = timeOf(at);
    this.#count += 1;
  }

  #tell(field: string, item: number, value: string): void {
    const column = this.#about.get(field) ?? [];
    if (column.length === 0) this.#about.set(field, column);
    column[item] = value;
  }

  #grow(): void {
    const [rows, times] = [this.#rows, this.#times];
    this.#rows = new Uint32Array(2 * rows.length);
    this.#rows.set(rows);
    this.#times = new Float64Array(2 * times.length);
    this.#times.set(times);
  }

  finish(): CollectedLabels {
    const kept = this.#lastOfEach();
    const columns = [0, 1, 2, 3].map((column) => {
      const taken = new Uint32Array(kept.length);
      for (let i = 0; i < kept.length; i++) taken[i] = this.#rows[4 * kept[i]! + column]!;
      return taken;
    }) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    const [item, rater, question, value] = columns;
    const [ofRater, ofQuestion] = [tally(rater, this.#raters.size), tally(question, this.#questions.size)];
    return {
      items: this.#items.names,
      about: this.#about,
      raters: distinctNames(this.#raterNames).map((one, i) => ({ ...one, labels: ofRater[i]! })),
      questions: this.#questions.names.map((name, i) => ({ name, labels: ofQuestion[i]! })),
      values: this.#values.names,
      labels: { item, rater, question, value, count: kept.length }
    };
  }

  /** Places of the labels that count, item by item. */
  #lastOfEach(): Uint32Array {
    const starts = tally(this.#column(0), this.#items.size + 1);
    for (let i = 0, sum = 0; i < starts.length; i++) [starts[i], sum] = [sum, sum + starts[i]!];
    const ordered = new Uint32Array(this.#count);
    for (let i = 0; i < this.#count; i++) ordered[starts[this.#rows[4 * i]!]!++] = i;
    const questions = this.#questions.size;
    const kept: number[] = [];
    for (let from = 0; from < ordered.length;) {
      const item = this.#rows[4 * ordered[from]!]!;
      const last = new Map<number, number>();
      for (; from < ordered.length && this.#rows[4 * ordered[from]!] === item; from++) {
        const at = ordered[from]!;
        const key = this.#rows[4 * at + 1]! * questions + this.#rows[4 * at + 2]!;
        const before = last.get(key);
        if (before !== undefined) this.#notTaken.add('earlier', this.#questions.names[this.#rows[4 * at + 2]!]!);
        // Without times on both sides the later one in the file counts.
        if (before === undefined || !(this.#times[before]! > this.#times[at]!)) last.set(key, at);
      }
      for (const at of last.values()) kept.push(at);
    }
    return Uint32Array.from(kept);
  }

  #column(which: number): Uint32Array {
    const column = new Uint32Array(this.#count);
    for (let i = 0; i < this.#count; i++) column[i] = this.#rows[4 * i + which]!;
    return column;
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
  return typeof at === 'number' ? at : Date.parse(at);
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
