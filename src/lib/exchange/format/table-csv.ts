import { stringify } from 'csv-stringify/sync';
import { keepApostrophe } from './formula-cells.ts';

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => string | number | boolean | null;
}

const cell = (value: string | number | boolean | null): string | number => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'string') return keepApostrophe(value);
  if (!Number.isFinite(value))
    throw new Error('writeTableCsv requires finite numbers; write null for undefined values');
  return value;
};

/** RFC 4180 lines ending in `\r\n`; null is an empty cell; no cell can run as a formula. `bom` lets Excel see UTF-8. */
export function writeTableCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  options: { bom?: boolean } = {}
): string {
  const records = Array.from(rows, (row) => columns.map((column) => cell(column.value(row))));
  return stringify([columns.map((column) => keepApostrophe(column.header)), ...records], {
    bom: options.bom ?? false,
    escape_formulas: true,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/
  });
}
