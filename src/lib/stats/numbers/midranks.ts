import { measurements } from './complete-pairs.ts';
import { orderKeys, sortByKey } from './sort-order.ts';

/**
 * Midranks: ranks 1 … n, where equal values share the mean of the ranks they take up.
 *
 * The ranks on which Spearman's ρ, Wilcoxon's test and Kendall's W stand; under ties nothing else keeps their formulas
 * valid. [10, 20, 20, 30] has midranks [1, 2.5, 2.5, 4].
 *
 * @param values finite numbers.
 * @throws if a value is not finite.
 */
export const midranks = (values: ArrayLike<number>): Float64Array => {
  const x = values instanceof Float64Array ? values : measurements('midranks', values);
  const keys = orderKeys(x);
  const largest = keys.reduce((max, key) => (key > max ? key : max), 0);
  return largest < MOST_BUCKETS_PER_VALUE * x.length + 1024 ? byCounting(keys, largest) : bySorting(keys);
};

const MOST_BUCKETS_PER_VALUE = 4;

/** Where keys are dense, the values below one are a running total of counts. */
const byCounting = (keys: Uint32Array, largest: number): Float64Array => {
  const counts = new Uint32Array(largest + 1);
  for (let i = 0; i < keys.length; i++) counts[keys[i]!]!++;
  const rank = new Float64Array(largest + 1);
  let below = 0;
  for (let key = 0; key <= largest; key++) {
    rank[key] = below + (counts[key]! + 1) / 2;
    below += counts[key]!;
  }
  const ranks = new Float64Array(keys.length);
  for (let i = 0; i < keys.length; i++) ranks[i] = rank[keys[i]!]!;
  return ranks;
};

const bySorting = (keys: Uint32Array): Float64Array => {
  const n = keys.length;
  const items = new Uint32Array(n);
  for (let i = 0; i < n; i++) items[i] = i;
  const [sorted, order] = sortByKey(keys, items);
  const ranks = new Float64Array(n);
  for (let start = 0; start < n;) {
    let end = start + 1;
    while (end < n && sorted[end] === sorted[start]) end++;
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
};

/** Sizes of the groups of equal values (1 for a value that stands alone), in ascending order of value. */
export const tieGroups = (values: ArrayLike<number>): number[] => {
  const sorted = Float64Array.from(values).sort();
  const sizes: number[] = [];
  for (let i = 0; i < sorted.length; i++)
    if (i > 0 && sorted[i] === sorted[i - 1]) sizes[sizes.length - 1]!++;
    else sizes.push(1);
  return sizes;
};
