import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { ShownDecision } from './DecisionCard.svelte';
import EarlierDecisions from './EarlierDecisions.svelte';
import { pageWords } from '../../../../../tests/page-words.ts';

afterEach(cleanup);

it('earlier decisions say which agreement is weighted to the run', () => {
  const decision = (id: string, weighted: boolean): ShownDecision => ({
    ...{ id, outcome: 'reject', ensemble: null, analysisPlan: null, acknowledged: null, reason: 'Below.', by: 'Ines' },
    ...{ at: 0, study: null, figures: null, judges: [], prompt: null, changed: null, served: [], confirmations: [] },
    recommended: { outcome: 'reject', ensemble: null, against: false },
    agreement: { value: 0.8, low: 0.7, high: 0.9, n: 40, weighted }
  });
  render(EarlierDecisions, {
    props: { decisions: [decision('a', true), decision('b', false)] },
    context: pageWords()
  });
  const cells = screen.getAllByRole('cell', { name: /^\.800/ }).map((cell) => cell.textContent);
  expect(cells).toEqual(['.800weighted to the run', '.800']);
});
