import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import { ABOUT_SHEET, AUDIT_HEAD, GUIDE_SHEET } from '../../format/audit-head.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';
import { isTopicHeader, TopicTable } from '../topics/topic-table.ts';
import { materialSheetIn, readMaterialSheet } from './material-sheets.ts';
import { QueryTable } from './query-table.ts';
import { isBlankRow, readXlsx, type WorkbookSheet } from './read-xlsx.ts';

/** Names the sheets with a value beside those that were read, with how many rows they have; but not ours about the file. */
function noteOtherSheets(others: readonly WorkbookSheet[], problems: ProblemList): void {
  const untaken = new Untaken();
  for (const { name, rows } of others) {
    if (name === ABOUT_SHEET && rows[0]?.[0] === AUDIT_HEAD) continue;
    const filled = rows.filter((cells) => !isBlankRow(cells)).length;
    if (filled > 0) untaken.add(name, filled);
  }
  untaken.note(problems, 'ignoredSheets');
}

/** Content of a workbook: queries with their checklists or their material, and topics. */
export interface WorkbookContent {
  queries: ImportedQuery[];
  topics: ImportedTopic[];
}

/**
 * A dataset as a workbook. A sheet with the columns of a suite's material is read as that (`material-sheets.ts`), a sheet of topics
 * beside it too; otherwise the first sheet with a value is read, with the columns of the annotation CSV. Other sheets are named. Rows are
 * numbered as the sheet shows them.
 */
export async function parseDatasetXlsx(bytes: Uint8Array): Promise<Parsed<WorkbookContent>> {
  const problems = new ProblemList();
  const sheets = (await readXlsx(bytes, problems))?.filter(({ name }) => name !== GUIDE_SHEET);
  if (!sheets) return problems.answer({ queries: [], topics: [] });
  const topicSheet = sheets.find(({ rows }) => isTopicHeader(rows.find((cells) => !isBlankRow(cells)) ?? []));
  const topics = topicSheet ? readTopicSheet(topicSheet, problems) : [];
  const others = sheets.filter((one) => one !== topicSheet);
  const material = materialSheetIn(others);
  const sheet = material?.sheet ?? others.find(({ rows }) => !rows.every(isBlankRow));
  noteOtherSheets(others.filter((one) => one !== sheet), problems); // prettier-ignore
  if (material)
    return problems.answer({ queries: readMaterialSheet(material.sheet, material.tabled, problems), topics });
  const rows = sheet?.rows ?? [];
  if (topicSheet && rows.every(isBlankRow)) return problems.answer({ queries: [], topics });
  const table = new QueryTable(problems);
  rows.forEach((cells, index) => table.add(cells, index + 1));
  return problems.answer({ queries: table.finish(), topics });
}

function readTopicSheet({ name, rows }: WorkbookSheet, problems: ProblemList): ImportedTopic[] {
  const own = new ProblemList();
  const table = new TopicTable(own);
  rows.forEach((cells, index) => table.add(cells, index + 1));
  const topics = table.finish();
  for (const { row, column, wording, found } of own.all) problems.add(row, `${name}: ${column}`, wording, found);
  for (const note of own.notes) problems.note(note);
  return topics;
}
