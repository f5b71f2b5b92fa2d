import writeXlsxFile from 'write-excel-file/node';
import { ABOUT_SHEET } from './audit-head.ts';
import type { CsvColumn } from './table-csv.ts';

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

/** One sheet of rows; then one about the file, if there is anything about it. Cells are typed, so none can run as a formula. */
export function writeTableXlsx<Row>(
  { sheet, columns, rows }: { sheet: string; columns: readonly CsvColumn<Row>[]; rows: readonly Row[] },
  about: readonly (readonly string[])[] = []
): Promise<Uint8Array> {
  const header = columns.map((column) => ({ value: column.header, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    columns.map((column) => {
      const value = column.value(row);
      if (value === null || value === '') return null;
      return typeof value === 'number' ? { value, type: Number } : { value: literal(String(value)), type: String };
    })
  );
  const facts = about.map((cells) => cells.map((value) => ({ value: literal(value), type: String })));
  return writeXlsxFile([
    { data: [header, ...body], sheet },
    ...(facts.length > 0 ? [{ data: facts, sheet: ABOUT_SHEET }] : [])
  ]).toBuffer();
}
