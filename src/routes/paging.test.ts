import { expect, it } from 'vitest';
import { listAddress } from '$lib/components/shared/lists/listing.ts';
import { askedList, listingOf, pageOf } from './paging.ts';

const rows = Array.from({ length: 45 }, (_, at) => at + 1);
const ends = (asked: string | null) => {
  const { rows: shown, page } = pageOf(rows, asked, 20);
  return [page, shown[0], shown.at(-1)];
};

it('the pages of a list hold each row once', () => {
  expect([null, '1', '2', '3'].map(ends)).toEqual([
    [1, 1, 20],
    [1, 1, 20],
    [2, 21, 40],
    [3, 41, 45]
  ]);
  expect(pageOf(rows, '2', 20)).toMatchObject({ pages: 3, total: 45 });
  expect(pageOf([], '7', 20)).toEqual({ rows: [], page: 1, pages: 1, total: 0 });
});

it('a page that there is not is the nearest one, and what is no number the first', () => {
  expect(['99', 'Infinity', '1e99', '-4', '0', '', 'last', '1.5', '2.9'].map(ends).map(([page]) => page)).toEqual([
    3, 3, 3, 1, 1, 1, 1, 1, 2
  ]);
  expect(ends('1.5')).toEqual([1, 1, 20]);
});

const address = { sorts: ['position', 'items'], usual: 'position', filters: ['domain'] };
const asked = (query: string) => {
  const url = new URL(`http://here.example/list?${query}`);
  const question = askedList(url, address);
  return {
    question,
    list: listingOf(url, address, question, { rows: rows.slice(0, 20), page: 1, pages: 3, total: 45 })
  };
};

it('an address says what is asked of a list, and what the list does not know is ignored', () => {
  expect(asked('q=+heat++wave+&domain=Health&sort=-items&page=3').question).toEqual({
    search: 'heat  wave',
    sort: 'items',
    descending: true,
    filters: { domain: 'Health' },
    page: 3,
    size: 50
  });
  expect(asked('sort=-secret&other=1&domain=&page=x').question).toEqual({
    search: '',
    sort: 'position',
    descending: false,
    filters: {},
    page: 1,
    size: 50
  });
});

it('links of a list change one thing, keep the others and start at the first page', () => {
  const { list } = asked('q=heat&domain=Health&sort=-items&page=2&systems-page=4&/act=');
  expect(listAddress(list, { page: 2 })).toBe('?systems-page=4&q=heat&domain=Health&sort=-items&page=2');
  expect(listAddress(list, { sort: 'items', descending: false })).toBe(
    '?systems-page=4&q=heat&domain=Health&sort=items'
  );
  expect(listAddress(list, { sort: 'position', descending: false, search: '', filters: {} })).toBe('?systems-page=4');
});
