import { z } from 'zod';
import type { ListPage, ListQuestion } from '$lib/server/lists/list-question.ts';

const MOST_ROWS = 200;

/** The parameters of a page of rows. @param most rows that it may have @param usual rows if none is given */
export const pageParameters = (most = MOST_ROWS, usual = 50) =>
  z.strictObject({
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .describe('Page, from 1; a page after the last one has no rows.'),
    size: z.coerce.number().int().min(1).max(most).default(usual).describe('Rows of a page.')
  });

/** The parameters of a list, as on its page. @param sorts its orders, the default first, with a minus if it is descending */
export const pagedBy = <const S extends [string, ...string[]]>(sorts: S) =>
  pageParameters().extend({
    q: z.string().max(200).default('').describe('Words that each row contains.'),
    sort: z
      .enum(sorts.map((sort) => sort.replace('-', '')).flatMap((sort) => [sort, `-${sort}`]) as [string, ...string[]])
      .default(sorts[0])
      .describe('Order; a minus reverses it.')
  });

interface AskedPage {
  page: number;
  size: number;
  q: string;
  sort: string;
}

/** The question that a request asks of a list. */
export const listQuestionOf = (
  { page, size, q, sort }: AskedPage,
  filters: Record<string, string> = {}
): ListQuestion => ({
  ...{ page, size, filters, search: q.trim() },
  sort: sort.replace(/^-/, ''),
  descending: sort.startsWith('-')
});

/** One page of rows, as every list answers. */
export const pageOfRows = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    page: z.int().describe('Page, from 1.'),
    pages: z.int().describe('Number of pages, at least 1.'),
    total: z.int().describe('Rows on all pages.')
  });

/**
 * A list's answer for the page that was asked for: lists give the nearest page, as their pages in the browser do, but a program that
 * reads until a page is empty would then never end. Other answers are returned unchanged.
 */
export function atAskedPage(query: unknown, answer: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('page' in query) || typeof query.page !== 'number')
    return answer;
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !('page' in answer)) return answer;
  return answer.page === query.page ? answer : { ...answer, rows: [], page: query.page };
}

/** A page of rows in memory. */
export function cutPage<Row>(rows: readonly Row[], { page, size }: { page: number; size: number }): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const at = Math.min(page, pages);
  return { rows: rows.slice((at - 1) * size, at * size), page: at, pages, total: rows.length };
}
