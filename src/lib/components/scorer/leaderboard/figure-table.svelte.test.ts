import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { figureCell, countCell, textCell, type FigureDisplay } from '../../../scorer/figure-table.ts';
import { pageWords } from '../../../../../tests/page-words.ts';
import FigureTable from './FigureTable.svelte';

const value = (one: number | null, low: number, high: number) =>
  figureCell(
    { value: one, reason: one === null ? 'No report.' : null, interval: one === null ? null : [low, high] },
    6
  );
const columns = [
  { name: 'recall', title: 'Recall, %', decimals: 1 },
  { name: 'cited', title: 'Cited', decimals: 0 },
  { name: 'wrong', title: 'Wrong', decimals: 0 }
];
const rows = [
  { name: 'near', href: '/near', cells: [value(62.5, 50, 75), countCell(40, 50), countCell(10, 50)] },
  { name: 'far', cells: [value(null, 0, 0), countCell(12, 20), countCell(8, 20)] },
  { name: 'wide', cells: [value(25, 10, 40), countCell(30, 30), countCell(0, 30)] }
];
const shown = (display: FigureDisplay | null) =>
  render(FigureTable, { props: { label: 'Recall', rowsAre: 'System', columns, rows, display }, context: pageWords() });

afterEach(cleanup);

describe('a suite’s figure', () => {
  it('draws an interval beside each number of the columns that its data names, and none if there is no value', () => {
    shown({ as: 'intervals', columns: ['recall'] });
    expect(document.querySelectorAll('svg.row')).toHaveLength(2);
    expect(document.querySelectorAll('line.ci')).toHaveLength(2);
    const row = within(screen.getByRole('row', { name: /near/ }));
    expect(row.getByText('62.5')).toBeTruthy();
    expect(row.getByText('50.0 – 75.0')).toBeTruthy();
    expect(screen.getByText('–: No report.')).toBeTruthy();
  });

  it('draws no axis for a column without any value, and no plane without any point', () => {
    const empty = [{ name: 'far', cells: [value(null, 0, 0), countCell(12, 20), countCell(8, 20)] }];
    for (const display of [
      { as: 'intervals', columns: ['recall'] },
      { as: 'scatter', x: 'cited', y: 'recall' }
    ] as FigureDisplay[]) {
      const { container, unmount } = render(FigureTable, { props: { label: 'Recall', rowsAre: 'System', columns, rows: empty, display }, context: pageWords() }); // prettier-ignore
      expect(container.querySelectorAll('svg')).toHaveLength(0);
      expect(screen.getAllByRole('columnheader')).toHaveLength(4);
      unmount();
    }
  });

  it('puts printed numbers to the right, under their head, and words to the left', () => {
    const texts = [{ name: 'near', cells: [textCell('.84'), textCell('within a query'), countCell(1, 2)] }];
    render(FigureTable, {
      props: { label: 'Recall', rowsAre: 'System', columns, rows: texts, display: null },
      context: pageWords()
    });
    const classOf = (name: string) => screen.getByRole('columnheader', { name }).classList.contains('num');
    expect(['Recall, %', 'Cited', 'Wrong'].map(classOf)).toEqual([true, false, true]);
    expect(['.84', 'within a query'].map((text) => screen.getByText(text).classList.contains('num'))).toEqual([true, false]); // prettier-ignore
  });

  it('draws a point for each row that has both values, which leads where its row leads', () => {
    shown({ as: 'scatter', x: 'cited', y: 'recall' });
    expect(screen.getByRole('group', { name: /Recall, % by Cited/ })).toBeTruthy();
    const titles = [...document.querySelectorAll('circle title')].map(({ textContent }) => textContent);
    expect(titles).toEqual(['near: Cited 40, Recall, % 62.5', 'wide: Cited 30, Recall, % 25.0']);
    expect(screen.getByRole('link', { name: titles[0]! }).getAttribute('href')).toBe('/near');
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });

  it('draws bars and heat maps as before, and numbers alone if it asks for nothing', () => {
    shown({ as: 'bars', columns: ['cited', 'wrong'] });
    expect(screen.getByRole('img', { name: 'Cited: 40, Wrong: 10' })).toBeTruthy();
    cleanup();
    shown({ as: 'heat' });
    expect(document.querySelector('td[class^="seq-"], td.none')).toBeTruthy();
    cleanup();
    shown(null);
    expect(document.querySelector('svg')).toBeNull();
  });
});
