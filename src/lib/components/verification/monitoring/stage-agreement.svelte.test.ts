import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import { stageAgreement } from '../../../verification/records/agreement.ts';
import StageAgreement from './StageAgreement.svelte';

afterEach(cleanup);

it('says of every coefficient without an interval that it has none, and of no undefined one', () => {
  const labels = (...all: ('appropriate' | 'not-appropriate')[]) => all;
  const differ = { qid: 'q1', labels: labels('appropriate', 'not-appropriate') };
  const same = Array.from({ length: 3 }, (_, i) => ({
    qid: `q${i + 2}`,
    labels: labels('appropriate', 'appropriate')
  }));
  const rows = [stageAgreement('annotation', 'item', [differ, ...same]), stageAgreement('review', 'item', same)];
  expect(rows.map(({ kappa }) => kappa.value === null)).toEqual([false, true]);
  render(StageAgreement, { props: { rows }, context: pageWords() });
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(3).map((cell) => cell.textContent.trim()));
  for (const [at, { ac1, kappa, alpha }] of rows.entries())
    for (const [place, { value, interval }] of [ac1, kappa, alpha].entries()) {
      const text = cells[at]![place]!;
      if (value === null) expect(text).toBe('–');
      else if (interval === null) expect(text).toMatch(/^[\u2212.\d]+ no interval$/);
      else expect(text).toMatch(/^[\u2212.\d]+ [\u2212.\d]+ – [.\d]+$/);
    }
  expect(screen.getAllByText('no interval')).toHaveLength(
    rows
      .flatMap(({ ac1, kappa, alpha }) => [ac1, kappa, alpha])
      .filter(({ value, interval }) => value !== null && interval === null).length
  );
});
