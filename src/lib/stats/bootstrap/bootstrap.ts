import { undefinedBecause, defined, type Estimate, type Interval, type UndefinedReason } from '../numbers/estimate.ts';
import { quantileOfSorted } from '../numbers/quantile.ts';
import type { Random } from '../numbers/rng.ts';

/** A statistic of a resample, given the drawn unit numbers with repetition; null if it is undefined on them. */
export type Resampled = (drawn: Uint32Array) => number | null;

export interface BootstrapOptions {
  random: Random;
  /** Replicates wanted; default 2000. */
  replicates?: number;
  /** Default .95. */
  confidence?: number;
}

/** A bootstrap distribution and the percentile interval from it. */
export type Bootstrap = Estimate & {
  /** Percentile interval; null if the estimate or too many replicates are undefined. */
  interval: Interval | null;
  intervalReason?: UndefinedReason;
  confidence: number;
  /** The defined replicates in the order drawn. */
  replicates: Float64Array;
  /** Mean and standard deviation (n − 1) of the replicates; the latter is the bootstrap standard error. */
  mean: number | null;
  se: number | null;
  /** Resamples on which the statistic was undefined and which were drawn again. */
  redrawn: number;
};

const DRAWS_PER_REPLICATE = 20;

/**
 * Bootstrap of any statistic over n exchangeable units, with its percentile interval.
 *
 * Each replicate draws n unit numbers with replacement (`fillBelow`, so draw by draw the same as the generator's `below`)
 * and evaluates the statistic on them. A replicate on which it is undefined (a resample with a single category) is drawn
 * again and counted in `redrawn`; the interval is then conditional on the statistic being defined, which must be shown.
 * Interval: the α/2 and 1 − α/2 quantiles (type 7) of the replicates.
 *
 * @param n number of units (items, or clusters).
 * @param statistic of the drawn units, and of the original ones in order for the estimate.
 * @returns undefined as `n=0` without units, or for the statistic's own reason; without interval (`undefined-replicates`)
 *   when more than nineteen in twenty resamples are undefined.
 * @throws if the number of replicates is not a positive integer.
 * Source: Efron 1979; percentile method: Efron and Tibshirani 1993, chapter 13.
 */
export const bootstrap = (
  n: number,
  statistic: Resampled,
  options: BootstrapOptions,
  reasonIfUndefined: UndefinedReason = 'zero-denominator'
): Bootstrap => {
  if (n === 0) return resample(null, 'n=0', () => null, options);
  const drawn = new Uint32Array(n);
  const estimate = statistic(Uint32Array.from({ length: n }, (_, i) => i));
  const draw = (): number | null => {
    options.random.fillBelow(drawn, n);
    return statistic(drawn);
  };
  return resample(estimate, reasonIfUndefined, draw, options);
};

/**
 * The part that every bootstrap shares: takes replicates from `draw`, again if one is undefined, and sums them up.
 *
 * @param estimate the statistic of the data themselves, null if undefined for `reasonIfUndefined`.
 * @param withoutInterval why there can be no interval even so.
 */
export const resample = (
  estimate: number | null,
  reasonIfUndefined: UndefinedReason,
  draw: () => number | null,
  { replicates = 2000, confidence = 0.95 }: BootstrapOptions,
  withoutInterval?: UndefinedReason
): Bootstrap => {
  if (!(Number.isInteger(replicates) && replicates >= 1))
    throw new Error(`bootstrap requires a positive number of replicates, got ${replicates}`);
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`bootstrap requires a confidence between 0 and 1, got ${confidence}`);
  const none = { interval: null, confidence, replicates: new Float64Array(0), mean: null, se: null, redrawn: 0 };
  if (estimate === null) return { ...undefinedBecause(reasonIfUndefined), ...none, intervalReason: reasonIfUndefined };
  if (withoutInterval) return { ...defined(estimate), ...none, intervalReason: withoutInterval };
  const values = new Float64Array(replicates);
  let filled = 0;
  let redrawn = 0;
  while (filled < replicates) {
    const value = draw();
    if (value !== null) values[filled++] = value;
    else if (++redrawn > replicates * (DRAWS_PER_REPLICATE - 1))
      return { ...defined(estimate), ...none, redrawn, intervalReason: 'undefined-replicates' };
  }
  return { ...defined(estimate), ...summarise(values, confidence), redrawn };
};

/** Mean, standard error and percentile interval of a bootstrap distribution of at least one replicate. */
export const summarise = (
  values: Float64Array,
  confidence: number
): Pick<Bootstrap, 'interval' | 'confidence' | 'replicates' | 'mean' | 'se'> => {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  const sorted = values.slice().sort();
  const tail = (1 - confidence) / 2;
  return {
    interval: [quantileOfSorted(sorted, tail), quantileOfSorted(sorted, 1 - tail)],
    confidence,
    replicates: values,
    mean,
    se: values.length < 2 ? null : Math.sqrt(squares / (values.length - 1))
  };
};
