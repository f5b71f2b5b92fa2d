export interface Paged<Row> {
  rows: Row[];
  /** From 1 to `pages`. */
  page: number;
  /** At least 1. */
  pages: number;
  /** Rows on all pages. */
  total: number;
}

/** A page of rows. @param asked Its number as an address gives it: the nearest page there is, the first for anything else */
export function pageOf<Row>(rows: readonly Row[], asked: string | null, size: number): Paged<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(asked)) || 1));
  return { rows: rows.slice((page - 1) * size, page * size), page, pages, total: rows.length };
}
