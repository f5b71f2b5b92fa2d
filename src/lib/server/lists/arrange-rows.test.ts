import { expect, it } from 'vitest';
import { arrangeRows } from './arrange-rows.ts';
import { pageWithin, searchWords, type ListQuestion } from './list-question.ts';

const rows = [
  { name: 'Überblick 10', n: 3, kind: 'a' },
  { name: 'Run 9', n: null, kind: 'b' },
  { name: 'run 10', n: 7, kind: 'a' },
  { name: 'Études', n: 7, kind: 'b' }
];
const ask = (change: Partial<ListQuestion>): string[] =>
  arrangeRows(
    rows,
    { search: '', sort: '', descending: false, filters: {}, page: 1, size: 50, ...change },
    {
      text: ({ name, kind }) => [name, kind],
      orders: { name: ({ name }) => name, n: ({ n }) => n },
      filters: { kind: ({ kind }, chosen) => kind === chosen }
    }
  ).rows.map(({ name }) => name);

it('a search keeps the rows that hold each of its words, whatever their capitals', () => {
  expect(ask({ search: 'RUN' })).toEqual(['Run 9', 'run 10']);
  expect(ask({ search: '10 run' })).toEqual(['run 10']);
  expect(ask({ search: 'über' })).toEqual(['Überblick 10']);
  expect(ask({ search: 'none such' })).toEqual([]);
  expect(searchWords('  a  b \n')).toEqual(['a', 'b']);
});

it('numbers in names sort as numbers, and rows without a value stand last both ways', () => {
  expect(ask({ sort: 'name' })).toEqual(['Études', 'Run 9', 'run 10', 'Überblick 10']);
  expect(ask({ sort: 'n' })).toEqual(['Überblick 10', 'run 10', 'Études', 'Run 9']);
  expect(ask({ sort: 'n', descending: true })).toEqual(['run 10', 'Études', 'Überblick 10', 'Run 9']);
});

it('a filter keeps its rows, one that the list does not know keeps all', () => {
  expect(ask({ filters: { kind: 'b' } })).toEqual(['Run 9', 'Études']);
  expect(ask({ filters: { other: 'b' } })).toHaveLength(4);
});

it('pages hold each row once, and a page that there is not is the nearest one', () => {
  expect([1, 2, 9].map((page) => ask({ size: 3, page }))).toEqual([
    ['Überblick 10', 'Run 9', 'run 10'],
    ['Études'],
    ['Études']
  ]);
  expect(pageWithin(0, { page: 4, size: 50 })).toEqual({ page: 1, pages: 1, offset: 0 });
});
