import { cleanup, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { figureCell, textCell, type FigureTable } from '$lib/scorer/figure-table.ts';
import { figureShown } from '../../leaderboard/figure-shown.ts';
import Page from './+page.svelte';
import { pageWords } from '../../../../../../tests/page-words.ts';

const table: FigureTable = {
  ...{
    name: 'people-correlation',
    title: 'Scores by annotators and by judges',
    range: '95% CI',
    counted: 'reports'
  },
  columns: [
    { name: 'rho', title: 'Spearman’s ρ', decimals: 2 },
    { name: 'rho printed', title: 'ρ printed', decimals: 2 }
  ],
  rows: [
    {
      ...{ group: 'ACE, 0–10', system: 'Study 2, openai:gpt-5' },
      cells: [figureCell({ value: 0.8, reason: null, interval: [0.2, 0.95] }, 4), textCell('.81')]
    }
  ],
  notes: ['Scores of annotators are averaged.']
};
const shown = (suites: object[]) =>
  render(Page, {
    context: pageWords(),
    props: { data: { project: { slug: 'arena', name: 'Arena' }, suites } as never }
  });
const faults = async () => {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }); // prettier-ignore
  return violations.map(({ id }) => id);
};

afterEach(cleanup);

describe('the page of scores by people', () => {
  it('sets correlations beside the printed ones, with files, and names studies that stay closed', async () => {
    const figure = figureShown(table, String, [], () => '');
    shown([{ suite: 's', title: 'A suite', source: 'arXiv 1', figure, embargoed: [{ study: 3, name: 'Closed' }] }]);
    const row = screen.getAllByRole('row').map((one) => one.textContent ?? '').find((text) => text.includes('Study 2')); // prettier-ignore
    expect(row).toContain('0.80');
    expect(row).toContain('.81');
    expect(screen.getByRole('link', { name: 'XLSX' }).getAttribute('href')).toBe(
      '/p/arena/alignment/correlation/s.xlsx'
    );
    expect(screen.getByRole('link', { name: '3, Closed' }).getAttribute('href')).toBe('/p/arena/alignment/3/unblind');
    expect(await faults()).toEqual([]);
  });

  it('says what is missing while no study is there', async () => {
    shown([]);
    expect(screen.getByRole('link', { name: 'Open studies' })).toBeDefined();
    expect(await faults()).toEqual([]);
  });
});
