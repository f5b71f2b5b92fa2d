import { flatColumns, itemRows, type ItemRow } from './annotation-csv-writer.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { CsvColumn } from '../../format/table-csv.ts';
import { writeTableXlsx } from '../../format/table-xlsx.ts';

/**
 * One sheet, one row per item, every field and those of `more`; then one about the file, if there are facts. Cells are typed as
 * text, so none can run as a formula.
 */
export function writeDatasetXlsx(
  queries: readonly ImportedQuery[],
  more: readonly CsvColumn<ItemRow>[] = [],
  facts: readonly (readonly [string, string])[] = []
): Promise<Uint8Array> {
  const columns = [...flatColumns(queries), ...more];
  return writeTableXlsx({ sheet: 'Checklist', columns, rows: itemRows(queries) }, facts);
}
