import { resample, type Bootstrap, type BootstrapOptions } from './bootstrap.ts';
import { drawBinomial } from '../distributions/binomial-draw.ts';
import type { UndefinedReason } from '../numbers/estimate.ts';

/**
 * Bootstrap of a statistic of a table of counts, with independent items.
 *
 * Resampling n items with replacement and tabulating them is one draw from the multinomial distribution over the cells, so
 * the cost does not depend on n. Distributed as `bootstrap` over the items, but not the same numbers for the same seed.
 * Items that nest in queries are not independent: `clusterBootstrapTable` is the default for them.
 *
 * @param cells counts, in any order (a k × k table row by row).
 * @param statistic of such counts; null if undefined. The array is reused: read it, do not keep it.
 * @returns as `bootstrap`.
 * @throws if a count is not a non-negative integer.
 */
export const bootstrapTable = (
  cells: ArrayLike<number>,
  statistic: (cells: Float64Array) => number | null,
  options: BootstrapOptions,
  reasonIfUndefined: UndefinedReason = 'zero-denominator'
): Bootstrap => {
  const counts = Float64Array.from(cells);
  const bad = counts.find((c) => !(Number.isSafeInteger(c) && c >= 0));
  if (bad !== undefined) throw new Error(`bootstrapTable requires whole counts, got ${bad}`);
  const n = counts.reduce((sum, c) => sum + c, 0);
  const used = Array.from(counts.keys()).filter((i) => counts[i]! > 0);
  const drawn = new Float64Array(counts.length);
  const draw = (): number | null => {
    let items = n;
    let mass = n;
    for (const i of used) {
      drawn[i] = mass <= counts[i]! ? items : drawBinomial(items, counts[i]! / mass, options.random);
      items -= drawn[i]!;
      mass -= counts[i]!;
    }
    return statistic(drawn);
  };
  return n === 0
    ? resample(null, 'n=0', draw, options)
    : resample(statistic(counts.slice()), reasonIfUndefined, draw, options);
};
