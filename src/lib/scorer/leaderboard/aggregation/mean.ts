import type { Aggregation } from '../../metric.ts';
import { withEnough } from '../figures/enough.ts';
import type { RankedMetric } from '../figures/rows.ts';
import { seriesFigure, meanSeries, type Series } from '../figures/series.ts';
import { isScored, whyNone, type Aggregate, type Aggregator, type Scored, type View } from './aggregate.ts';
import { poolShares } from './shares.ts';

const valuesOf = (rows: readonly Scored[]): { qid: string; value: number }[] =>
  rows.flatMap(({ qid, score }) =>
    score?.value === null || score?.value === undefined ? [] : [{ qid, value: score.value }]
  );

/** Each query with the mean of its reports' scores. */
export const seriesOfMeans = (rows: readonly Scored[]): Series => meanSeries(valuesOf(rows));

/** Reports' scores averaged by query, then over queries, with Student's interval over queries. */
const meanOf = (rows: readonly Scored[], metric: RankedMetric): Aggregate => {
  const series = seriesOfMeans(rows);
  return {
    figure: withEnough(seriesFigure([{ factor: 1, series }], metric.scale, whyNone(rows))),
    n: rows.filter(isScored).length,
    series,
    games: null,
    beside: []
  };
};

/** The mean as a view beside another aggregation's value. */
export const meanBeside = (rows: readonly Scored[], metric: RankedMetric): View => {
  const { figure, n } = meanOf(rows, metric);
  return { name: 'mean', title: 'mean over queries', counted: 'reports', n, k: null, ...figure };
};

/**
 * The mean of a figure that is the score with 0 where it is undefined. The protocol computes the figure for each judge: only it
 * knows a report with nothing to score from one that a judge abstained from.
 */
const withZeros = (rows: readonly Scored[], metric: RankedMetric, figureName: string): View => {
  const filled = rows.map((row): Scored =>
    row.score === null ? row : { ...row, score: { ...row.score, value: row.score.figures[figureName] ?? null } }
  );
  const { figure, n } = meanOf(filled, metric);
  return { name: 'with zeros', title: 'mean with undefined as 0', counted: 'reports', n, k: null, ...figure };
};

export const meanAggregation: Aggregator<Aggregation & { by: 'mean' }> = {
  title: 'mean over queries',
  unit: '',
  range: ({ scale }) => scale,
  of: (systems, metric, { pooled, withZeros: zeros }) =>
    systems.map((rows) => ({
      ...meanOf(rows, metric),
      beside: [
        ...(pooled
          ? [
              poolShares(rows, [pooled], metric.scale.max, { name: 'pooled', title: `pooled over ${pooled.counted}` })
                .view
            ]
          : []),
        ...(zeros === undefined ? [] : [withZeros(rows, metric, zeros)])
      ]
    }))
};
