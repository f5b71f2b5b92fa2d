import writeXlsxFile from 'write-excel-file/node';
import { FLAT_COLUMNS, itemRows } from './annotation-csv-writer.ts';
import type { ImportedQuery } from './benchmark.ts';

/**
 * Excel reads `_x0041_` as the character with that number; escaping its underscore keeps the text as it is. The same form
 * spells the first letter of a word like "constructor", which the writer takes for a property of its own table of texts.
 */
function literal(text: string): string {
  const escaped = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  if (!(escaped in {})) return escaped;
  return `_x${escaped.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_${escaped.slice(1)}`;
}

/** One sheet, one row per item, every field. Cells are typed as text, so none can run as a formula. */
export async function writeDatasetXlsx(queries: readonly ImportedQuery[]): Promise<Uint8Array> {
  const header = FLAT_COLUMNS.map((column) => ({ value: column.header, type: String, fontWeight: 'bold' as const }));
  const rows = itemRows(queries).map((row) =>
    FLAT_COLUMNS.map((column) => {
      const value = column.value(row);
      if (value === null || value === '') return null;
      return typeof value === 'number' ? { value, type: Number } : { value: literal(String(value)), type: String };
    })
  );
  return writeXlsxFile([header, ...rows], { sheet: 'Checklist' }).toBuffer();
}
