import type { Estimate, Interval, Jackknife } from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';

/** One number of a statistic, with what it rests on. */
export interface PrintedFigure {
  statistic: string;
  /** Names of the raters it is about, first the one taken as the truth if there is one. */
  raters: string[];
  /** Which number of several the statistic gives. */
  part: string | null;
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  /** Items it rests on, and those left out because a rating is missing. */
  n: number;
  dropped: number;
  interval: Interval | null;
  /** How the interval was had, or why there is none. */
  intervalBy: string | null;
  clusters: number | null;
  p: number | null;
}

/** A statistic of the catalogue, with its requirements and its figures. */
export interface Statistic {
  name: string;
  title: string;
  /**
   * Requirements beside ratings: categories (no interval scale), declared categories (weights also count those that
   * no rater used), numbers, numbers from 0 to 1, two labels of which one is positive, a rater taken as the truth, judges and
   * people told apart.
   */
  needs: readonly StatisticNeed[];
  figures(ratings: RatingTable): Omit<PrintedFigure, 'statistic'>[];
}

export type StatisticNeed =
  | 'categories'
  | 'declared'
  | 'numbers'
  | 'unit'
  | 'preferences'
  | 'positive'
  | 'hits'
  | 'reference'
  | 'judges';

export type FigurePart = Partial<Omit<PrintedFigure, 'statistic' | 'value' | 'reason' | 'raters'>>;

/** A figure from an estimate; what is not told is not known. */
export const printedFigure = (
  raters: readonly string[],
  estimate: Estimate,
  part: FigurePart & { n: number }
): Omit<PrintedFigure, 'statistic'> => ({
  raters: [...raters],
  part: null,
  value: estimate.value,
  reason: estimate.value === null ? estimate.reason : null,
  dropped: 0,
  interval: null,
  intervalBy: null,
  clusters: null,
  p: null,
  ...part
});

/** The interval of a coefficient, or why there is none. */
export const jackknifed = (
  found: Jackknife,
  ratings: RatingTable
): Pick<PrintedFigure, 'interval' | 'intervalBy' | 'clusters'> => ({
  interval: found.interval,
  intervalBy: found.interval
    ? `jackknife of ${ratings.clusters ? 'clusters' : 'items'}`
    : (found.intervalReason ?? null),
  clusters: ratings.clusters ? found.clusters : null
});

/** Every two raters; with a reference, it and each other rater. */
export const raterPairs = ({ raters, reference }: RatingTable): [number, number][] =>
  reference === null
    ? raters.flatMap((_, a) => raters.slice(a + 1).map((__, i): [number, number] => [a, a + 1 + i]))
    : raters.flatMap((_, b): [number, number][] => (b === reference ? [] : [[reference, b]]));
