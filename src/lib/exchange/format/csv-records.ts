import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { parse, CsvError } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { unescapeFormula } from './formula-cells.ts';
import { complain } from './fields.ts';
import { isOneTooMany, MOST_ROWS, type ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

/** Small enough that other requests are served while a large file is read. */
const CHUNK = 256 * 1024;
const HEAD = 64 * 1024;

const QUOTING: Record<string, Saying> = {
  CSV_QUOTE_NOT_CLOSED: say('quoteOpen'),
  CSV_INVALID_CLOSING_QUOTE: say('quoteFollowed'),
  INVALID_OPENING_QUOTE: say('quoteInside')
};

/** Receiver of the records of a CSV, the header among them. */
export interface CsvTable {
  /** The file's own name of the column at `index`. */
  label(index: number): string;
  /** `row` as a spreadsheet counts; `aside` names the line in a text editor if quoted line breaks make it another. */
  add(cells: string[], row: number, aside?: Saying): void;
}

/** Whether a first record is the line `sep=;`, which tells Excel the separator and which Excel does not show. */
const namesSeparator = ([first = '', ...more]: readonly string[]): boolean =>
  /^sep=[,;\t]?$/i.test(first) && more.every((cell) => cell === '');

/**
 * The comma, semicolon or tab (which spreadsheets write in some countries) whose reading of the first line is worth most.
 *
 * @param worth how good a header the cells are, like the number of known columns; the comma wins if all are worth the same.
 */
export function csvSeparator(bytes: Uint8Array, worth: (header: string[]) => number): string {
  const of = (delimiter: string): number => {
    try {
      const [first = [], second = []] = parseSync(Buffer.from(bytes.subarray(0, HEAD)), {
        delimiter,
        to: 2,
        relax_column_count: true,
        relax_quotes: true
      }) as string[][];
      return worth(namesSeparator(first) ? second : first);
    } catch {
      return 0;
    }
  };
  return [',', ';', '\t'].reduce((best, next) => (of(next) > of(best) ? next : best));
}

/** Hands every record of a CSV to the table, piece by piece, and adds the problem that stopped the reading if one did. */
export async function eachCsvRecord(
  body: Uint8Array,
  delimiter: string,
  table: CsvTable,
  problems: ProblemList,
  most = MOST_ROWS
): Promise<void> {
  let row = 0;
  let line = 1;
  const aside = (): Saying | undefined => (line === row ? undefined : say('inEditor', { line }));
  const parser = parse({
    delimiter,
    relax_column_count: true,
    on_record: (record: string[], context) => {
      if (row > 0 || !namesSeparator(record)) {
        row += 1;
        if (row > most) return null;
        table.add(record.map(unescapeFormula), row, aside());
      }
      line = context.lines + 1;
      return null;
    }
  });
  let failed: Error | null = null;
  parser.on('error', (error) => (failed = error));
  parser.resume();
  const closed = new Promise<void>((resolve) => parser.on('close', resolve));
  for (let start = 0; start < body.length && !failed && row <= most; start += CHUNK) {
    parser.write(body.subarray(start, start + CHUNK));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!failed) parser.end();
  await closed;
  if (!failed) return void isOneTooMany(row, problems, most);
  const error: Error = failed;
  if (!(error instanceof CsvError)) throw error;
  row += 1;
  const reason = QUOTING[error.code] ?? say('rowUnreadable', { code: error.code });
  const column = typeof error.column === 'number' ? table.label(error.column) : 'row';
  complain(problems, { row, column, aside: aside() }, reason);
}
