import { summarise, type Bootstrap, type BootstrapOptions } from './bootstrap.ts';
import { drawBinomial } from './distributions/binomial-draw.ts';
import { defined, undefinedBecause, type UndefinedReason } from './estimate.ts';

const DRAWS_PER_REPLICATE = 20;

/**
 * Bootstrap of a statistic of a table of counts, with independent items.
 *
 * Resampling n items with replacement and tabulating them is one draw from the multinomial distribution over the cells, so
 * the cost does not depend on n. Distributed as `bootstrap` over the items, but not the same numbers for the same seed.
 * Items that nest in queries are not independent: `clusterBootstrapTable` is the default for them.
 *
 * @param cells counts, in any order (a k × k table row by row).
 * @param statistic of such counts; null where undefined. The array is reused: read it, do not keep it.
 * @returns as `bootstrap`.
 * @throws if a count is not a non-negative integer.
 */
export const bootstrapTable = (
  cells: ArrayLike<number>,
  statistic: (cells: Float64Array) => number | null,
  { random, replicates = 2000, confidence = 0.95 }: BootstrapOptions,
  reasonIfUndefined: UndefinedReason = 'zero-denominator'
): Bootstrap => {
  const counts = Float64Array.from(cells);
  const bad = counts.find((c) => !(Number.isSafeInteger(c) && c >= 0));
  if (bad !== undefined) throw new Error(`bootstrapTable requires whole counts, got ${bad}`);
  if (!(Number.isInteger(replicates) && replicates >= 1))
    throw new Error(`bootstrapTable requires a positive number of replicates, got ${replicates}`);
  const none = { interval: null, confidence, replicates: new Float64Array(0), mean: null, se: null, redrawn: 0 };
  const n = counts.reduce((sum, c) => sum + c, 0);
  const estimate = n === 0 ? null : statistic(counts.slice());
  if (estimate === null) {
    const reason = n === 0 ? 'n=0' : reasonIfUndefined;
    return { ...undefinedBecause(reason), ...none, intervalReason: reason };
  }
  const used = Array.from(counts.keys()).filter((i) => counts[i]! > 0);
  const values = new Float64Array(replicates);
  const drawn = new Float64Array(counts.length);
  let redrawn = 0;
  for (let filled = 0; filled < replicates;) {
    let items = n;
    let mass = n;
    for (const i of used) {
      const draw = mass <= counts[i]! ? items : drawBinomial(items, counts[i]! / mass, random);
      drawn[i] = draw;
      items -= draw;
      mass -= counts[i]!;
    }
    const value = statistic(drawn);
    if (value !== null) values[filled++] = value;
    else if (++redrawn > replicates * (DRAWS_PER_REPLICATE - 1))
      return { ...defined(estimate), ...none, redrawn, intervalReason: 'undefined-replicates' };
  }
  return { ...defined(estimate), ...summarise(values, confidence), redrawn };
};
