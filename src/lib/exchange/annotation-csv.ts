import { parse, CsvError } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import type { ImportedQuery } from './benchmark.ts';
import { columnOf } from './columns.ts';
import { unescapeFormula } from './formula-cells.ts';
import { ProblemList } from './problem-list.ts';
import type { Parsed } from './problem-list.ts';
import { QueryTable } from './query-table.ts';
import { requireUtf8 } from './utf8.ts';

/** Small enough that other requests are served while a large file is read. */
const CHUNK = 256 * 1024;
const HEAD = 64 * 1024;

const QUOTING: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'A quotation mark is opened here and never closed, so the rest of the file could not be read. Close it, and write a quotation mark inside a quoted cell twice',
  CSV_INVALID_CLOSING_QUOTE:
    'Text follows a closing quotation mark, so the rest of the file could not be read. Write a quotation mark inside a quoted cell twice',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands inside a cell that is not quoted, so the rest of the file could not be read. Put the cell in quotation marks and write those inside it twice'
};

/** Comma, or the semicolon or tab that spreadsheets write in some countries: whichever gives the most known columns. */
function separatorOf(bytes: Uint8Array): string {
  const known = (delimiter: string): number => {
    try {
      const [header = []] = parseSync(Buffer.from(bytes.subarray(0, HEAD)), {
        delimiter,
        to: 1,
        relax_column_count: true,
        relax_quotes: true
      }) as string[][];
      return header.filter((cell) => columnOf(cell) !== undefined).length;
    } catch {
      return 0;
    }
  };
  return [',', ';', '\t'].reduce((best, next) => (known(next) > known(best) ? next : best));
}

/**
 * The annotation CSV of LiveResearchBench (its appendix on human verification): one row per checklist item, with at least
 * `qid`, `Deep Research Query` and `Checklist`. Rows are counted as a spreadsheet shows them; where quoted line breaks make
 * the line in a text editor another one, the problem names that too.
 */
export async function parseAnnotationCsv(bytes: Uint8Array): Promise<Parsed<ImportedQuery[]>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer([]);
  const table = new QueryTable(problems);
  await eachRecord(body, table, problems);
  return problems.answer(table.finish());
}

async function eachRecord(body: Uint8Array, table: QueryTable, problems: ProblemList): Promise<void> {
  let row = 0;
  let line = 1;
  const aside = (): string | undefined => (line === row ? undefined : `line ${line} in a text editor`);
  const parser = parse({
    delimiter: separatorOf(body),
    relax_column_count: true,
    on_record: (record: string[], context) => {
      row += 1;
      table.add(record.map(unescapeFormula), row, aside());
      line = context.lines + 1;
      return null;
    }
  });
  let failed: Error | null = null;
  parser.on('error', (error) => (failed = error));
  parser.resume();
  const closed = new Promise<void>((resolve) => parser.on('close', resolve));
  for (let start = 0; start < body.length && !failed; start += CHUNK) {
    parser.write(body.subarray(start, start + CHUNK));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!failed) parser.end();
  await closed;
  if (!failed) return;
  const error: Error = failed;
  if (!(error instanceof CsvError)) throw error;
  row += 1;
  const place = aside();
  const reason = QUOTING[error.code] ?? `The row can not be read (${error.message})`;
  const column = typeof error.column === 'number' ? table.label(error.column) : 'row';
  problems.add(row, column, place ? `${reason} (${place})` : reason);
}
