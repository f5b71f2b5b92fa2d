/** Data of an import, independent of its file format: parsers produce these types, writers and the database take them. */

/** An `item` is a yes/no question of a checklist; a `criterion` is prose that is not worded as yes/no yet. */
export type ItemKind = 'item' | 'criterion';

export interface ImportedItem {
  /** Unique within its query and stable over imports of the same file. */
  key: string;
  text: string;
  /** The same without placeholders, if the file has both. */
  placeholderFree?: string | null;
  kind: ItemKind;
  weight: number | null;
  dimension: string | null;
  explanation: string | null;
}

export interface ImportedQuery {
  qid: string;
  text: string;
  /** The same without placeholders, if the file has both. */
  placeholderFree?: string | null;
  domain: string | null;
  category: string | null;
  language: string | null;
  items: ImportedItem[];
  /** Material of suites for the query, by suite, as their schemas read it. */
  material?: Record<string, unknown>;
}

export interface ImportedReport {
  system: string;
  qid: string;
  markdown: string;
  /** ISO date or date and time at which the report was collected. */
  collectedAt: string | null;
  /** File, and line if there is one, that the report came from. */
  source: string;
  /** The query as the report's file tells it, if it does. */
  queryText: string | null;
}

const summed = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** How large a benchmark is. */
export const benchmarkSize = (
  queries: readonly { items: number; criteria: number }[],
  systems: readonly { reports: number }[]
) => ({
  queries: queries.length,
  items: summed(queries, ({ items }) => items),
  criteria: summed(queries, ({ criteria }) => criteria),
  systems: systems.length,
  reports: summed(systems, ({ reports }) => reports)
});
