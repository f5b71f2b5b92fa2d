import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it('leaves a text alone that is short enough, and ends others with a whole word', () => {
  expect(shortened('compare three towns', 19)).toBe('compare three towns');
  expect(shortened('compare three towns', 18)).toBe('compare three…');
  expect(shortened('compare three towns', 13)).toBe('compare three…');
});

it('cuts a text without spaces at the limit, and no letter in two', () => {
  expect(shortened('语'.repeat(9), 4)).toBe('语语语语…');
  expect(shortened(`a ${'y'.repeat(20)}`, 10)).toBe(`a ${'y'.repeat(8)}…`);
  expect(shortened('🦢'.repeat(5), 5)).toBe('🦢'.repeat(5));
  expect(shortened('🦢'.repeat(6), 5)).toBe(`${'🦢'.repeat(5)}…`);
});
