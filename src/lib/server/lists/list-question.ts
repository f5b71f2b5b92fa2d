/** The rows of a long list that one page shows, as a domain is asked for them. */
export interface ListQuestion {
  /** Words that each row must contain; '' for all rows. */
  search: string;
  /** One of the orders that the list knows. */
  sort: string;
  descending: boolean;
  /** Chosen values by the name of the filter; a filter that is not chosen is left out. */
  filters: Readonly<Record<string, string>>;
  /** At least 1; the nearest page is given if there are fewer. */
  page: number;
  /** Rows of a page. */
  size: number;
}

export interface ListPage<Row> {
  rows: Row[];
  /** From 1 to `pages`. */
  page: number;
  /** At least 1. */
  pages: number;
  /** Rows on all pages. */
  total: number;
}

/** The words of a search, each of which a row must contain. At most eight; the rest of a longer search is ignored. */
export const searchWords = (search: string): string[] =>
  search
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);

/** The page nearest to the one asked for, of `total` rows, and how many rows come before it. */
export function pageWithin(
  total: number,
  { page, size }: Pick<ListQuestion, 'page' | 'size'>
): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  const nearest = Math.min(pages, Math.max(1, Math.trunc(page) || 1));
  return { page: nearest, pages, offset: (nearest - 1) * size };
}
