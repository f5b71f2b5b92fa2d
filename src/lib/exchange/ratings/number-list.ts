/** Numbers of one piece: a list that doubles holds up to three times what it needs while it grows. */
const PIECE = 1 << 16;
/** Numbers that the first piece has room for at first; it grows to a whole one, four times each, so that a short list is small. */
const FIRST = 1 << 8;

/** A growing list of whole numbers from 0 to 2³² − 1, at four bytes each. */
export class NumberList implements Iterable<number> {
  #pieces: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length % PIECE;
    if (at === 0) this.#pieces.push(new Uint32Array(this.#length === 0 ? FIRST : PIECE));
    else if (this.#length === this.#pieces[0]!.length) this.#growFirst();
    this.#pieces.at(-1)![at] = value;
    this.#length += 1;
  }

  #growFirst(): void {
    const grown = new Uint32Array(4 * this.#length);
    grown.set(this.#pieces[0]!);
    this.#pieces = [grown];
  }

  /** @param i below `length` */
  at(i: number): number {
    return this.#pieces[i >>> 16]![i & (PIECE - 1)]!;
  }

  /** @param i below `length` */
  set(i: number, value: number): void {
    this.#pieces[i >>> 16]![i & (PIECE - 1)] = value;
  }

  /** The values at some places, in their order; the list is empty afterwards. */
  moveTo(places: Uint32Array): Uint32Array {
    const moved = new Uint32Array(places.length);
    for (let i = 0; i < places.length; i++) moved[i] = this.at(places[i]!);
    this.#pieces = [];
    this.#length = 0;
    return moved;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let i = 0; i < this.#length; i++) yield this.at(i);
  }
}

/** A growing list of texts of which many are equal: each of them is held once. */
export class TextList implements Iterable<string> {
  readonly #known = new Map<string, number>();
  readonly #places = new NumberList();
  /** The texts once each, in the order of first appearance. */
  readonly distinct: string[] = [];

  get length(): number {
    return this.#places.length;
  }

  push(text: string): void {
    let place = this.#known.get(text);
    if (place === undefined) {
      place = this.distinct.push(text) - 1;
      this.#known.set(text, place);
    }
    this.#places.push(place);
  }

  at(i: number): string {
    return this.distinct[this.#places.at(i)]!;
  }

  /** The place of the text among `distinct`. */
  placeAt(i: number): number {
    return this.#places.at(i);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}

/** Numbers of the entries of a list in the order of their values, equal ones in the order of the list. @param size above all values */
export function orderByValue(values: NumberList, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < values.length; i++) starts[values.at(i)]! += 1;
  for (let i = 0, sum = 0; i < starts.length; i++) [starts[i], sum] = [sum, sum + starts[i]!];
  const ordered = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) ordered[starts[values.at(i)]!++] = i;
  return ordered;
}
