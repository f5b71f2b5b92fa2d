import { type Interval, quantileOfSorted, spearman } from '../../../stats/index.ts';
import type { ReportLength, TextLength, TokenLength } from './report-length.ts';
import { type Origin, type ReportRow } from './rows.ts';
import { type SeriesFigure, seriesFigure, meanSeries } from './series.ts';

export interface LengthRow extends Origin {
  length: ReportLength;
  /** Null or absent until counted. */
  tokens?: TokenLength | null;
}

/** Which length: of the text as written or without addresses and references, in words, characters or tokens. */
interface LengthMeasure {
  of: keyof ReportLength;
  unit: keyof TextLength | 'tokens';
}

const lengthIn = ({ length, tokens }: LengthRow, { of, unit }: LengthMeasure): number | null =>
  unit === 'tokens' ? (tokens?.[of] ?? null) : length[of][unit];

/** A box plot: whiskers end at the last value within 1.5 box heights of the box. */
interface BoxPlot {
  n: number;
  mean: number;
  min: number;
  lower: number;
  q1: number;
  median: number;
  q3: number;
  upper: number;
  max: number;
  /** Values beyond the whiskers. */
  outliers: { reportId: string; value: number }[];
}

const boxPlotOf = (values: readonly { reportId: string; value: number }[]): BoxPlot => {
  const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantileOfSorted(sorted, p)) as [number, number, number];
  const reach = 1.5 * (q3 - q1);
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  const [lower, upper] = [inside[0] ?? q1, inside.at(-1) ?? q3];
  return {
    n: sorted.length,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    min: sorted[0] ?? lower,
    ...{ lower, q1, median, q3, upper },
    max: sorted.at(-1) ?? upper,
    outliers: values.filter(({ value }) => value < lower || value > upper)
  };
};

interface LengthDistribution {
  /** A system, or a kind of task; null if the kind of task is not known. */
  name: string | null;
  box: BoxPlot;
}

/** Lengths by system or by kind of task (arXiv 2510.14240, Figure 5), in order of first appearance, of the reports that are counted. */
export const lengthDistributions = (
  rows: readonly LengthRow[],
  by: 'system' | 'taskCategory',
  measure: LengthMeasure
): LengthDistribution[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(row[by])).values()].flatMap((group) => {
    const values = group.flatMap((row) => {
      const value = lengthIn(row, measure);
      return value === null ? [] : [{ reportId: row.reportId, value }];
    });
    return values.length === 0 ? [] : [{ name: group[0]?.[by] ?? null, box: boxPlotOf(values) }];
  });

interface SystemLengths {
  /** Of the system. */
  name: string;
  /** Words as written, and without addresses and references. */
  full: BoxPlot;
  bare: BoxPlot;
  /** Medians; null until reports are counted in tokens. */
  tokens: { full: number; bare: number } | null;
}

/** Lengths of each system's reports, in order of first appearance. */
export const lengthsBySystem = (rows: readonly LengthRow[]): SystemLengths[] => {
  const boxes = (of: keyof ReportLength, unit: LengthMeasure['unit']): Map<string | null, BoxPlot> =>
    new Map(lengthDistributions(rows, 'system', { of, unit }).map(({ name, box }) => [name, box]));
  const [bare, tokens, bareTokens] = [boxes('bare', 'words'), boxes('full', 'tokens'), boxes('bare', 'tokens')];
  return [...boxes('full', 'words')].map(([name, full]) => {
    const inTokens = tokens.get(name);
    return {
      ...{ name: name ?? '', full, bare: bare.get(name)! },
      tokens: inTokens ? { full: inTokens.median, bare: bareTokens.get(name)!.median } : null
    };
  });
};

export interface LengthAndScore {
  /** One point for each report with a score. */
  points: { reportId: string; system: string; qid: string; length: number; score: number }[];
  /** Spearman's ρ over all points. Reports share queries and systems, so it stands without an interval. */
  pooled: { value: number | null; n: number };
  /**
   * Mean over queries of ρ over the reports on one query, which no query's demand for length can bring about; with an
   * interval over queries. Queries with fewer than three reports, or without variation, are left out.
   */
  withinQuery: SeriesFigure;
  /** ρ over one system's reports: whether its longer reports score better. */
  bySystem: { system: string; value: number | null; n: number; interval: Interval | null }[];
}

const FEWEST = 3;

/** Length against score under one metric. @param scores Rows of that metric */
export const lengthAndScore = (
  lengths: readonly LengthRow[],
  scores: readonly ReportRow[],
  measure: LengthMeasure
): LengthAndScore => {
  const lengthOf = new Map(lengths.map((row) => [row.reportId, lengthIn(row, measure)]));
  const points = scores.flatMap(({ reportId, system, qid, score }) => {
    const length = lengthOf.get(reportId);
    const value = score?.value ?? null;
    return length === undefined || length === null || value === null
      ? []
      : [{ reportId, system, qid, length, score: value }];
  });
  const rho = (of: readonly { length: number; score: number }[]) =>
    spearman(
      of.map(({ length }) => length),
      of.map(({ score }) => score)
    );
  const pooled = rho(points);
  const perQuery = [...Map.groupBy(points, ({ qid }) => qid)].flatMap(([qid, group]) => {
    const { value } = rho(group);
    return group.length < FEWEST || value === null ? [] : [{ qid, value }];
  });
  return {
    points,
    pooled: { value: points.length < FEWEST ? null : pooled.value, n: points.length },
    withinQuery: seriesFigure(
      [{ factor: 1, series: meanSeries(perQuery) }],
      { min: -1, max: 1 },
      'No query has three reports that differ in length and score.'
    ),
    bySystem: [...Map.groupBy(points, ({ system }) => system)].map(([system, group]) => {
      const { value, interval } = rho(group);
      const enough = group.length >= FEWEST;
      return { system, n: group.length, value: enough ? value : null, interval: enough ? interval : null };
    })
  };
};
