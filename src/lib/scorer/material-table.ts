/** A column of a table of material, as its header and the template name it. */
export interface MaterialColumn {
  name: string;
  /** For the template: one sentence on how to fill it in. */
  about: string;
  /** Whether each row needs a value; if `perQuery`, the first row of a query. */
  needed: boolean;
  /** The values that it can have; absent: any text. */
  choices?: readonly string[];
  /** One value for the whole query: rows after the first may leave it empty. */
  perQuery?: boolean;
}

/** Where in a table a problem of the content stands. */
interface TablePlace {
  /** 0 for the query's first row. */
  row: number;
  column: string;
}

/**
 * How material stands in a table with one row per part of it, below the columns of the query (`qid`, `query`, `domain`,
 * `category`, `language`). Workbooks and their template are written and read by it.
 */
export interface MaterialTable<Content = unknown> {
  /** Name of its files, without an ending; kebab-case. */
  file: string;
  sheet: string;
  columns: readonly MaterialColumn[];
  /** Cells by the name of the column; '' for an empty cell. */
  rows(content: Content): Record<string, string>[];
  /** Content of the rows of one query, for the schema to check. `perQuery` columns are in the first row. */
  content(rows: readonly Readonly<Record<string, string>>[]): unknown;
  /** The cell that a path into the content comes from. */
  place(path: readonly PropertyKey[]): TablePlace;
  /** One query as it may be filled in: the template shows it. */
  example: { qid: string; text: string; domain: string; category: string; language: string; content: Content };
}
