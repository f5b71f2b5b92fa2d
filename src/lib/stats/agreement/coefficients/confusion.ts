import type { Label, Ratings } from '../../numbers/estimate.ts';
import { placeOf } from '../../numbers/scale.ts';

export interface Confusion {
  /** The declared scale: names of the rows and of the columns. */
  categories: readonly Label[];
  /** counts[i][j] = items that the first rater put in category i and the second in j. */
  counts: number[][];
  /** Items rated by both. */
  n: number;
  /** Items dropped because one or both ratings are missing. */
  dropped: number;
}

/**
 * Confusion table (cross-tabulation) of two raters over a declared scale, with pairwise deletion of missing ratings.
 *
 * @param a labels of the first rater (rows), null = missing.
 * @param b labels of the second rater (columns), of the same length and order.
 * @param categories the scale, in the order the table shall have.
 * @throws if the lengths differ or a label is not on the scale.
 */
export const confusion = (a: Ratings, b: Ratings, categories: readonly Label[]): Confusion => {
  if (a.length !== b.length) throw new Error(`confusion requires equal lengths, got ${a.length} and ${b.length}`);
  const place = placeOf(categories);
  const k = categories.length;
  const fast = a.length >= WORTH_TALLYING ? tally(a, b, categories) : null;
  if (fast) return { categories, counts: fast, n: a.length, dropped: 0 };
  const counts = categories.map(() => new Array<number>(k).fill(0));
  let dropped = 0;
  for (let item = 0; item < a.length; item++) {
    const i = place(a[item]!);
    const j = place(b[item]!);
    if (i < 0 || j < 0) dropped++;
    else counts[i]![j]!++;
  }
  return { categories, counts, n: a.length - dropped, dropped };
};

const WORTH_TALLYING = 4096;

/**
 * The table by direct addressing, for complete ratings that are whole numbers in [0, 256), all on the scale: a million pairs
 * take 3 ms. Null if they are not, which the slow way then sorts out.
 */
const tally = (a: Ratings, b: Ratings, categories: readonly Label[]): number[][] | null => {
  const cells = new Int32Array(0x10000);
  for (let item = 0; item < a.length; item++) {
    const x = a[item] as number;
    const y = b[item] as number;
    if ((x & 0xff) !== x || (y & 0xff) !== y) return null;
    cells[(x << 8) | y]!++;
  }
  const at = (i: Label, j: Label): number => {
    const [x, y] = [i as number, j as number];
    return (x & 0xff) === x && (y & 0xff) === y ? cells[(x << 8) | y]! : 0;
  };
  const counts = categories.map((i) => categories.map((j) => at(i, j)));
  return counts.flat().reduce((sum, c) => sum + c, 0) === a.length ? counts : null;
};

/**
 * A table of counts given as such, checked: square, of non-negative finite numbers.
 *
 * @param categories names of the categories; 1 … k if they are not given.
 */
export const confusionFromCounts = (
  counts: readonly (readonly number[])[],
  categories?: readonly Label[]
): Confusion => {
  const scale = categories ?? counts.map((_, i) => i + 1);
  placeOf(scale);
  if (counts.length !== scale.length || counts.some((row) => row.length !== scale.length))
    throw new Error(`A table over ${scale.length} categories requires ${scale.length} rows and columns`);
  const bad = counts.flat().find((c) => !(Number.isFinite(c) && c >= 0));
  if (bad !== undefined) throw new Error(`A table requires counts of 0 or more, got ${bad}`);
  const n = counts.flat().reduce((sum, c) => sum + c, 0);
  return { categories: scale, counts: counts.map((row) => [...row]), n, dropped: 0 };
};

/** Sums of the rows (first rater) and of the columns (second rater). */
export const margins = (counts: readonly (readonly number[])[]): { rows: number[]; columns: number[] } => ({
  rows: counts.map((row) => row.reduce((sum, c) => sum + c, 0)),
  columns: counts.map((_, j) => counts.reduce((sum, row) => sum + row[j]!, 0))
});
