import { ENOUGH_CLUSTERS, type Jackknife } from '../../../stats/index.ts';
import type { Aggregation } from '../../metric.ts';
import type { Score } from '../../score.ts';
import { whyNoInterval, withEnough } from '../figures/enough.ts';
import type { Games } from '../figures/games.ts';
import type { Origin, RankedMetric } from '../figures/rows.ts';
import type { Rate } from '../figures/rate.ts';
import { type SeriesFigure, noFigure, type Series } from '../figures/series.ts';

/** A report's score as aggregation takes it; null until it is finished. */
export type Scored = Pick<Origin, 'qid'> & { score: Score | null };

/** Another way to look at the same reports, shown beside the value. */
export interface View extends SeriesFigure {
  /** One word for columns, e.g. `pooled`. */
  name: string;
  title: string;
  /** The things that `n` counts, e.g. "items". */
  counted: string;
  n: number;
  /** Numerator of a share with `n` as its denominator; means over judges need not be whole. Null if it is no share. */
  k: number | null;
}

/** The value of a system's reports under a metric. */
export interface Aggregate {
  figure: SeriesFigure;
  /** Reports that the value rests on, ties of a win rate included. */
  n: number;
  /** Contribution of each query, for comparisons with other systems; in the value's own unit. */
  series: Series;
  games: Games | null;
  beside: View[];
}

/** One way of aggregation. `of` takes all systems at once, because ratings come from games between them. */
export interface Aggregator<Own extends Aggregation = Aggregation> {
  /** Name of the value, for people. */
  title: string;
  unit: '' | '%' | 'rating';
  range(metric: RankedMetric): { min: number; max: number };
  of(systems: readonly (readonly Scored[])[], metric: RankedMetric, own: Own): Aggregate[];
}

export const isScored = ({ score }: Scored): boolean => score !== null && score.value !== null;

/** Why no report has a value: the one reason that all give, or that none has. */
export const whyNone = (rows: readonly Scored[]): string => {
  const reasons = rows.flatMap(({ score }) => score?.reason ?? []);
  const [first] = reasons;
  if (first !== undefined && reasons.every((one) => one === first)) return first;
  return rows.every(({ score }) => score === null) ? 'No report is finished yet.' : 'No report has a score.';
};

const WHY_NO_INTERVAL = {
  'too-few-clusters': 'One query shows no spread.',
  'rests-on-one-cluster': 'Without one of its queries there is no value.',
  'no-variation': 'There is no variance between queries.'
} as const;

/** A jackknifed estimate as a figure of the leaderboard, `times` as large; without interval below `LEAST_QUERIES`. */
export const figureOfJackknife = (
  { value, interval, intervalReason, clusters }: Pick<Jackknife, 'value' | 'interval' | 'intervalReason' | 'clusters'>,
  times: number,
  reason: string
): SeriesFigure =>
  value === null
    ? noFigure(reason)
    : withEnough({
        value: times * value,
        reason: null,
        interval: interval && [times * interval[0], times * interval[1]],
        intervalReason: interval === null ? WHY_NO_INTERVAL[intervalReason ?? 'no-variation'] : null,
        queries: clusters,
        fewQueries: clusters < ENOUGH_CLUSTERS
      });

/** A share as a figure, `times` as large. */
export const figureOfRate = (
  { value, interval, queries, fewQueries }: Rate,
  times: number,
  reason: string
): SeriesFigure =>
  value === null
    ? { ...noFigure(reason), queries }
    : withEnough({
        value: times * value,
        reason: null,
        interval: interval && [times * interval[0], times * interval[1]],
        intervalReason: interval === null ? whyNoInterval(queries) : null,
        ...{ queries, fewQueries }
      });
