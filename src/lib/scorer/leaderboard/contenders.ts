import { withEnough } from './figures/enough.ts';
import type { RankedMetric, ReportRow } from './figures/rows.ts';
import { type SeriesFigure, seriesFigure, noFigure, type Term } from './figures/series.ts';
import { type SystemStanding, standingsOf } from './system-scores.ts';
import { type Competitor, versusBest, type VersusBest } from './figures/versus-best.ts';

/** Names of the metrics whose mean is the average column, by the first suite that has one; empty if none has. */
export const averagedMetrics = (metrics: readonly Pick<RankedMetric, 'average'>[]): readonly string[] =>
  metrics.find(({ average }) => average !== undefined)?.average ?? [];

export const AVERAGE_RANGE = { min: 0, max: 100 };

/** A system under everything that it is compared by: each metric, and its suite's average. */
export interface RankedSystem {
  system: string;
  /** By metric. */
  standings: Map<string, SystemStanding & { terms: readonly Term[]; versusBest: VersusBest | null }>;
  average: { figure: SeriesFigure; terms: readonly Term[]; versusBest: VersusBest | null };
}

/** The title of a metric by its name, also of one that is not in the run. */
export type TitleOf = (metric: string) => string;

const averageOf = (
  standings: ReadonlyMap<string, SystemStanding>,
  metrics: readonly RankedMetric[],
  titleOf: TitleOf
): { figure: SeriesFigure; terms: readonly Term[] } => {
  const averaged = averagedMetrics(metrics);
  if (averaged.length === 0) return { figure: noFigure('No suite of this run has an average.'), terms: [] };
  const lacking = averaged.filter((name) => (standings.get(name)?.score.value ?? null) === null);
  if (lacking.length > 0) {
    return { figure: noFigure(`No average without a value for: ${lacking.map(titleOf).join(', ')}.`), terms: [] };
  }
  const terms = averaged.flatMap((name) => {
    const series = standings.get(name)?.series;
    return series ? [{ factor: 1 / averaged.length, series }] : [];
  });
  return { figure: withEnough(seriesFigure(terms, AVERAGE_RANGE)), terms };
};

/** Systems in order of first appearance, each set against the best under each metric and on average. */
export const rankSystems = (
  rows: readonly ReportRow[],
  metrics: readonly RankedMetric[],
  titleOf: TitleOf
): RankedSystem[] => {
  const systems = new Map<string, Pick<RankedSystem, 'standings'>>();
  for (const metric of metrics) {
    const standings = standingsOf(metric, rows).map((standing) => ({
      ...standing,
      terms: [{ factor: 1, series: standing.series }]
    }));
    const competitors = standings.map(({ score, terms }): Competitor => ({
      system: score.system,
      value: score.value,
      queries: score.queries,
      terms
    }));
    const against = versusBest(competitors, metric.scale.better);
    for (const standing of standings) {
      const { system } = standing.score;
      const known = systems.get(system) ?? { standings: new Map() };
      known.standings.set(metric.name, { ...standing, versusBest: against.get(system) ?? null });
      systems.set(system, known);
    }
  }
  const contenders = [...systems].map(([system, { standings }]) => ({
    system,
    standings,
    average: averageOf(standings, metrics, titleOf)
  }));
  const against = versusBest(
    contenders.map(({ system, average: { figure, terms } }) => ({
      ...{ system, value: figure.value, queries: figure.queries, terms }
    })),
    'higher'
  );
  return contenders.map((contender) => ({
    ...contender,
    average: { ...contender.average, versusBest: against.get(contender.system) ?? null }
  }));
};
