import { sayingsOf } from '../../messages/sayings.ts';
import writeXlsxFile from 'write-excel-file/node';
import { problemSaid, refuse } from '../../errors.ts';
import { keepApostrophe } from './formula-cells.ts';
import { ABOUT_SHEET } from './audit-head.ts';
import type { CsvColumn } from './table-csv.ts';

const say = sayingsOf('importProblems');
const leadSays = sayingsOf('leadRefusals');

const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * Workbooks write a character as its number, `_x0041_` for A. A text that looks so has its underscore coded; so has U+FFFD, which
 * the writer drops, and the first letter of a word like "constructor", which it takes for a property of its table of texts.
 */
function literal(text: string): string {
  const escaped = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, coded).replaceAll('\uFFFD', coded);
  return escaped in {} ? coded(escaped) + escaped.slice(1) : escaped;
}

/** Most characters of a cell in Excel. */
const LONGEST_CELL = 32_767;

interface TableSheet<Row> {
  sheet: string;
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[];
}

/** One sheet of rows; then one about the file, if there is anything about it. */
export const writeTableXlsx = <Row>(
  table: TableSheet<Row>,
  about: readonly (readonly string[])[]
): Promise<Uint8Array> => writeTablesXlsx([table], about);

/**
 * Sheets of rows; then one about the file, if there is anything about it. Cells are typed, so none can run as a formula; a text that looks guarded
 * gets one more apostrophe, as in a CSV. Refused: a
 * text that is longer than a cell can hold.
 */
export function writeTablesXlsx<Row>(
  tables: readonly TableSheet<Row>[],
  about: readonly (readonly string[])[] = []
): Promise<Uint8Array> {
  const facts = about.map((cells) => cells.map((value) => ({ value: literal(value), type: String })));
  return writeXlsxFile([
    ...tables.map((table) => ({ data: cellsOf(table), sheet: table.sheet })),
    ...(facts.length > 0 ? [{ data: facts, sheet: ABOUT_SHEET }] : [])
  ]).toBuffer();
}

function cellsOf<Row>({ sheet, columns, rows }: TableSheet<Row>) {
  const header = columns.map((column) => ({
    value: literal(keepApostrophe(column.header)),
    type: String,
    fontWeight: 'bold' as const
  }));
  const body = rows.map((row, index) =>
    columns.map((column) => {
      const value = column.value(row);
      if (value === null || value === '') return null;
      if (typeof value === 'number') return { value, type: Number };
      const text = literal(keepApostrophe(String(value)));
      if (text.length > LONGEST_CELL)
        refuse.invalid(leadSays('workbookNotWritten'), [
          problemSaid(
            index + 2,
            `${sheet}: ${column.header}`,
            say('textTooLong', { n: text.length, most: LONGEST_CELL })
          )
        ]);
      return { value: text, type: String };
    })
  );
  return [header, ...body];
}
