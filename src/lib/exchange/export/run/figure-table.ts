import {
  breakable,
  columnGroups,
  escapeLatex,
  latexRow,
  leftCell,
  rightCell,
  stacked,
  withPackages
} from '../../format/latex-parts.ts';
import type { FigureCell, FigureTable } from '../../../scorer/figure-table.ts';
import { writeTableXlsx } from '../../format/table-xlsx.ts';
import { messagesIn } from '../../../messages/words.ts';
import { shownValue } from './leaderboard/shown-value.ts';
import { captionOfPart, latexTable } from './leaderboard/latex-table.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

const shown = (value: number | null, decimals: number): string =>
  escapeLatex(shownValue(value, decimals)).replace('\u2212', '$-$');

type Row = FigureTable['rows'][number];

/** A column for words; for figures one for the value, its ends, its n and why it is undefined. */
const flatColumns = ({ columns, rows, rowsAre = 'System' }: FigureTable): CsvColumn<Row>[] => [
  ...(rows.some(({ group }) => group !== null) ? [{ header: 'group', value: ({ group }: Row) => group ?? '' }] : []),
  { header: rowsAre.toLowerCase(), value: ({ system }) => system },
  ...columns.flatMap(({ name }, place): CsvColumn<Row>[] => {
    const of =
      (read: (cell: FigureCell) => string | number | null) =>
      ({ cells }: Row) =>
        read(cells[place]!);
    const words = rows.length > 0 && rows.every(({ cells }) => cells[place]!.text !== undefined);
    return [
      { header: name, value: of(({ value, text }) => text ?? value) },
      ...(words
        ? []
        : [
            { header: `${name} low`, value: of(({ low }) => low) },
            { header: `${name} high`, value: of(({ high }) => high) },
            { header: `${name} n`, value: of(({ n, text }) => (text === undefined ? n : null)) },
            { header: `${name} undefined because`, value: of(({ reason }) => reason ?? '') }
          ])
    ];
  })
];

/** One row for each row of the table, several columns for each figure, full precision. */
export const writeFigureCsv = (table: FigureTable): string => writeTableCsv(flatColumns(table), table.rows);

/** The same as a workbook; notes stand on a sheet of their own. */
export const writeFigureXlsx = (table: FigureTable): Promise<Uint8Array> =>
  writeTableXlsx(
    { sheet: 'Figures', columns: flatColumns(table), rows: table.rows },
    [table.title, `Low and high: ${table.range}. n: ${table.counted}.`, ...table.notes].map((note) => [note])
  );

export const writeFigureJson = (table: FigureTable): string => `${JSON.stringify(table, null, 2)}\n`;

/** Plain `tabular`s that fit the text width of an article. @param language of the table’s text (BCP 47) */
export function writeFigureLatex(table: FigureTable, language = 'en'): string {
  const words = messagesIn(language, 'figureFile');
  const { title, columns, rows, notes, range, counted, rowsAre = words.system } = table;
  const parts = columnGroups(columns.length);
  const tables = parts.flatMap((places, part) => {
    const body: string[] = [];
    let group: string | null = null;
    for (const row of rows) {
      if (row.group !== null && row.group !== group)
        body.push(latexRow([`\\multicolumn{${places.length + 1}}{@{}l@{}}{\\textit{${escapeLatex(row.group)}}}`]));
      group = row.group;
      body.push(
        latexRow([
          leftCell(breakable(row.system)),
          ...places.map((place) => {
            const { value, low, high, n, text } = row.cells[place]!;
            if (text !== undefined) return leftCell(breakable(text));
            const { decimals } = columns[place]!;
            const ends = low === null || high === null ? '' : `[${shown(low, decimals)}, ${shown(high, decimals)}]`;
            return rightCell(stacked([shown(value, decimals), ends, `n ${n}`]));
          })
        ])
      );
    }
    const caption = captionOfPart(title, { part: part + 1, parts: parts.length }, language);
    return latexTable(
      caption,
      [rowsAre, ...places.map((place) => columns[place]!.title)],
      [...body, '\\hline'],
      part === parts.length - 1 ? [words.brackets({ range, counted }), ...notes] : []
    );
  });
  return withPackages(tables.join('\n'));
}
