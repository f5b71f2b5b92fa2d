import type { FigureTable } from './figure-table.ts';
import type { LeaderboardTable } from './leaderboard-table.ts';

/** A leaderboard as a table of figures, for its chart. */
export const leaderboardFigure = ({ title, columns, groups, notes }: LeaderboardTable): FigureTable => ({
  name: 'leaderboard',
  title,
  range: '95 % interval, clustered by query',
  counted: 'reports with a score',
  columns: columns.map(({ name, title: heading, unit }) => ({
    name,
    title: unit === '' ? heading : `${heading}, ${unit}`,
    decimals: 1
  })),
  rows: groups.flatMap(({ title: group, rows }) =>
    rows.map(({ name, cells }) => ({
      group,
      system: name,
      cells: cells.map(({ value, reason, low, high, n }) => ({ value, reason, low, high, n }))
    }))
  ),
  notes: notes.filter((note) => !/^(Bold|†|In brackets|“n of m”)/.test(note))
});
