import type { ReportRow } from './figures/rows.ts';
import { type Difference, differenceOf, meanSeries } from './figures/series.ts';

export interface ScorePair {
  system: { a: string; b: string };
  qid: string;
  reportId: { a: string; b: string };
  a: number | null;
  b: number | null;
}

export interface ScoreComparison {
  /** Reports of both sides that belong together, in A's order; a report without its counterpart is left out. */
  pairs: ScorePair[];
  /** Pairs in which A's score is the higher, B's is, both are equal, or one is undefined. */
  aHigher: number;
  bHigher: number;
  equal: number;
  undefined: number;
  /** Mean of a − b over queries with its interval, and p of a paired t test over queries; null below two queries. */
  difference: Difference | null;
}

/**
 * Two systems, or two runs, report by report under one metric: also for metrics whose judges each find units of their own.
 *
 * @param apart As in `unitValues`: `by-system` for two runs, `by-query` for two systems of one run
 * @throws if a side has two reports that could belong to the same one of the other side
 */
export const compareScores = (
  a: readonly ReportRow[],
  b: readonly ReportRow[],
  apart: 'by-system' | 'by-query'
): ScoreComparison => {
  const keyOf = ({ metric, system, qid }: ReportRow): string =>
    JSON.stringify(apart === 'by-system' ? [metric, system, qid] : [metric, qid]);
  const counterpart = new Map(b.map((row) => [keyOf(row), row]));
  if (counterpart.size !== b.length || new Set(a.map(keyOf)).size !== a.length)
    throw new Error('compareScores requires each report once on a side');
  const pairs = a.flatMap((row): ScorePair[] => {
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
  const side = (name: 'a' | 'b') => [
    { factor: 1, series: meanSeries(scored.map((pair) => ({ qid: pair.qid, value: pair[name] }))) }
  ];
  return {
    pairs,
    aHigher: scored.filter((pair) => pair.a > pair.b).length,
    bHigher: scored.filter((pair) => pair.a < pair.b).length,
    equal: scored.filter((pair) => pair.a === pair.b).length,
    undefined: pairs.length - scored.length,
    difference: differenceOf(side('a'), side('b'))
  };
};
