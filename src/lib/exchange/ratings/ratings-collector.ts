import type { AboutColumn } from './about-columns.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { ProblemList } from '../format/problem-list.ts';
import { NumberList, TextList } from './number-list.ts';

const say = sayingsOf('importProblems');

export type RatingsLayout = 'long' | 'wide';

/** Ratings as they stand in a file, column by column, labels still as texts. */
export interface RatingsTable {
  layout: RatingsLayout;
  /** Items and raters in the order of first appearance. */
  items: string[];
  raters: string[];
  /** The cluster of each item; null if the file has no clusters. */
  clusters: string[] | null;
  /** Values of further columns for each item, and the file's names for these columns. */
  about: Partial<Record<AboutColumn, string[]>>;
  aboutColumns: Partial<Record<AboutColumn, string>>;
  /** One entry per rating that was given: number of item and rater, label, and the row it stands in. */
  ratings: { item: NumberList; rater: NumberList; label: TextList; row: NumberList };
  /** Cells that were empty or said so. */
  missing: number;
  /** The file's name for the column of labels; null if each rater has one. */
  labelColumn?: string | null;
  /** The file's name for the column of clusters; null if it has none. */
  clusterColumn?: string | null;
}

/** Ratings of an item that are listed. */
const MOST_LISTED = 16;

/** Takes ratings one by one and complains of items without a name, in two clusters, or rated twice by one rater. */
export class RatingsCollector {
  readonly #table: RatingsTable;
  readonly #problems: ProblemList;
  readonly #names: { item?: string; rater?: string; label?: string; cluster?: string };
  readonly #items = new Map<string, number>();
  readonly #raters = new Map<string, number>();
  /** The first ratings of each item: a map of all ratings takes several times the memory. */
  readonly #seen = new FirstRatings();
  /** Rows of further ratings, by item · 2²⁰ + rater: a long list would be slow to search. */
  readonly #further = new Map<number, number>();

  constructor(
    layout: RatingsLayout,
    raters: readonly string[],
    names: { item?: string; rater?: string; label?: string; cluster?: string },
    problems: ProblemList,
    about: Partial<Record<AboutColumn, string>> = {}
  ) {
    this.#names = names;
    this.#problems = problems;
    this.#table = {
      ...{ layout, items: [], raters: [], clusters: names.cluster === undefined ? null : [], missing: 0 },
      ...{ about: Object.fromEntries(Object.keys(about).map((name) => [name, []])), aboutColumns: about },
      ratings: noRatings(),
      labelColumn: layout === 'long' ? (names.label ?? 'label') : null,
      clusterColumn: names.cluster ?? null
    };
    for (const name of raters) this.#rater(name);
  }

  /** Number of the item; null if the row is unusable. */
  item(name: string, cluster: string | null, row: number): number | null {
    const { items, clusters, layout } = this.#table;
    const column = this.#names.item ?? 'item';
    if (name === '') return this.#complain(row, column, say('itemMissing'));
    if (clusters && cluster === '') return this.#complain(row, this.#names.cluster ?? 'cluster', say('clusterMissing'));
    const known = this.#items.get(name);
    if (known === undefined) {
      this.#items.set(name, items.length);
      clusters?.push(cluster!);
      return items.push(name) - 1;
    }
    if (layout === 'wide') return this.#complain(row, column, say('itemTwice', { item: name }), name);
    if (clusters && clusters[known] !== cluster)
      return this.#complain(
        row,
        this.#names.cluster!,
        say('clusterDiffers', { item: name, cluster: clusters[known] ?? '' }),
        cluster!
      );
    return known;
  }

  /** Value of a further column for an item: the same in all its rows. */
  about(item: number, name: AboutColumn, text: string, row: number): void {
    const told = this.#table.about[name]!;
    const before = told[item];
    if (before === undefined) told[item] = text;
    else if (before !== text)
      this.#complain(
        row,
        this.#table.aboutColumns[name]!,
        say('valueDiffers', { item: this.#table.items[item] ?? '', value: before }),
        text
      );
  }

  /** A rating, or with null the remark that there is none. */
  rating(item: number, raterName: string, label: string | null, row: number): void {
    const { ratings, items, layout } = this.#table;
    if (raterName === '') {
      this.#complain(row, this.#names.rater ?? 'rater', say('raterMissing'));
      return;
    }
    const rater = this.#rater(raterName);
    if (layout === 'long') {
      const key = item * 2 ** 20 + rater;
      const before = this.#seen.rowOf(item, rater) ?? this.#further.get(key);
      if (before !== undefined) {
        this.#complain(
          row,
          this.#names.rater!,
          say('ratedTwice', { rater: raterName, item: items[item] ?? '', row: before }),
          raterName
        );
        return;
      }
      if (!this.#seen.add(item, rater, row)) this.#further.set(key, row);
    }
    if (label === null) {
      this.#table.missing++;
      return;
    }
    ratings.item.push(item);
    ratings.rater.push(rater);
    ratings.label.push(label);
    ratings.row.push(row);
  }

  finish(): RatingsTable {
    if (!this.#problems.any && this.#table.ratings.label.length === 0)
      this.#problems.add(null, 'file', say('noRatings'));
    return this.#table;
  }

  #rater(name: string): number {
    const known = this.#raters.get(name);
    if (known !== undefined) return known;
    this.#raters.set(name, this.#raters.size);
    return this.#table.raters.push(name) - 1;
  }

  #complain(row: number, column: string, reason: Saying, found?: string): null {
    this.#problems.add(row, column, reason, found);
    return null;
  }
}

/** Rater and row of the first ratings of each item, as one list in which each names the one before it. */
class FirstRatings {
  /** By item: one more than the place of its last rating in the list; 0 without one. */
  readonly #last = new NumberList();
  readonly #before = new NumberList();
  /** Rater · `MOST_LISTED` + ratings of the item before this one. */
  readonly #rater = new NumberList();
  readonly #row = new NumberList();

  rowOf(item: number, rater: number): number | undefined {
    for (let at = this.#lastOf(item); at > 0; at = this.#before.at(at - 1))
      if (Math.floor(this.#rater.at(at - 1) / MOST_LISTED) === rater) return this.#row.at(at - 1);
    return undefined;
  }

  /** @returns false if the item has as many as are listed */
  add(item: number, rater: number, row: number): boolean {
    while (this.#last.length <= item) this.#last.push(0);
    const last = this.#lastOf(item);
    const listed = last === 0 ? 0 : (this.#rater.at(last - 1) % MOST_LISTED) + 1;
    if (listed === MOST_LISTED) return false;
    this.#before.push(last);
    this.#rater.push(rater * MOST_LISTED + listed);
    this.#row.push(row);
    this.#last.set(item, this.#row.length);
    return true;
  }

  #lastOf = (item: number): number => (item < this.#last.length ? this.#last.at(item) : 0);
}

/** No ratings yet. */
export const noRatings = (): RatingsTable['ratings'] => ({
  ...{ item: new NumberList(), rater: new NumberList(), label: new TextList(), row: new NumberList() }
});
