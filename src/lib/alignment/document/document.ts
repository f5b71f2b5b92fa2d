import type { Chart } from '../charts/chart.ts';

/**
 * The alignment report as a document: sections of text, facts, tables and charts, decided once. Writers of Markdown, LaTeX,
 * HTML and CSV only arrange it, so that all say the same.
 */
export interface AlignmentDocument {
  /** Of its text, as in `lang` (BCP 47). */
  language: string;
  title: string;
  /** Its subject, the time of computation and the data that it was computed from. */
  facts: Fact[];
  sections: Section[];
}

export interface Section {
  id: string;
  title: string;
  blocks: DocumentBlock[];
}

export type DocumentBlock =
  | { kind: 'paragraph'; lead?: string; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'table'; table: DocumentTable }
  | { kind: 'chart'; chart: Omit<Chart, 'name'> & Partial<Pick<Chart, 'name'>> };

export interface Fact {
  term: string;
  value: string;
}

export interface DocumentTable {
  caption: string;
  columns: Column[];
  rows: Row[];
}

export interface Column {
  title: string;
  /** The first column names the row; the others hold words, whole numbers or figures. */
  kind: 'name' | 'text' | 'count' | 'figure';
  /** Confidence of the intervals of figures, such as `90%`; `several` if rows differ, which the caption tells. 95% if absent. */
  level?: string;
}

export interface Row {
  name: string;
  strong?: boolean;
  /** One for each column after the first. */
  cells: DocumentCell[];
}

export type DocumentCell = string | number | ShownNumber | null;

/** A figure in a document: never without its n, its interval if there is one, and a reason if it is undefined. */
export interface ShownNumber {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  clusters: number | null;
  /** How the interval was made; null if there is none. */
  interval: string | null;
  /** Why the value, or its interval, is missing; null if both are there. */
  why: string | null;
  /** The value as people read it. */
  written: string;
  /** The interval as people read it; empty if none belongs there, a dash if it is missing. */
  range: string;
}

export const isNumberShown = (cell: DocumentCell): cell is ShownNumber => cell !== null && typeof cell === 'object';

/** The reasons behind all dashes of a table, each once. */
export const documentReasons = (rows: readonly Row[]): string[] => [
  ...new Set(
    rows.flatMap(({ cells }) =>
      cells.flatMap((cell) => (isNumberShown(cell) && cell.why ? [cell.why.replace(/[.。]$/, '')] : []))
    )
  )
];

/** Whether a column of figures has an interval anywhere: if none has, its place is not kept. */
export const hasIntervals = ({ rows }: DocumentTable, column: number): boolean =>
  rows.some(({ cells }) => {
    const cell = cells[column - 1] ?? null;
    return isNumberShown(cell) && cell.range !== '';
  });
