import { sayingsOf } from '../../messages/sayings.ts';
import { firstBytes, wholeOf, type FileContent } from '../format/file-content.ts';
import { isParquet, parquetAsLines } from '../format/parquet/parquet-rows.ts';
import { writeJsonLines } from '../format/json-lines.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { readForeign, type ForeignSummary } from './read-foreign.ts';
import { groupingField, unfitProblems } from './grouping-fields.ts';
import { ratingColumns, ratingRows } from './rating-rows.ts';

const say = sayingsOf('foreignProblems');

/** A form carries the table from step to step. */
const MOST_CHARACTERS = 8_000_000;

/**
 * Reads a file of another tool as a table of ratings, in JSON lines, with its questions named as in the table; null if the file
 * is in none of the known formats. Any other Parquet file is a table as it is.
 *
 * @param progress called with the number of labels read so far
 */
export async function readForeignTable(
  content: FileContent,
  progress?: (read: { labels: number }) => void
): Promise<Parsed<{ table: string; summary: ForeignSummary | null }> | null> {
  const read = await readForeign(content, progress);
  if (read === null && isParquet(firstBytes(content, 4))) return parquetTable(wholeOf(content));
  if (read === null || !read.ok) return read;
  const { summary, collected } = read.value;
  const table = writeJsonLines(ratingRows(collected));
  const problems = new ProblemList();
  if (summary.labels === 0) {
    problems.add(null, 'file', say('noLabels', { tool: summary.tool }));
  }
  if (table.length > MOST_CHARACTERS) {
    problems.add(null, 'file', say('tooManyForPage'));
  }
  for (const { column, wording } of unfitProblems(summary, [groupingField(summary)]))
    problems.add(null, column, wording);
  const columns = ratingColumns(collected).questions;
  const questions = summary.questions.map((one, i) => ({ ...one, name: columns[i]! }));
  return problems.answer({ table, summary: { ...summary, questions } });
}

async function parquetTable(bytes: Uint8Array): Promise<Parsed<{ table: string; summary: null }>> {
  const problems = new ProblemList();
  const table = Buffer.from((await parquetAsLines(bytes, problems)) ?? []).toString('utf8');
  if (table.length > MOST_CHARACTERS) problems.add(null, 'file', say('tooManyForPage'));
  return problems.answer({ table, summary: null });
}
