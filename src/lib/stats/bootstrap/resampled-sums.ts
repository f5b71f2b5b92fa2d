import { poissonTable, type PoissonTable } from '../distributions/poisson-table.ts';
import type { Random } from '../numbers/rng.ts';

/** Below this many clusters they are drawn one by one; above, counts of equal tables are drawn. */
const WORTH_COUNTING = 1024;
/** How many standard deviations the Poisson total stays below the number of draws. */
const MARGIN = 4;
/** Two cells share one double: the second one counts in units of 2²⁶. */
const UNIT = 2 ** 26;
const ABREAST = 4;

/**
 * A function that draws as many tables as there are, at random with replacement, and returns the sum of their cells (in an
 * array it reuses).
 *
 * Equal tables are merged. How often each is drawn is multinomial, and it is had as independent Poisson numbers: given their
 * total N, they are multinomial with N draws, and the draws missing to the full number are made one by one. (The Poisson
 * means are set so low that N rarely exceeds that number; then all is drawn again, which does not change the
 * distribution.) Cost: one random word and a row of multiplications per distinct table.
 *
 * @param tables cells of table after table. @param size cells per table.
 */
export const resampledSums = (tables: Uint32Array, size: number, random: Random): (() => Float64Array) => {
  const count = tables.length / size;
  const groups = mergeEqual(tables, size);
  const largest = tables.reduce((max, c) => Math.max(max, c), 0);
  const pairs = largest * count < UNIT;
  const stride = Math.ceil(size / (pairs ? 2 : 1) / ABREAST) * ABREAST;
  const rows = new Float64Array(groups.length * stride);
  for (const [g, { first }] of groups.entries())
    for (let c = 0; c < size; c++) {
      const cell = tables[first * size + c]!;
      if (pairs) rows[g * stride + (c >> 1)]! += c % 2 === 0 ? cell : cell * UNIT;
      else rows[g * stride + c] = cell;
    }
  const groupOf = new Uint32Array(count);
  let member = 0;
  for (const [g, { times }] of groups.entries()) groupOf.fill(g, member, (member += times));

  const share = count < WORTH_COUNTING ? 0 : 1 - MARGIN / Math.sqrt(count);
  const drawCounts = share > 0 ? poissonCounts(groups, share, random) : () => 0;
  const times = new Float64Array(groups.length);
  const single = new Uint32Array(count);
  const packed = new Float64Array(stride);
  const sum = new Float64Array(size);
  return () => {
    let drawn = drawCounts(times);
    while (drawn > count) drawn = drawCounts(times);
    if (drawn === 0) times.fill(0);
    const rest = single.subarray(0, count - drawn);
    random.fillBelow(rest, count);
    for (let i = 0; i < rest.length; i++) times[groupOf[rest[i]!]!]!++;
    weightedSum(rows, times, stride, packed);
    for (let c = 0; c < size; c++) {
      const word = pairs ? packed[c >> 1]! : packed[c]!;
      const high = pairs ? Math.floor(word / UNIT) : 0;
      sum[c] = c % 2 === 1 && pairs ? high : word - high * UNIT;
    }
    return sum;
  };
};

interface Group {
  /** Number of the first of the equal tables, and how many they are. */
  first: number;
  times: number;
}

/** Groups of equal tables, the same sizes next to each other. */
const mergeEqual = (tables: Uint32Array, size: number): Group[] => {
  const groups = new Map<string, Group>();
  for (let t = 0; t < tables.length / size; t++) {
    const key = tables.subarray(t * size, (t + 1) * size).join();
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { first: t, times: 1 });
  }
  return [...groups.values()].sort((a, b) => a.times - b.times);
};

/** Draws a Poisson number of mean share · times for each group into `out` and returns their total. */
const poissonCounts = (groups: Group[], share: number, random: Random): ((out: Float64Array) => number) => {
  const runs: { end: number; table: PoissonTable }[] = [];
  for (const [g, { times }] of groups.entries())
    if (g > 0 && times === groups[g - 1]!.times) runs[runs.length - 1]!.end = g + 1;
    else runs.push({ end: g + 1, table: poissonTable(share * times) });
  const words = new Uint32Array(groups.length);
  return (out) => {
    random.fillU32(words);
    let total = 0;
    let g = 0;
    for (const { end, table } of runs) {
      const { start, upTo, shift } = table;
      for (; g < end; g++) {
        const u = words[g]!;
        let m = start[u >>> shift]!;
        while (u > upTo[m]!) m++;
        out[g] = m;
        total += m;
      }
    }
    return total;
  };
};

/** Σ times · row, four columns at a time. */
const weightedSum = (rows: Float64Array, times: Float64Array, stride: number, out: Float64Array): void => {
  for (let w = 0; w < stride; w += ABREAST) {
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let g = 0, at = w; g < times.length; g++, at += stride) {
      const m = times[g]!;
      s0 += m * rows[at]!;
      s1 += m * rows[at + 1]!;
      s2 += m * rows[at + 2]!;
      s3 += m * rows[at + 3]!;
    }
    out[w] = s0;
    out[w + 1] = s1;
    out[w + 2] = s2;
    out[w + 3] = s3;
  }
};
