import { expect, it } from 'vitest';
import { pageOf } from './paging.ts';

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
