import { measurements } from './complete-pairs.ts';
import { sortOrder } from './sort-order.ts';

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
  const order = sortOrder(x);
  const ranks = new Float64Array(x.length);
  for (let start = 0; start < order.length;) {
    const value = x[order[start]!]!;
    let end = start + 1;
    while (end < order.length && x[order[end]!] === value) end++;
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
