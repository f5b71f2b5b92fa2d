/** A list as a page shows it: what was asked, and which of its rows are there. Its address is made of these alone. */
export interface Listing {
  /** Before the names in the address, if a page has several lists; '' else. */
  prefix: string;
  search: string;
  sort: string;
  descending: boolean;
  /** The order of an address that names none. */
  usual: { sort: string; descending: boolean };
  filters: Record<string, string>;
  page: number;
  pages: number;
  /** Rows found on all pages. */
  total: number;
  /** Rows of this page. */
  shown: number;
  /** Rows of a full page. */
  size: number;
  /** Further parameters of the address beside this list's. */
  beside: [string, string][];
}

interface ListChange {
  search?: string;
  sort?: string;
  descending?: boolean;
  filters?: Record<string, string>;
  page?: number;
}

/** The address of the list with something else asked, from its first page unless a page is given. What is usual is left out. */
export function listAddress(list: Listing, change: ListChange): string {
  const { search, sort, descending, filters, page } = { ...list, page: 1, ...change };
  const asked: [string, string][] = [
    ['q', search],
    ...Object.entries(filters),
    ['sort', sort === list.usual.sort && descending === list.usual.descending ? '' : `${descending ? '-' : ''}${sort}`],
    ['page', page > 1 ? String(page) : '']
  ];
  const named = asked.filter(([, value]) => value !== '').map(([name, value]) => [`${list.prefix}${name}`, value]);
  return `?${new URLSearchParams([...list.beside, ...named])}`;
}

/** Whether words or filters leave rows out. */
export const isNarrowed = ({ search, filters }: Listing): boolean => search !== '' || Object.keys(filters).length > 0;
