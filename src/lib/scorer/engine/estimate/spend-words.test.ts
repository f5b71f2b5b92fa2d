import { expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import type { RunSpend } from './run-progress.ts';
import { spendInWords } from './spend-words.ts';

const inWords = (spend: Partial<RunSpend>): string =>
  spendInWords(
    { ...{ known: 0, unpriced: 0, unanswered: 0, budget: null, searches: { known: 0, unpriced: 0 } }, ...spend },
    messagesIn('en', 'runSpend')
  ).join(' ');

it.each([
  [{}, 'Spent $0.00.'],
  [{ unpriced: 1 }, 'The cost is unknown. The price of 1 call is not known.'],
  [{ known: 0.5, unpriced: 2 }, 'Spent $0.50. This excludes 2 calls without a known price.'],
  [
    { known: 0.5, budget: 2, searches: { known: 0.2, unpriced: 0 } },
    'Spent $0.50 of $2.00. Searches account for $0.20 of this.'
  ]
] satisfies [Partial<RunSpend>, string][])('a run that spent %j says so', (spend, words) => {
  expect(inWords(spend)).toBe(words);
});
