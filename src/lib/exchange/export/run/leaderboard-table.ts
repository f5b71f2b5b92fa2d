import {
  type ScoreCell,
  type Group,
  type Leaderboard,
  LEAST_QUERIES,
  type SystemEntry
} from '../../../scorer/leaderboard/index.ts';
import type { SelfJudging } from '../../../scorer/judges/self-judging.ts';
import type { CorrectionTable } from './correction-tables.ts';
import { gamesIn, viewIn, type WrittenGames, type WrittenView } from '../../import/reports/system-lines.ts';

/** A leaderboard as it is written down, whatever the format. */
export interface LeaderboardTable {
  title: string;
  columns: LeaderboardColumn[];
  groups: LeaderboardGroup[];
  /** What a reader of the table has to know, one sentence each. */
  notes: string[];
  /** Scores corrected by the labels of people, for each metric that has an adopted ensemble. */
  corrections: CorrectionTable[];
  /** Judges that judge systems of their own maker or model. */
  selfJudging: readonly SelfJudging[];
  /** Of the run: `done`, `incomplete` …; null where the table is of no run. */
  runState: string | null;
}

interface LeaderboardColumn {
  name: string;
  title: string;
  /** `%` for a win rate, `rating` for Elo, else empty. */
  unit: '%' | 'rating' | '';
  /** What a value is, e.g. "mean over queries"; null for the average. */
  measure: string | null;
  better: 'higher' | 'lower';
  /** Decimals that people read its values with. */
  digits: number;
  /** Where the way to a value is published. */
  source: string | null;
}

interface LeaderboardGroup {
  /** Null where systems are not grouped. */
  title: string | null;
  rows: LeaderboardRow[];
  /** Mean over the systems of the group; null where there is one only. */
  mean: TableCell[] | null;
}

interface LeaderboardRow {
  name: string;
  /** One for each column. */
  cells: TableCell[];
}

export interface TableCell {
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  /** 95% CI, clustered by query. */
  low: number | null;
  high: number | null;
  /** Why a value has no interval. */
  noInterval: string | null;
  /** Reports that the value rests on, of all reports of the system in the run; of systems in the mean of a group. */
  n: number;
  of: number;
  /** Queries that the value rests on. */
  queries: number;
  /** `tied`: not distinguishable from the best. */
  mark: 'best' | 'tied' | null;
  games: WrittenGames | null;
  /** Other views that the metric shows beside its value, e.g. the share of all items of all reports taken together. */
  beside: WrittenView[];
  /** Why it is not compared with the best; null where it is, or where there is no value. */
  notCompared: string | null;
}

const AVERAGE = 'average';

/** @param run State of the run, and sentences on it, e.g. that it is incomplete; these come first among the notes */
export function leaderboardTable(
  title: string,
  board: Leaderboard,
  corrections: CorrectionTable[] = [],
  run: { state: string; notes: readonly string[]; selfJudging: readonly SelfJudging[] } | null = null
): LeaderboardTable {
  const { metrics, averaged, groups } = board;
  const columns: LeaderboardColumn[] = [
    ...metrics.map(({ name, title: heading, better, unit, measure, digits, source }): LeaderboardColumn => ({
      ...{ name, title: heading, unit, better, measure, digits, source }
    })),
    ...(averaged
      ? [
          {
            name: AVERAGE,
            title: 'Average',
            unit: '' as const,
            better: 'higher' as const,
            measure: null,
            digits: 1,
            source: null
          }
        ]
      : [])
  ];
  const table = {
    title,
    columns,
    groups: groups.map((group): LeaderboardGroup => ({
      title: group.title,
      rows: group.systems.map((entry) => rowOf(entry, columns, board, board.groupsOf === 'query' ? group : board)),
      mean: group.systems.length > 1 ? columns.map(({ name }) => meanCell(group, name)) : null
    }))
  };
  return {
    ...table,
    runState: run?.state ?? null,
    selfJudging: run?.selfJudging ?? [],
    notes: [
      ...(run?.notes ?? []),
      ...notesOf(table.columns, board.groupsOf === 'query' ? table.groups.slice(0, 1) : table.groups, board)
    ],
    corrections
  };
}

const rowOf = (
  entry: SystemEntry,
  columns: readonly LeaderboardColumn[],
  board: Leaderboard,
  among: Pick<Leaderboard, 'best' | 'bestAverage'>
): LeaderboardRow => ({
  name: entry.system,
  cells: columns.map(({ name }) => {
    if (name === AVERAGE) return averageCell(entry, board, among);
    const cell = entry.scores[name];
    const of = reportsOf(entry);
    if (cell) return metricCell(cell, among.best[name]?.includes(entry.system) ?? false, of);
    return { ...NOTHING, of, ...(of > 0 && { reason: 'The metric judged none of its reports.' }) };
  })
});

/** The cell of a metric that judged no report of the system, such as a comparison for its baseline. */
const NOTHING: TableCell = {
  ...{ value: null, reason: 'There are no reports.', low: null, high: null, noInterval: null, n: 0, of: 0, queries: 0 },
  ...{ mark: null, games: null, beside: [], notCompared: null }
};

/** All reports of a system in the run; a metric that has nothing to judge in some of them has fewer. */
const reportsOf = ({ scores }: SystemEntry): number =>
  Math.max(0, ...Object.values(scores).map(({ reports }) => reports));

const markOf = (best: boolean, tied: boolean | null | undefined): TableCell['mark'] =>
  best ? 'best' : tied === true ? 'tied' : null;

const metricCell = (cell: ScoreCell, best: boolean, of: number): TableCell => ({
  value: cell.value,
  reason: cell.reason,
  low: cell.interval?.[0] ?? null,
  high: cell.interval?.[1] ?? null,
  noInterval: cell.value !== null && cell.interval === null ? cell.intervalReason : null,
  n: cell.n,
  of,
  queries: cell.queries,
  mark: markOf(best, cell.versusBest?.indistinguishable),
  games: gamesIn(cell.games),
  beside: cell.beside.map(viewIn),
  notCompared: cell.versusBest?.reason ?? null
});

/** The `n` of an average is the least of its metrics: 0 if one of them judged no report of the system. */
function averageCell(entry: SystemEntry, board: Leaderboard, among: Pick<Leaderboard, 'bestAverage'>): TableCell {
  const { system, average, scores } = entry;
  return {
    value: average.value,
    reason: average.reason,
    low: average.interval?.[0] ?? null,
    high: average.interval?.[1] ?? null,
    noInterval: average.value !== null && average.interval === null ? average.intervalReason : null,
    n: Math.min(...(board.averaged ?? []).map((name) => scores[name]?.n ?? 0)),
    of: reportsOf(entry),
    queries: average.queries,
    mark: markOf(among.bestAverage.includes(system), average.versusBest?.indistinguishable),
    games: null,
    beside: [],
    notCompared: average.versusBest?.reason ?? null
  };
}

function meanCell(group: Group, name: string): TableCell {
  const mean = name === AVERAGE ? group.average : group.means[name];
  if (!mean) return NOTHING;
  const { value, reason, interval, intervalReason, systems, of, queries } = mean;
  return {
    ...{ ...NOTHING, value, reason, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n: systems, of, queries },
    noInterval: value !== null && interval === null ? intervalReason : null
  };
}

function notesOf(
  columns: readonly LeaderboardColumn[],
  groups: readonly LeaderboardGroup[],
  { averaged, metrics }: Leaderboard
): string[] {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const titles = (averaged ?? []).map((name) => metrics.find((metric) => metric.name === name)?.title ?? name);
  const games = columns.filter(({ unit }) => unit === '%');
  const lower = columns.filter(({ better }) => better === 'lower').map(({ title }) => title);
  return [
    ...(cells.some(({ mark }) => mark === 'best') ? ['Bold: best value of the column.'] : []),
    ...(cells.some(({ mark }) => mark === 'tied')
      ? [
          '†: not significantly different from the best system at the 5% level (Holm-adjusted over all pairs of systems).'
        ]
      : []),
    ...(cells.some(({ low }) => low !== null) ? ['In brackets: 95% CI, clustered by query.'] : []),
    ...(cells.some(({ n, of }) => n < of) ? ['“n of m”: the value is based on n scored reports of m.'] : []),
    ...(cells.some(({ value, queries }) => value !== null && queries < LEAST_QUERIES)
      ? [`No intervals or comparisons with fewer than ${LEAST_QUERIES} queries.`]
      : []),
    ...games.map(
      ({ title, source }) =>
        `${title}: wins as a percentage of wins and losses against the baseline, averaged over both presentation orders and the judges${source === null ? '' : ` (${source})`}.`
    ),
    ...byOrderNotes(columns, groups),
    ...otherMeasures(columns),
    ...viewNotes(columns, groups),
    ...(lower.length > 0 ? [`${lower.join(', ')}: lower is better.`] : []),
    ...(averaged ? [`Average: mean of ${titles.join(', ')}.`] : []),
    ...(cells.some(({ value }) => value === null) ? ['–: undefined.'] : [])
  ];
}

/** What values are where they are neither means over queries nor win rates, which have notes of their own. */
const otherMeasures = (columns: readonly LeaderboardColumn[]): string[] =>
  columns.flatMap(({ title, measure, unit }) =>
    measure === null || unit === '%' || measure === 'mean over queries' ? [] : [`${title}: ${measure}.`]
  );

/** Views beside values that are no means, in words: tables have no column for them. */
const viewNotes = (columns: readonly LeaderboardColumn[], groups: readonly LeaderboardGroup[]): string[] =>
  columns.flatMap(({ title, measure }, at) => {
    const cells = groups.flatMap(({ rows }) =>
      rows.flatMap(({ name, cells: own }) => ({ name, views: own[at]?.beside ?? [] }))
    );
    const titles =
      measure === 'mean over queries'
        ? []
        : [...new Set(cells.flatMap(({ views }) => views.map((view) => view.title)))];
    return titles.map((of) => {
      const values = cells.flatMap(({ name, views }) => {
        const view = views.find((one) => one.title === of);
        return view ? [`${name} ${shownValue(view.value)} (n = ${view.n} ${view.counted})`] : [];
      });
      return `${title}, ${of}: ${values.join(', ')}.`;
    });
  });

/** The win rates with each order a game, in words: they are no column of their own. */
const byOrderNotes = (columns: readonly LeaderboardColumn[], groups: readonly LeaderboardGroup[]): string[] =>
  columns.flatMap(({ title }, at) => {
    const rates = groups.flatMap(({ rows }) =>
      rows.flatMap(({ name, cells }) => {
        const byOrder = cells[at]?.games?.byOrder;
        if (!byOrder) return [];
        const decisive = byOrder.wins + byOrder.losses;
        const of = Number.isInteger(decisive) ? String(decisive) : decisive.toFixed(1);
        return [`${name} ${shownValue(byOrder.value)} (n = ${of})`];
      })
    );
    return rates.length === 0
      ? []
      : [
          `${title}, with each presentation order counted as a separate comparison; n: decided comparisons: ${rates.join(', ')}.`
        ];
  });

/** A value as people read it, with one decimal if not said otherwise; a dash where it is undefined. */
export const shownValue = (value: number | null, digits = 1): string =>
  value === null ? '–' : value.toFixed(digits).replace(/^-(0\.0+)$/, '$1');
