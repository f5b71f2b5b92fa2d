import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { columnNamed } from '../../format/columns.ts';
import { csvSeparator, eachCsvRecord } from '../../format/csv-records.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { QueryTable } from './query-table.ts';
import { requireUtf8 } from '../../format/utf8.ts';

const knownColumns = (header: string[]): number => header.filter((cell) => columnNamed(cell) !== undefined).length;

/**
 * The annotation CSV of LiveResearchBench (its appendix on human verification): one row per checklist item, with at least
 * `qid`, `Deep Research Query` and `Checklist`. Rows are counted as a spreadsheet shows them; if quoted line breaks make
 * the line in a text editor another one, the problem names that too.
 */
export async function parseAnnotationCsv(bytes: Uint8Array): Promise<Parsed<ImportedQuery[]>> {
  const problems = new ProblemList();
  const body = requireUtf8(bytes, problems);
  if (body === null) return problems.answer([]);
  const table = new QueryTable(problems);
  await eachCsvRecord(body, csvSeparator(body, knownColumns), table, problems);
  return problems.answer(table.finish());
}
