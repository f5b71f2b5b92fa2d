import type { Bootstrap } from './bootstrap.ts';
import type { Interval } from '../numbers/estimate.ts';

/**
 * Basic (reverse percentile) bootstrap interval: 2θ̂ − the percentile ends, the upper one first.
 *
 * May leave the range of the statistic (a κ above 1), which is why the percentile interval is the default.
 *
 * @returns null if the bootstrap has no percentile interval.
 * Source: Davison and Hinkley 1997, section 5.2.
 */
export const basicInterval = (bootstrap: Bootstrap): Interval | null =>
  bootstrap.value === null || bootstrap.interval === null
    ? null
    : [2 * bootstrap.value - bootstrap.interval[1], 2 * bootstrap.value - bootstrap.interval[0]];
