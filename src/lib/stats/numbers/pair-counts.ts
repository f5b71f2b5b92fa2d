import { orderKeys, sortByKey } from './sort-order.ts';

/** How x and y order the n(n − 1)/2 pairs of items. The five kinds add up to all pairs. */
export interface PairCounts {
  n: number;
  concordant: number;
  discordant: number;
  /** Tied on x but not on y. */
  tiesX: number;
  /** Tied on y but not on x. */
  tiesY: number;
  tiesBoth: number;
  groupsX: TieSums;
  groupsY: TieSums;
}

/** Sums over the groups of t items with the same value. */
export interface TieSums {
  distinct: number;
  /** Σ t(t − 1) */
  pairs: number;
  /** Σ t(t − 1)(t − 2) */
  triples: number;
  /** Σ t(t − 1)(2t + 5) */
  spread: number;
}

const addGroup = (sums: TieSums, t: number): TieSums => {
  sums.distinct++;
  sums.pairs += t * (t - 1);
  sums.triples += t * (t - 1) * (t - 2);
  sums.spread += t * (t - 1) * (2 * t + 5);
  return sums;
};

const noGroups = (): TieSums => ({ distinct: 0, pairs: 0, triples: 0, spread: 0 });

const WIDEST_TABLE = 64;

/** Pair counts of complete data, by Knight's merge count; by way of a table if both are small integers. */
export const pairCounts = (x: Float64Array, y: Float64Array): PairCounts => {
  const table = smallTable(x, y);
  if (table) return pairCountsFromTable(table);
  const n = x.length;
  const [keysY, alongX] = sortByKey(orderKeys(y), orderKeys(x));
  const [keysX, alongY] = sortByKey(alongX, keysY);
  let tiesBoth = 0;
  let run = 0;
  for (let i = 1; i < n; i++) {
    run = keysX[i] === keysX[i - 1] && alongY[i] === alongY[i - 1] ? run + 1 : 0;
    tiesBoth += run;
  }
  const { inversions, sorted } = countInversions(new Int32Array(alongY.buffer));
  return fromDiscordant(n, inversions, tiesBoth, runLengths(new Int32Array(keysX.buffer)), runLengths(sorted));
};

const runLengths = (sorted: Int32Array): TieSums => {
  const sums = noGroups();
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    addGroup(sums, end - start);
    start = end;
  }
  return sums;
};

/** Pair counts of a table of counts with ascending rows (x) and columns (y), by suffix sums. */
export const pairCountsFromTable = (counts: readonly (readonly number[])[]): PairCounts => {
  const rows = counts.map((row) => row.reduce((sum, c) => sum + c, 0));
  const width = counts[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, j) => counts.reduce((sum, row) => sum + row[j]!, 0));
  const n = rows.reduce((sum, r) => sum + r, 0);
  const above = new Float64Array(width);
  let discordant = 0;
  for (const row of counts) {
    let right = 0;
    for (let j = width - 1; j >= 0; j--) {
      discordant += row[j]! * right;
      right += above[j]!;
    }
    for (let j = 0; j < width; j++) above[j]! += row[j]!;
  }
  const used = (sizes: number[]): TieSums => sizes.filter((size) => size > 0).reduce(addGroup, noGroups());
  return fromDiscordant(
    n,
    discordant,
    counts.flat().reduce((sum, t) => sum + (t * (t - 1)) / 2, 0),
    used(rows),
    used(columns)
  );
};

const fromDiscordant = (
  n: number,
  discordant: number,
  tiesBoth: number,
  groupsX: TieSums,
  groupsY: TieSums
): PairCounts => {
  const tiesX = groupsX.pairs / 2 - tiesBoth;
  const tiesY = groupsY.pairs / 2 - tiesBoth;
  const concordant = (n * Math.max(0, n - 1)) / 2 - discordant - tiesX - tiesY - tiesBoth;
  return { n, concordant, discordant, tiesX, tiesY, tiesBoth, groupsX, groupsY };
};

/** The table of x by y if both are integers of small range, else null. */
const smallTable = (x: Float64Array, y: Float64Array): number[][] | null => {
  const rangeX = smallRange(x);
  const rangeY = rangeX && smallRange(y);
  if (!rangeX || !rangeY) return null;
  const cells = new Float64Array(rangeX.width * rangeY.width);
  for (let i = 0; i < x.length; i++) cells[(x[i]! - rangeX.low) * rangeY.width + (y[i]! - rangeY.low)]!++;
  return Array.from({ length: rangeX.width }, (_, i) =>
    Array.from(cells.subarray(i * rangeY.width, (i + 1) * rangeY.width))
  );
};

const smallRange = (values: Float64Array): { low: number; width: number } | null => {
  if (values.length === 0) return null;
  let low = values[0]!;
  let high = low;
  for (let i = 0; i < values.length; i++) {
    const v = values[i]!;
    if (!Number.isInteger(v)) return null;
    if (v < low) low = v;
    if (v > high) high = v;
    if (high - low >= WIDEST_TABLE) return null;
  }
  return { low, width: high - low + 1 };
};

const RUN = 4;

/**
 * Number of pairs i < j with values[i] > values[j], and the values in order. Insertion sort on short runs, then bottom-up
 * merging; n log n.
 *
 * @param values whole numbers in [0, 2³¹); the array is given away.
 */
export const countInversions = (values: Int32Array): { inversions: number; sorted: Int32Array } => {
  const n = values.length;
  let inversions = 0;
  for (let start = 0; start < n; start += RUN) {
    const end = Math.min(start + RUN, n);
    for (let i = start + 1; i < end; i++) {
      const value = values[i]!;
      let j = i - 1;
      while (j >= start && values[j]! > value) {
        values[j + 1] = values[j]!;
        j--;
      }
      inversions += i - 1 - j;
      values[j + 1] = value;
    }
  }
  let from = values;
  let to: Int32Array = new Int32Array(n);
  for (let width = RUN; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width)
      inversions += merge(from, to, low, Math.min(low + width, n), Math.min(low + 2 * width, n));
    [from, to] = [to, from];
  }
  return { inversions, sorted: from };
};

/** The step is written without a branch on the data, which no processor could predict: it is three times as fast. */
const merge = (from: Int32Array, to: Int32Array, low: number, middle: number, high: number): number => {
  let inversions = 0;
  let left = low | 0;
  let right = middle | 0;
  let out = low | 0;
  while (left < middle && right < high) {
    const a = from[left]!;
    const gap = (from[right]! - a) | 0;
    const smaller = gap >> 31;
    to[out] = a + (gap & smaller);
    inversions += (middle - left) & smaller;
    right -= smaller;
    left += 1 + smaller;
    out++;
  }
  while (left < middle) to[out++] = from[left++]!;
  while (right < high) to[out++] = from[right++]!;
  return inversions;
};
