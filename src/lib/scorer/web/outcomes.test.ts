import { expect, test } from 'vitest';
import { pageOutcomes } from '../page.ts';
import { countedAs, failsClaims, isE1, maySupply, pageOutcomeWords } from './outcomes.ts';

test('strict E1 counts pages that do not exist or lead nowhere, and nothing else', () => {
  expect(pageOutcomes.filter((outcome) => isE1(outcome, 'strict'))).toEqual([
    'not-found',
    'soft-404',
    'unresolved',
    'insecure',
    'redirects'
  ]);
});

test('E1 as in the paper also counts servers that failed and pages that could not be reached from here', () => {
  expect(pageOutcomes.filter((outcome) => isE1(outcome, 'paper') && !isE1(outcome, 'strict'))).toEqual([
    'server-error',
    'reset',
    'blocked',
    'needs-sign-in',
    'rate-limited',
    'timed-out',
    'not-allowed'
  ]);
});

test('a claim counts as not supported if its page is dead, answers 5xx or resets the connection', () => {
  expect(pageOutcomes.filter(failsClaims)).toEqual([
    'not-found',
    'soft-404',
    'unresolved',
    'insecure',
    'server-error',
    'reset',
    'redirects'
  ]);
});

test('5xx, resets and timeouts each have a figure of their own', () => {
  expect(pageOutcomes.flatMap((outcome) => countedAs(outcome) ?? [])).toEqual(['serverErrors', 'resets', 'timeouts']);
});

test('a text may be supplied if the page may exist', () => {
  expect(pageOutcomes.filter((outcome) => !maySupply(outcome))).toEqual(['ok', 'not-found']);
});

test('each outcome has words of its own', () => {
  expect(new Set(pageOutcomes.map(pageOutcomeWords)).size).toBe(pageOutcomes.length);
});
