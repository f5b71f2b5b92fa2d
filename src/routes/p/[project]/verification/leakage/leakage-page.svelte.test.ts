import { cleanup, render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { compareContinuations, leakageTable } from '$lib/scorer/suites/research-arena/leakage/results.ts';
import { figureShown } from '../../leaderboard/figure-shown.ts';
import { pageWords } from '../../../../../../tests/page-words.ts';
import Page from './+page.svelte';

const continuations = compareContinuations([
  { qid: 't1', model: 'knows', prefix: 'One', reference: ', two.', continuation: ', two.', string: 1, overlap: 1 },
  { qid: 't1', model: 'other', prefix: 'One', reference: ', two.', continuation: '', string: 0, overlap: 0 }
]);
const project = { slug: 'arena', name: 'Arena' };
const shown = (results: object | null) =>
  render(Page, {
    props: {
      data: {
        ...{ project, runs: [{ number: 4, name: 'Leakage test', createdAt: 0 }], run: { number: 4, state: 'done' } },
        results
      } as never
    },
    context: pageWords()
  });
const faults = async () => {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }); // prettier-ignore
  return violations.map(({ id }) => id);
};

afterEach(cleanup);

describe('the page of leakage tests', () => {
  it('shows similarities by model, the most similar continuations, and what was not compared', async () => {
    shown({
      ...{ figure: figureShown(leakageTable(continuations), String, [], () => ''), continuations, all: 2 },
      notTestable: [{ qid: 't2', reason: 'Not testable: The text has neither a punctuation mark nor a space.' }],
      failed: [{ qid: 't3', model: 'other', reason: 'The judge refused to answer.' }]
    });
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.find((row) => row.includes('knows'))).toContain('100.0');
    const [first, second] = screen.getAllByRole('article');
    expect(within(first!).getByText('leak')).toBeDefined();
    expect(within(second!).queryByText('leak')).toBeNull();
    expect(within(second!).getByText('empty')).toBeDefined();
    expect(screen.getByText(/t2: Not testable/)).toBeDefined();
    expect(screen.getByText(/t3, other: The judge refused/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe('/p/arena/verification/leakage/4/leakage.csv'); // prettier-ignore
    expect(await faults()).toEqual([]);
  });

  it('says where a test begins while there is none', async () => {
    shown(null);
    expect(screen.getByRole('link', { name: 'Start a test' }).getAttribute('href')).toBe(
      '/p/arena/verification/making'
    );
    expect(await faults()).toEqual([]);
  });
});
