import { correctedColumns } from '../../../../alignment/corrected/corrected.ts';
import { selfJudgesOf } from '../../../../scorer/judges/self-judging.ts';
import type { CorrectionRow, CorrectionTable } from './correction-tables.ts';
import type { LeaderboardTable, TableCell } from './leaderboard-table.ts';
import { byOrderColumns } from '../../../import/reports/system-lines.ts';
import { writeTableCsv, type CsvColumn } from '../../../format/table-csv.ts';

interface Row {
  group: string;
  system: string;
  cells: readonly TableCell[];
}

/**
 * One row for each system, several columns for each metric; full precision, means of groups left out. The value is what the
 * metric's aggregation says, by default the mean over queries; other views that it shows (a checklist's items pooled over
 * reports) stand beside it. A metric whose scores
 * are corrected has their columns after its own: by the adopted ensemble, by PPI++ and by Rogan–Gladen, each with the ends of
 * its interval and why it is undefined, and of how many items how many are labelled. The last column names the judges that are of
 * the system's own maker or model.
 */
export function writeLeaderboardCsv({ columns, groups, corrections, runState, selfJudging }: LeaderboardTable): string {
  const rows = groups.flatMap(({ title, rows: systems }) =>
    systems.map(({ name, cells }): Row => ({ group: title ?? '', system: name, cells }))
  );
  const ofMetric = columns.flatMap(({ name }, at): CsvColumn<Row>[] => {
    const column = (suffix: string, value: (cell: TableCell) => string | number | null): CsvColumn<Row> => ({
      header: suffix === '' ? name : `${name} ${suffix}`,
      value: ({ cells }) => (cells[at] ? value(cells[at]) : null)
    });
    const views = [
      ...new Map(rows.flatMap(({ cells }) => (cells[at]?.beside ?? []).map((view) => [view.name, view]))).values()
    ];
    const games = rows.some(({ cells }) => cells[at]?.games);
    return [
      column('', ({ value }) => value),
      column('low', ({ low }) => low),
      column('high', ({ high }) => high),
      column('n', ({ n }) => n),
      column('reports', ({ of }) => of),
      column('queries', ({ queries }) => queries),
      ...views.flatMap(({ name: view, counted }) => {
        const found = (cell: TableCell) => cell.beside.find((one) => one.name === view);
        return [
          column(`${view} over ${counted}`, (cell) => found(cell)?.value ?? null),
          column(`${view} low`, (cell) => found(cell)?.low ?? null),
          column(`${view} high`, (cell) => found(cell)?.high ?? null),
          column(`${view} ${counted}`, (cell) => found(cell)?.n ?? null),
          column(`${view} undefined because`, (cell) => found(cell)?.reason ?? '')
        ];
      }),
      ...(games
        ? [
            ...(['wins', 'losses', 'ties'] as const).map((name) => column(name, ({ games }) => games?.[name] ?? null)),
            ...byOrderColumns.map(({ name, value }) => column(name, ({ games }) => value(games)))
          ]
        : []),
      column('mark', ({ mark }) => mark ?? ''),
      column('no interval because', ({ noInterval }) => noInterval ?? ''),
      column('not compared because', ({ notCompared }) => notCompared ?? ''),
      column('undefined because', ({ reason }) => reason ?? ''),
      ...corrections.filter(({ metric }) => metric === name).flatMap(correctedOf)
    ];
  });
  return writeTableCsv<Row>(
    [
      { header: 'group', value: ({ group }) => group },
      { header: 'system', value: ({ system }) => system },
      ...ofMetric,
      { header: 'self-judging judges', value: ({ system }) => selfJudgesOf(selfJudging, system).join('; ') },
      ...(runState === null ? [] : [{ header: 'run state', value: () => runState }])
    ],
    rows
  );
}

function correctedOf({ metric, rows }: CorrectionTable): CsvColumn<Row>[] {
  const column = (name: string, value: (row: CorrectionRow) => string | number | null): CsvColumn<Row> => ({
    header: `${metric} ${name}`,
    value: ({ system }) => {
      const row = rows.find((one) => one.system === system);
      return row ? value(row) : null;
    }
  });
  return [
    ...correctedColumns.flatMap(({ key, name }) => [
      column(name, (row) => row[key].value),
      column(`${name} low`, (row) => row[key].low),
      column(`${name} high`, (row) => row[key].high),
      column(`${name} undefined because`, (row) => row[key].reason ?? '')
    ]),
    column('labelled items', ({ labelled }) => labelled),
    column('answered items', ({ units }) => units)
  ];
}
