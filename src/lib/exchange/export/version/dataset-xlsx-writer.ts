import writeXlsxFile from 'write-excel-file/node';
import { ABOUT_SHEET } from '../../format/audit-head.ts';
import { flatColumns, itemRows, type ItemRow } from './annotation-csv-writer.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { CsvColumn } from '../../format/table-csv.ts';

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

/**
 * One sheet, one row per item, every field and those of `more`; then one about the file, if there are facts. Cells are typed as
 * text, so none can run as a formula.
 */
export async function writeDatasetXlsx(
  queries: readonly ImportedQuery[],
  more: readonly CsvColumn<ItemRow>[] = [],
  facts: readonly (readonly [string, string])[] = []
): Promise<Uint8Array> {
  const columns = [...flatColumns(queries), ...more];
  const header = columns.map((column) => ({ value: column.header, type: String, fontWeight: 'bold' as const }));
  const rows = itemRows(queries).map((row) =>
    columns.map((column) => {
      const value = column.value(row);
      if (value === null || value === '') return null;
      return typeof value === 'number' ? { value, type: Number } : { value: literal(String(value)), type: String };
    })
  );
  const about = facts.map((cells) => cells.map((value) => ({ value: literal(value), type: String })));
  return writeXlsxFile([
    { data: [header, ...rows], sheet: 'Checklist' },
    ...(about.length > 0 ? [{ data: about, sheet: ABOUT_SHEET }] : [])
  ]).toBuffer();
}
