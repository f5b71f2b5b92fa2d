import { aggregate, aggregationOf, aggregatorOf } from './aggregation/aggregation.ts';
import { meanAggregation, seriesOfMeans } from './aggregation/mean.ts';
import type { RankedMetric, ReportRow } from './figures/rows.ts';
import { type SeriesDifference, differenceOf } from './figures/series.ts';

interface ComparedScores {
  system: { a: string; b: string };
  qid: string;
  reportId: { a: string; b: string };
  a: number | null;
  b: number | null;
}

export interface ScoreComparison {
  /** Reports of both sides that belong together, in A's order; a report without its counterpart is left out. */
  pairs: ComparedScores[];
  /** Pairs in which A's score is the higher, B's is, both are equal, or one is undefined. */
  aHigher: number;
  bHigher: number;
  equal: number;
  undefined: number;
  /** Pairs in which both scores are defined, on which the difference rests. */
  scored: number;
  /** a − b with its interval, and p of a paired t test over queries; null below two queries. */
  difference: SeriesDifference | null;
  /** Measure of the difference: the metric's own aggregation of the pairs that both have, or the mean of scores. */
  measure: string;
}

/** Scores are means of judges, whose sums round: equal ones differ in the last digits. */
const areEqual = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/**
 * Two systems, or two runs, report by report under one metric: also for metrics whose judges each find units of their own.
 *
 * @param apart As in `unitValues`: `by-system` for two runs, `by-query` for two systems of one run
 * @param metric Its aggregation decides what the difference is one of; absent, the mean over queries
 * @throws if a side has two reports that could belong to the same one of the other side
 */
export const compareScores = (
  a: readonly ReportRow[],
  b: readonly ReportRow[],
  apart: 'by-system' | 'by-query',
  metric?: RankedMetric
): ScoreComparison => {
  const keyOf = ({ metric, system, qid }: ReportRow): string =>
    JSON.stringify(apart === 'by-system' ? [metric, system, qid] : [metric, qid]);
  const counterpart = new Map(b.map((row) => [keyOf(row), row]));
  if (counterpart.size !== b.length || new Set(a.map(keyOf)).size !== a.length)
    throw new Error('compareScores requires each report once on a side');
  const pairs = a.flatMap((row): ComparedScores[] => {
    const other = counterpart.get(keyOf(row));
    if (!other) return [];
    return [
      {
        system: { a: row.system, b: other.system },
        qid: row.qid,
        reportId: { a: row.reportId, b: other.reportId },
        a: row.score?.value ?? null,
        b: other.score?.value ?? null
      }
    ];
  });
  const scored = pairs.flatMap((pair) =>
    pair.a === null || pair.b === null ? [] : [{ ...pair, a: pair.a, b: pair.b }]
  );
  // A rate of games and a rating say nothing of two sides alone; there the scores themselves are compared.
  const own = metric && ['pooled', 'groups'].includes(aggregationOf(metric).by) ? metric : undefined;
  const inBoth = (name: 'a' | 'b', rows: readonly ReportRow[]) => {
    const ids = new Set(scored.map((pair) => pair.reportId[name]));
    const kept = rows.filter(({ reportId }) => ids.has(reportId));
    const series = own ? aggregate([kept], own)[0]!.series : seriesOfMeans(kept);
    return [{ factor: 1, series }];
  };
  return {
    pairs,
    aHigher: scored.filter(({ a, b }) => a > b && !areEqual(a, b)).length,
    bHigher: scored.filter(({ a, b }) => a < b && !areEqual(a, b)).length,
    equal: scored.filter(({ a, b }) => areEqual(a, b)).length,
    undefined: pairs.length - scored.length,
    scored: scored.length,
    difference: differenceOf(inBoth('a', a), inBoth('b', b)),
    measure: own ? aggregatorOf(own).title : meanAggregation.title
  };
};

/** The pairs whose scores differ, the furthest apart first. @param most So many at most */
export const furthestApart = (pairs: readonly ComparedScores[], most: number): ComparedScores[] =>
  pairs
    .flatMap((pair) =>
      pair.a === null || pair.b === null || areEqual(pair.a, pair.b) ? [] : [{ pair, by: Math.abs(pair.a - pair.b) }]
    )
    .sort((x, y) => y.by - x.by)
    .slice(0, most)
    .map(({ pair }) => pair);
