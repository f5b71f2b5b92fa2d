import type { DocumentBlock, Column, Row } from './document.ts';

const columnOf =
  (kind: Column['kind']) =>
  (title: string): Column => ({ title, kind });

/** The first column of a table: it names the row. */
export const nameColumn = columnOf('name');
export const textColumn = columnOf('text');
export const countColumn = columnOf('count');
export const figureColumn = columnOf('figure');
/** Figures with intervals at another confidence than 95%; see `Column`. */
export const figureColumnAt = (level: string, title: string): Column => ({ ...figureColumn(title), level });

/** A table as a block, also if it has no row. */
export const tableBlock = (caption: string, columns: Column[], rows: Row[]): DocumentBlock => ({
  kind: 'table',
  table: { caption, columns, rows }
});

/** A table, if it has a row. */
export const documentTable = (caption: string, columns: Column[], rows: Row[]): DocumentBlock[] =>
  rows.length === 0 ? [] : [tableBlock(caption, columns, rows)];
