import { issueSaid } from '../../../messages/schema-issues.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import type { MaterialColumn, MaterialTable } from '../../../scorer/material-table.ts';
import { allSuites } from '../../../scorer/suites/index.ts';
import type { MaterialKind } from '../../../scorer/suite.ts';
import { complain, proseField } from '../../format/fields.ts';
import { HeaderColumns } from '../../format/header-columns.ts';
import { normalHeader } from '../../format/normal-header.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { QueryCollector } from './query-collector.ts';
import { isBlankRow, type WorkbookSheet } from './read-xlsx.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';

const say = sayingsOf('importProblems');

const QUERY_COLUMNS = {
  qid: ['qid', 'query id'],
  query: ['query', 'deep research query', 'question', 'task'],
  domain: ['domain'],
  category: ['category'],
  language: ['language']
} as const;

const LONGEST_CELL = 30_000;

/** A suite whose material stands in tables. */
export interface TabledSuite {
  suite: string;
  kind: MaterialKind & { table: MaterialTable };
}

/** Suites whose material stands in tables, in the order of display. */
export const tabledSuites = (): TabledSuite[] =>
  allSuites().flatMap(({ name, material }) =>
    material?.table ? [{ suite: name, kind: { ...material, table: material.table } }] : []
  );

/** The sheet that holds material of a suite, told by its header: a qid, and most of the columns that every row needs. */
export function materialSheetIn(
  sheets: readonly WorkbookSheet[]
): { sheet: WorkbookSheet; tabled: TabledSuite } | null {
  for (const tabled of tabledSuites())
    for (const sheet of sheets) {
      const header = (sheet.rows.find((cells) => !isBlankRow(cells)) ?? []).map(normalHeader);
      const needed = tabled.kind.table.columns.filter(({ needed }) => needed);
      const there = needed.filter(({ name }) => header.includes(normalHeader(name)));
      if (header.includes('qid') && 2 * there.length > needed.length) return { sheet, tabled };
    }
  return null;
}

interface OpenTask {
  query: ReturnType<QueryCollector['query']>;
  rows: { row: number; cells: Record<string, string> }[];
}

/**
 * Queries with the material of a suite from a sheet with one row per part. Every problem names its cell as the sheet shows it;
 * columns that nothing is read from are named with their number of values.
 */
export function readMaterialSheet(
  sheet: WorkbookSheet,
  { suite, kind }: TabledSuite,
  problems: ProblemList
): ImportedQuery[] {
  const { table } = kind;
  const needed = table.columns.filter((column) => column.needed).map(({ name }) => name);
  const columns = new HeaderColumns<string>(
    { ...QUERY_COLUMNS, ...Object.fromEntries(table.columns.map(({ name }) => [name, [normalHeader(name)]])) },
    ['qid', 'query', ...needed]
  );
  const queries = new QueryCollector(problems);
  const tasks = new Map<string, OpenTask>();
  const placeOf = (row: number) => (column: string) => ({ row, column: `${sheet.name}: ${column}` });
  sheet.rows.forEach((cells, index) => {
    const row = index + 1;
    if (isBlankRow(cells)) return;
    if (!columns.known) return columns.read(cells, row, problems, sheet.name);
    if (!columns.complete || !columns.see(cells, row, problems)) return;
    const at = (name: string): string => columns.cell(cells, name);
    const place = placeOf(row);
    const query = queries.query(
      { qid: at('qid'), text: at('query'), free: '', domain: at('domain'), category: at('category'), language: at('language') }, // prettier-ignore
      (field) => place(field === 'text' ? 'query' : field)
    );
    const read = Object.fromEntries(
      table.columns.map(({ name }) => [name, proseField(at(name), problems, place(name), LONGEST_CELL) ?? ''])
    );
    if (!query) return;
    const task = tasks.get(query.query.qid) ?? { query, rows: [] };
    tasks.set(query.query.qid, task);
    task.rows.push({ row, cells: read });
    for (const column of table.columns) checkCell(column, task, problems, placeOf);
  });
  columns.noteUnread(problems);
  for (const { query, rows } of tasks.values()) {
    const read = kind.schema.safeParse(table.content(rows.map(({ cells }) => cells)));
    if (read.success) {
      queries.material(query, suite, read.data, placeOf(rows[0]!.row)('qid'));
      continue;
    }
    for (const issue of read.error.issues) {
      const { row, column } = table.place(issue.path);
      const line = rows[row] ?? rows[0]!;
      const found = line.cells[column] ?? '';
      // An empty cell that is needed has been named already.
      if (found === '' && needed.includes(column)) continue;
      const choices = table.columns.find((one) => one.name === column)?.choices;
      const reason = choices ? say('noneOf', { values: choices.join('; ') }) : issueSaid(issue);
      complain(problems, placeOf(line.row)(column), reason, found);
    }
  }
  return queries.finish();
}

/**
 * Checks a cell in the newest row of a task: a required value must be there, and one of the whole query must not contradict the
 * first row.
 */
function checkCell(
  { name, needed, perQuery }: MaterialColumn,
  { rows }: OpenTask,
  problems: ProblemList,
  placeOf: (row: number) => (column: string) => { row: number; column: string }
): void {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const value = last.cells[name]!;
  if (needed && value === '' && !(perQuery && first !== last))
    complain(problems, placeOf(last.row)(name), say('cellEmpty', { column: name }));
  if (perQuery && first !== last && value !== '' && value !== first.cells[name])
    complain(problems, placeOf(last.row)(name), say('taskDiffers', { column: name, row: first.row, value: first.cells[name] || '–' }), value); // prettier-ignore
}
