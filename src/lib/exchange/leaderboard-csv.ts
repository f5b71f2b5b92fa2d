import type { LeaderboardTable, TableCell } from './leaderboard-table.ts';
import { writeTableCsv, type CsvColumn } from './table-csv.ts';

interface Row {
  group: string;
  system: string;
  cells: readonly TableCell[];
}

/** One row for each system, several columns for each metric; full precision, means of groups left out. */
export function writeLeaderboardCsv({ columns, groups }: LeaderboardTable): string {
  const rows = groups.flatMap(({ title, rows: systems }) =>
    systems.map(({ name, cells }): Row => ({ group: title ?? '', system: name, cells }))
  );
  const ofMetric = columns.flatMap(({ name }, at): CsvColumn<Row>[] => {
    const column = (suffix: string, value: (cell: TableCell) => string | number | null): CsvColumn<Row> => ({
      header: suffix === '' ? name : `${name} ${suffix}`,
      value: ({ cells }) => (cells[at] ? value(cells[at]) : null)
    });
    const games = rows.some(({ cells }) => cells[at]?.games);
    return [
      column('', ({ value }) => value),
      column('low', ({ low }) => low),
      column('high', ({ high }) => high),
      column('n', ({ n }) => n),
      column('reports', ({ of }) => of),
      ...(games
        ? (['wins', 'losses', 'ties'] as const).map((name) => column(name, ({ games }) => games?.[name] ?? null))
        : []),
      column('mark', ({ mark }) => mark ?? ''),
      column('undefined because', ({ reason }) => reason ?? '')
    ];
  });
  return writeTableCsv<Row>(
    [
      { header: 'group', value: ({ group }) => group },
      { header: 'system', value: ({ system }) => system },
      ...ofMetric
    ],
    rows
  );
}
