import type { Listing } from '$lib/components/shared/lists/listing.ts';
import { pageWithin, type ListPage, type ListQuestion } from '$lib/server/lists/list-question.ts';

/** How a list of a page is asked for in its address: `?q=heat&domain=Health&sort=-items&page=2`. */
interface ListAddress {
  /** The orders that columns offer. */
  sorts: readonly string[];
  /** The order of an address that names none, such as `position` or `-number`. */
  usual: string;
  filters?: readonly string[];
  /** Rows of a page; 50 unless told. */
  size?: number;
  /** Before all names in the address, if a page has several lists. */
  prefix?: string;
}

const PAGE = 50;
const LONGEST_SEARCH = 200;

const orderIn = (text: string): { sort: string; descending: boolean } =>
  text.startsWith('-') ? { sort: text.slice(1), descending: true } : { sort: text, descending: false };

/** The question that an address asks of a list. What the list does not know is as if it were not there. */
export function askedList(
  { searchParams }: URL,
  { sorts, usual, filters = [], size = PAGE, prefix = '' }: ListAddress
): ListQuestion {
  const given = (name: string): string => searchParams.get(`${prefix}${name}`) ?? '';
  const order = orderIn(given('sort'));
  return {
    search: given('q').trim().slice(0, LONGEST_SEARCH),
    ...(sorts.includes(order.sort) ? order : orderIn(usual)),
    filters: Object.fromEntries(filters.flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]]))),
    page: pageIn(given('page')),
    size
  };
}

/** Page and question together, for the components of a list; rows stay apart. */
export function listingOf(
  { searchParams }: URL,
  { usual, filters = [], prefix = '' }: ListAddress,
  question: ListQuestion,
  { rows, page, pages, total }: ListPage<unknown>
): Listing {
  const own = new Set(['q', 'sort', 'page', ...filters].map((name) => `${prefix}${name}`));
  return {
    prefix,
    search: question.search,
    sort: question.sort,
    descending: question.descending,
    usual: orderIn(usual),
    filters: { ...question.filters },
    page,
    pages,
    total,
    shown: rows.length,
    size: question.size,
    // A form's action stands in the address as `/name`.
    beside: [...searchParams].filter(([name]) => !own.has(name) && !name.startsWith('/'))
  };
}

const pageIn = (text: string | null): number => Math.max(1, Math.trunc(Number(text)) || 1);

/** A page of rows. @param asked Its number as an address gives it: the nearest page there is, the first for anything else */
export function pageOf<Row>(rows: readonly Row[], asked: string | null, size: number): ListPage<Row> {
  const { page, pages, offset } = pageWithin(rows.length, { page: pageIn(asked), size });
  return { rows: rows.slice(offset, offset + size), page, pages, total: rows.length };
}
