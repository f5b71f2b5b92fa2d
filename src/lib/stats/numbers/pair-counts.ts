import { countInversions } from './inversions.ts';
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

/** Pair counts of complete data, by Knight's merge count; by way of a table where both are small integers. */
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

/** The table of x by y where both are integers of small range, else null. */
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
