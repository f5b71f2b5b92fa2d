import { expect, test } from 'vitest';
import { pageOutcomes } from '../pipeline.ts';
import { isE1, maySupply, outcomeWords } from './outcomes.ts';

test('strict E1 counts pages that do not exist or are broken, and nothing else', () => {
  expect(pageOutcomes.filter((outcome) => isE1(outcome, 'strict'))).toEqual([
    'not-found',
    'unresolved',
    'server-error',
    'redirects'
  ]);
});

test('E1 as in the paper also counts pages that we were kept out of', () => {
  expect(pageOutcomes.filter((outcome) => isE1(outcome, 'paper') && !isE1(outcome, 'strict'))).toEqual([
    'blocked',
    'needs-sign-in',
    'rate-limited',
    'timed-out',
    'not-allowed'
  ]);
});

test('a text may be supplied where the page may exist', () => {
  expect(pageOutcomes.filter((outcome) => !maySupply(outcome))).toEqual(['ok', 'not-found']);
});

test('each outcome has words of its own', () => {
  expect(new Set(pageOutcomes.map(outcomeWords)).size).toBe(pageOutcomes.length);
});
