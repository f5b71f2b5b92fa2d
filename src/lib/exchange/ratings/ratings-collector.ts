import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { ProblemList } from '../format/problem-list.ts';

const say = sayingsOf('importProblems');

export type RatingsLayout = 'long' | 'wide';

/** Ratings as they stand in a file, column by column, labels still as texts. */
export interface RatingsTable {
  layout: RatingsLayout;
  /** Items and raters in the order of first appearance. */
  items: string[];
  raters: string[];
  /** The cluster of each item; null where the file has no clusters. */
  clusters: string[] | null;
  /** What further columns say of each item, by column. */
  about: Record<string, string[]>;
  /** One entry per rating that was given: number of item and rater, label, and the row it stands in. */
  ratings: { item: number[]; rater: number[]; label: string[]; row: number[] };
  /** Cells that were empty or said so. */
  missing: number;
  /** What the file calls the column of labels; null where each rater has one. */
  labelColumn?: string | null;
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
  /** Rater and row of the first ratings of each item, one after another: a map of all ratings takes several times the memory. */
  readonly #seen: number[][] = [];
  /** Rows of further ratings, by item · 2²⁰ + rater: a long list would be slow to search. */
  readonly #further = new Map<number, number>();

  constructor(
    layout: RatingsLayout,
    raters: readonly string[],
    names: { item?: string; rater?: string; label?: string; cluster?: string },
    problems: ProblemList,
    about: readonly string[] = []
  ) {
    this.#names = names;
    this.#problems = problems;
    this.#table = {
      ...{ layout, items: [], raters: [], clusters: names.cluster === undefined ? null : [], missing: 0 },
      about: Object.fromEntries(about.map((name) => [name, []])),
      ratings: { item: [], rater: [], label: [], row: [] },
      labelColumn: layout === 'long' ? (names.label ?? 'label') : null
    };
    for (const name of raters) this.#rater(name);
  }

  /** Number of the item; null where the row is unusable. */
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

  /** What a further column says of an item: the same in all its rows. */
  about(item: number, column: string, text: string, row: number): void {
    const told = this.#table.about[column]!;
    const before = told[item];
    if (before === undefined) told[item] = text;
    else if (before !== text)
      this.#complain(row, column, say('valueDiffers', { item: this.#table.items[item] ?? '', value: before }), text);
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
      const seen = (this.#seen[item] ??= []);
      const before = rowOf(seen, rater) ?? this.#further.get(key);
      if (before !== undefined) {
        this.#complain(
          row,
          this.#names.rater!,
          say('ratedTwice', { rater: raterName, item: items[item] ?? '', row: before }),
          raterName
        );
        return;
      }
      if (seen.length < 2 * MOST_LISTED) seen.push(rater, row);
      else this.#further.set(key, row);
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
    if (!this.#problems.any && this.#table.items.length === 0) this.#problems.add(null, 'file', say('noRatings'));
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

/** The row beside a rater in a list of raters and rows. */
function rowOf(seen: readonly number[], rater: number): number | undefined {
  for (let at = 0; at < seen.length; at += 2) if (seen[at] === rater) return seen[at + 1]!;
  return undefined;
}
