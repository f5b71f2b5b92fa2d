import { digitsOn } from '../../stats/writing/figures.ts';
import { AVERAGE_RANGE, averagedMetrics, type RankedSystem, rankSystems, type TitleOf } from './contenders.ts';
import { LEAST_QUERIES, withEnough } from './figures/enough.ts';
import type { RankedMetric, ReportRow } from './figures/rows.ts';
import { type SeriesFigure, seriesFigure, type Term } from './figures/series.ts';
import { aggregationOf, aggregatorOf, rangeOf } from './aggregation/aggregation.ts';
import type { BoardGrouping } from '../grouping.ts';
import type { Aggregation } from '../metric.ts';
import { groupRows, type GroupHeading } from './row-groups.ts';
import type { SystemScore } from './system-scores.ts';
import { bestOf, type VersusBest } from './figures/versus-best.ts';

export interface ScoreCell extends SystemScore {
  versusBest: VersusBest | null;
}

interface AverageCell extends SeriesFigure {
  versusBest: VersusBest | null;
}

export interface SystemEntry {
  system: string;
  /** By metric; a metric under which the system has no report is absent. */
  scores: Record<string, ScoreCell>;
  /** Mean over the metrics that the suite averages. */
  average: AverageCell;
}

/** Names of the best systems among those with at least `LEAST_QUERIES` queries, several if they are equal. */
interface Best {
  /** By metric. */
  best: Record<string, string[]>;
  bestAverage: string[];
}

/** Mean over the systems of a group that have a value. */
interface GroupMean extends SeriesFigure {
  systems: number;
  of: number;
}

export interface Group extends Best, GroupHeading {
  /** Best average first, then averages of fewer queries than `LEAST_QUERIES`; those without one last, by name. */
  systems: SystemEntry[];
  /** By metric. */
  means: Record<string, GroupMean>;
  average: GroupMean;
}

export interface Leaderboard extends Best {
  metrics: {
    name: string;
    title: string;
    better: 'higher' | 'lower';
    kind: Aggregation['by'];
    unit: '' | '%' | 'rating';
    measure: string;
    /** Decimals that people read its values with. */
    digits: number;
    /** Where that is published; null if the metric names none. */
    source: string | null;
  }[];
  /** Metrics that enter the average; null if the run lacks one of them, so that no system has an average. */
  averaged: readonly string[] | null;
  /** Metrics that the suite averages, in the run or not; empty if no suite of the run has an average. */
  averages: readonly string[];
  /** Members of the groups; groups of queries rank the same systems again, all queries together first. */
  groupsOf: 'system' | 'query';
  /** In the order of their headings, unknown ones last; groups without systems are absent. */
  groups: Group[];
  /** Every system once, with its values on all queries, in the order of the groups. */
  systems: SystemEntry[];
}

const entryOf = ({ system, standings, average }: RankedSystem): SystemEntry => ({
  system,
  scores: Object.fromEntries([...standings].map(([name, { score, versusBest }]) => [name, { ...score, versusBest }])),
  average: { ...average.figure, versusBest: average.versusBest }
});

const byAverage = (a: SystemEntry, b: SystemEntry): number => {
  const [fewA, fewB] = [a, b].map(({ average }) => average.value !== null && average.queries < LEAST_QUERIES);
  const [x, y] = [a.average.value, b.average.value];
  if (x !== null && y !== null && fewA !== fewB) return fewA ? 1 : -1;
  if (x !== null && y !== null && x !== y) return y - x;
  if ((x === null) !== (y === null)) return x === null ? 1 : -1;
  return a.system.localeCompare(b.system, 'en');
};

/** The value that may be ranked; null if it rests on too few queries. */
const comparable = (figure: SeriesFigure | undefined): number | null =>
  figure && figure.queries >= LEAST_QUERIES ? figure.value : null;

const bestIn = (entries: readonly SystemEntry[], metrics: readonly RankedMetric[]): Best => ({
  best: Object.fromEntries(
    metrics.map(({ name, scale }) => {
      const values = entries.map(({ system, scores }) => ({ system, value: comparable(scores[name]) }));
      return [name, bestOf(values, scale.better)];
    })
  ),
  bestAverage: bestOf(
    entries.map(({ system, average }) => ({ system, value: comparable(average) })),
    'higher'
  )
});

const meanOf = (sums: readonly (readonly Term[])[], of: number, range: { min: number; max: number }): GroupMean => ({
  ...withEnough(
    seriesFigure(
      sums.flatMap((terms) => terms.map((term) => ({ ...term, factor: term.factor / sums.length }))),
      range,
      'No system of the group has a value.'
    )
  ),
  systems: sums.length,
  of
});

const groupOf = (
  { name: heading, title }: GroupHeading,
  members: readonly RankedSystem[],
  metrics: readonly RankedMetric[]
): Group => {
  const entries = members.map(entryOf).sort(byAverage);
  const averages = members.flatMap(({ average }) => (average.figure.value === null ? [] : [average.terms]));
  return {
    ...{ name: heading, title },
    systems: entries,
    means: Object.fromEntries(
      metrics.map((metric) => {
        const terms = members.flatMap(({ standings }) => {
          const standing = standings.get(metric.name);
          return standing && standing.score.value !== null ? [standing.terms] : [];
        });
        return [metric.name, meanOf(terms, members.length, rangeOf(metric))];
      })
    ),
    average: meanOf(averages, members.length, AVERAGE_RANGE),
    ...bestIn(entries, metrics)
  };
};

/** The groups of a leaderboard. Those of queries follow one of all queries, and each is ranked by itself. */
function groupsIn(
  rows: readonly ReportRow[],
  contenders: readonly RankedSystem[],
  metrics: readonly RankedMetric[],
  grouping: BoardGrouping | null,
  titleOf: TitleOf
): { of: 'system' | 'query'; groups: Group[] } {
  const shown = new Set(metrics.map(({ name }) => name));
  const { of, groups } = groupRows(
    rows.filter(({ metric }) => shown.has(metric)),
    grouping
  );
  if (of === 'query') {
    const each = groups.map((group) => groupOf(group, rankSystems(group.rows, metrics, titleOf), metrics));
    const all = { name: null, title: 'All queries' };
    return { of, groups: each.length < 2 ? each : [groupOf(all, contenders, metrics), ...each] };
  }
  return {
    of,
    groups: groups.map((group) => {
      const names = new Set(group.rows.map(({ system }) => system));
      return groupOf(
        group,
        contenders.filter(({ system }) => names.has(system)),
        metrics
      );
    })
  };
}

/**
 * The leaderboard of a run, in the groups that a suite asks for.
 *
 * Every value stands with the reports it rests on, an interval clustered by query, the judges' own values, and whether it
 * can be told from the best of its metric. Below `LEAST_QUERIES` queries there is neither interval nor comparison. The average is the mean over the metrics that a suite averages, for systems that
 * have all of them; means of a group are means over its systems. In groups of systems each is compared with the best of all systems; in groups of queries with the
 * best on these queries. Nothing is random: the same rows give the same board.
 *
 * @param rows All reports of the run under all metrics
 * @param metrics Metrics of the run in the order of display
 * @param grouping Null: one group without a heading
 * @param titleOf Default: the titles of `metrics`, and the name of any other metric
 */
export const leaderboard = (
  rows: readonly ReportRow[],
  metrics: readonly RankedMetric[],
  grouping: BoardGrouping | null = null,
  titleOf: TitleOf = (name) => metrics.find((metric) => metric.name === name)?.title ?? name
): Leaderboard => {
  const contenders = rankSystems(rows, metrics, titleOf);
  const { of, groups } = groupsIn(rows, contenders, metrics, grouping, titleOf);
  const names = metrics.map(({ name }) => name);
  const averaged = averagedMetrics(metrics);
  return {
    metrics: metrics.map((metric) => ({
      name: metric.name,
      title: metric.title,
      better: metric.scale.better,
      kind: aggregationOf(metric).by,
      unit: aggregatorOf(metric).unit,
      /** Name of the value, for people, e.g. "mean over queries". */
      measure: aggregatorOf(metric).title,
      digits: digitsOn(rangeOf(metric)),
      source: metric.source ?? null
    })),
    averaged: averaged.length > 0 && averaged.every((name) => names.includes(name)) ? averaged : null,
    averages: averaged,
    groupsOf: of,
    groups,
    systems: of === 'query' && groups.length > 1 ? groups[0]!.systems : groups.flatMap(({ systems }) => systems),
    ...bestIn(contenders.map(entryOf), metrics)
  };
};
