/**
 * A table of figures as data, described once in the code that computes it: pages and every file format show it from this description.
 */

/** A figure in a cell, with what it rests on. */
export interface FigureCell {
  value: number | null;
  /** Why there is none. */
  reason: string | null;
  /** Ends of the 95% CI, or of the quartiles if the table says so. */
  low: number | null;
  high: number | null;
  n: number;
  /** Words in place of a figure, which then has no value and no n. */
  text?: string;
  /** Where the figure comes from: a report by its id, and the number of a block of it; pages lead there. */
  at?: { report: string; block: number | null };
}

export interface FigureColumn {
  /** One of a kind within the table; heads columns of files. */
  name: string;
  title: string;
  decimals: number;
  /** Its full meaning, for pages. */
  about?: string;
}

interface FigureRow {
  /** Heading above rows that belong together; null if there is none. */
  group: string | null;
  /** Subject of the row: a system, unless the table says otherwise. */
  system: string;
  cells: FigureCell[];
}

/** How a page shows a table beside its numbers. */
export type FigureDisplay =
  /** Cells coloured by their value: in per cent, or between the ends of a scale. */
  | { as: 'heat'; scale?: readonly [low: number, high: number] }
  /** A line from `low` to `high` with the value as its point, beside the numbers of these columns (names). */
  | { as: 'intervals'; columns: readonly string[] }
  /** A point for each row with a value in both columns (names), above the table. */
  | { as: 'scatter'; x: string; y: string }
  /** A bar for each row, divided by the counts of these columns (names), which are at the front of the table. */
  | { as: 'bars'; columns: readonly string[] };

/** A table of figures, ready to be shown and to be written in any format. */
export interface FigureTable {
  name: string;
  title: string;
  /** Meaning of `low` and `high`, and the things that `n` counts. */
  range: string;
  counted: string;
  /** Head of the first column; "System" if absent. */
  rowsAre?: string;
  columns: FigureColumn[];
  rows: FigureRow[];
  /** Remarks that a reader has to know, one sentence each. */
  notes: string[];
  /** Absent: numbers only. */
  display?: FigureDisplay;
  /** Component of the suite that pages show above it (`components/scorer/suite-components.ts`). */
  component?: string;
}

/** A cell with words. */
export const textCell = (text: string): FigureCell => ({
  value: null,
  reason: null,
  low: null,
  high: null,
  n: 0,
  text
});

/** A cell of a value with its interval. */
export const figureCell = (
  {
    value,
    reason,
    interval
  }: { value: number | null; reason: string | null; interval: readonly [number, number] | null },
  n: number
): FigureCell => ({ value, reason, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n });

/** A cell of a count, which has no interval; `n` is what it was counted among. */
export const countCell = (value: number, n: number): FigureCell => ({ value, reason: null, low: null, high: null, n });

/** Headings of a table's rows in their order, each with its rows; one without heading if no row has one. */
export const rowGroups = ({ rows }: Pick<FigureTable, 'rows'>): { group: string | null; rows: FigureRow[] }[] =>
  [...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => ({ group, rows: own }));
