import type { Cell, Group, Leaderboard, SystemEntry } from '../scorer/leaderboard/index.ts';
import { systemCategories } from '../verification/systems.ts';
import type { CorrectionTable } from './correction-tables.ts';

/** A leaderboard as it is written down, whatever the format. */
export interface LeaderboardTable {
  title: string;
  columns: LeaderboardColumn[];
  groups: LeaderboardGroup[];
  /** What a reader of the table has to know, one sentence each. */
  notes: string[];
  /** Scores corrected by the labels of people, for each metric that has an adopted ensemble. */
  corrections: CorrectionTable[];
}

export interface LeaderboardColumn {
  name: string;
  title: string;
  /** `%` for a win rate, else empty. */
  unit: '%' | '';
  better: 'higher' | 'lower';
}

export interface LeaderboardGroup {
  /** Null where systems are not grouped. */
  title: string | null;
  rows: LeaderboardRow[];
  /** Mean over the systems of the group; null where there is one only. */
  mean: TableCell[] | null;
}

export interface LeaderboardRow {
  name: string;
  /** One for each column. */
  cells: TableCell[];
}

export interface TableCell {
  value: number | null;
  /** Why there is no value. */
  reason: string | null;
  /** 95 % interval, clustered by query. */
  low: number | null;
  high: number | null;
  /** Reports that the value rests on, of how many; of systems in the mean of a group. */
  n: number;
  of: number;
  /** `tied`: not distinguishable from the best. */
  mark: 'best' | 'tied' | null;
  games: { wins: number; losses: number; ties: number } | null;
}

const AVERAGE = 'average';

export function leaderboardTable(
  title: string,
  board: Leaderboard,
  corrections: CorrectionTable[] = []
): LeaderboardTable {
  const { metrics, averaged, groups } = board;
  const columns: LeaderboardColumn[] = [
    ...metrics.map(({ name, title: heading, better, kind }): LeaderboardColumn => ({
      name,
      title: heading,
      unit: kind === 'win-rate' ? '%' : '',
      better
    })),
    ...(averaged ? [{ name: AVERAGE, title: 'Average', unit: '' as const, better: 'higher' as const }] : [])
  ];
  const grouped = groups.some(({ category }) => category !== null);
  const table = {
    title,
    columns,
    groups: groups.map((group): LeaderboardGroup => ({
      title: grouped ? (group.category === null ? 'Kind not told' : systemCategories[group.category]) : null,
      rows: group.systems.map((entry) => rowOf(entry, columns, board)),
      mean: group.systems.length > 1 ? columns.map(({ name }) => meanCell(group, name)) : null
    }))
  };
  return { ...table, notes: notesOf(table.columns, table.groups, board), corrections };
}

const rowOf = (entry: SystemEntry, columns: readonly LeaderboardColumn[], board: Leaderboard): LeaderboardRow => ({
  name: entry.system,
  cells: columns.map(({ name }) => {
    if (name === AVERAGE) return averageCell(entry, board);
    const cell = entry.scores[name];
    return cell ? metricCell(cell, board.best[name]?.includes(entry.system) ?? false) : NOTHING;
  })
});

const NOTHING: TableCell = {
  ...{ value: null, reason: 'There is no report.', low: null, high: null, n: 0, of: 0, mark: null },
  games: null
};

const markOf = (best: boolean, tied: boolean | null | undefined): TableCell['mark'] =>
  best ? 'best' : tied === true ? 'tied' : null;

const metricCell = (cell: Cell, best: boolean): TableCell => ({
  value: cell.value,
  reason: cell.reason,
  low: cell.interval?.[0] ?? null,
  high: cell.interval?.[1] ?? null,
  n: cell.n,
  of: cell.reports,
  mark: markOf(best, cell.versusBest?.indistinguishable),
  games: cell.games && { wins: cell.games.wins, losses: cell.games.losses, ties: cell.games.ties }
});

/** An average rests on the reports of its metrics, and of those on the fewest. */
function averageCell({ system, average, scores }: SystemEntry, board: Leaderboard): TableCell {
  const parts = (board.averaged ?? []).flatMap((name) => scores[name] ?? []);
  return {
    value: average.value,
    reason: average.reason,
    low: average.interval?.[0] ?? null,
    high: average.interval?.[1] ?? null,
    n: Math.min(...parts.map(({ n }) => n)),
    of: Math.max(...parts.map(({ reports }) => reports)),
    mark: markOf(board.bestAverage.includes(system), average.versusBest?.indistinguishable),
    games: null
  };
}

function meanCell(group: Group, name: string): TableCell {
  const mean = name === AVERAGE ? group.average : group.means[name];
  if (!mean) return NOTHING;
  const { value, reason, interval, systems, of } = mean;
  return { ...NOTHING, value, reason, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n: systems, of };
}

function notesOf(
  columns: readonly LeaderboardColumn[],
  groups: readonly LeaderboardGroup[],
  { averaged, metrics }: Leaderboard
): string[] {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const titles = (averaged ?? []).map((name) => metrics.find((metric) => metric.name === name)?.title ?? name);
  const games = columns.filter(({ unit }) => unit === '%').map(({ title }) => title);
  const lower = columns.filter(({ better }) => better === 'lower').map(({ title }) => title);
  return [
    'Bold: the best value of its column.',
    ...(cells.some(({ mark }) => mark === 'tied')
      ? ['†: not distinguishable from the best at the 5 % level, all pairs of systems considered (Holm).']
      : []),
    ...(cells.some(({ low }) => low !== null) ? ['In brackets: 95 % interval, clustered by query.'] : []),
    ...(cells.some(({ n, of }) => n < of)
      ? ['“n of m”: m reports, of which n have a score; the value rests on these.']
      : []),
    ...(games.length > 0 ? [`${games.join(', ')}: wins in per cent of wins and losses against the baseline.`] : []),
    ...(lower.length > 0 ? [`${lower.join(', ')}: lower is better.`] : []),
    ...(averaged ? [`Average: mean of ${titles.join(', ')}.`] : []),
    ...(cells.some(({ value }) => value === null) ? ['–: undefined.'] : [])
  ];
}

/** A value as people read it: one decimal; a dash where it is undefined. */
export const shownValue = (value: number | null): string =>
  value === null ? '–' : value.toFixed(1).replace(/^-0\.0$/, '0.0');
