import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import type { CsvColumn } from '../../format/table-csv.ts';
import { writeTablesXlsx } from '../../format/table-xlsx.ts';
import { tabledSuites, type TabledSuite } from '../../import/queries/material-sheets.ts';
import { topicColumns } from '../../import/topics/topic-table.ts';

export type Cells = Readonly<Record<string, string | number | null>>;

export const cellColumns = (names: readonly string[]): CsvColumn<Cells>[] =>
  names.map((header) => ({ header, value: (row) => row[header] ?? null }));

const QUERY_COLUMNS = ['qid', 'query', 'domain', 'category', 'language'];

export function materialSheet({ suite, kind: { table, schema } }: TabledSuite, queries: readonly ImportedQuery[]) {
  const rows = queries.flatMap(({ qid, text, domain, category, language, material }): Cells[] => {
    const read = schema.safeParse(material?.[suite]);
    return read.success
      ? table.rows(read.data).map((row) => ({ qid, query: text, domain, category, language, ...row }))
      : [];
  });
  return {
    sheet: table.sheet,
    columns: cellColumns([...QUERY_COLUMNS, ...table.columns.map(({ name }) => name)]),
    rows
  };
}

/** One row per comment; a topic without any has one row. */
export const topicSheet = (topics: readonly ImportedTopic[]) => ({
  sheet: 'Topics',
  columns: cellColumns(topicColumns),
  rows: topics.flatMap(({ key, platform, url, date, language, text, comments, state, reason, note }): Cells[] => {
    const fields = { topic: key, platform, url, date, language, text, state, reason, note };
    const first = comments[0];
    return [
      { ...fields, comment: first?.text ?? null, comment_count: first?.count ?? null },
      ...comments.slice(1).map((one) => ({ topic: key, platform, text, comment: one.text, comment_count: one.count }))
    ];
  })
});

/** Whether a suite's material of these queries stands in a table. */
export const hasTabledMaterial = (queries: readonly Pick<ImportedQuery, 'material'>[]): boolean =>
  tabledSuites().some(({ suite }) => queries.some(({ material }) => material?.[suite] !== undefined));

/** Tasks with their material and topics as a workbook: one sheet for each suite that has some, then the topics. Reading it back loses nothing. */
export const writeMaterialXlsx = (
  queries: readonly ImportedQuery[],
  topics: readonly ImportedTopic[],
  about: readonly (readonly [string, string])[] = []
): Promise<Uint8Array> =>
  writeTablesXlsx<Cells>(
    [
      ...tabledSuites()
        .map((tabled) => materialSheet(tabled, queries))
        .filter(({ rows }) => rows.length > 0),
      ...(topics.length > 0 ? [topicSheet(topics)] : [])
    ],
    about
  );
