import { countInversions } from './inversions.ts';
import { sortOrder } from './sort-order.ts';

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
  /** Numbers of items per distinct value of x and of y, in ascending order of the value. */
  groupsX: number[];
  groupsY: number[];
}

const pairsWithin = (groups: readonly number[]): number => groups.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0);

const WIDEST_TABLE = 64;

/** Pair counts of complete data, by Knight's merge count; by way of a table where both are small integers. */
export const pairCounts = (x: Float64Array, y: Float64Array): PairCounts => {
  const table = smallTable(x, y);
  if (table) return pairCountsFromTable(table);
  const n = x.length;
  const byY = sortOrder(y);
  const groupsY: number[] = [];
  const rankY = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    if (i > 0 && y[byY[i]!] === y[byY[i - 1]!]) groupsY[groupsY.length - 1]!++;
    else groupsY.push(1);
    rankY[byY[i]!] = groupsY.length - 1;
  }
  const order = sortOrder(x, byY);
  const sequence = new Int32Array(n);
  const groupsX: number[] = [];
  let tiesBoth = 0;
  let run = 0;
  for (let i = 0; i < n; i++) {
    const item = order[i]!;
    sequence[i] = rankY[item]!;
    const sameX = i > 0 && x[item] === x[order[i - 1]!];
    if (sameX) groupsX[groupsX.length - 1]!++;
    else groupsX.push(1);
    run = sameX && sequence[i] === sequence[i - 1] ? run + 1 : 0;
    tiesBoth += run;
  }
  return fromDiscordant(n, countInversions(sequence), tiesBoth, groupsX, groupsY);
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
  const used = (sizes: number[]): number[] => sizes.filter((size) => size > 0);
  return fromDiscordant(n, discordant, pairsWithin(counts.flat()), used(rows), used(columns));
};

const fromDiscordant = (
  n: number,
  discordant: number,
  tiesBoth: number,
  groupsX: number[],
  groupsY: number[]
): PairCounts => {
  const tiesX = pairsWithin(groupsX) - tiesBoth;
  const tiesY = pairsWithin(groupsY) - tiesBoth;
  const concordant = (n * (n - 1)) / 2 - discordant - tiesX - tiesY - tiesBoth;
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
