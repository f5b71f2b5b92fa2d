import { expect, it } from 'vitest';
import { dailyCodeBook } from './code-book.ts';

it('has ten domains and 35 categories, each name once', () => {
  const categories = dailyCodeBook.flatMap((one) => one.categories);
  expect([dailyCodeBook.length, categories.length]).toEqual([10, 35]);
  expect(new Set(categories.map((name) => name.toLowerCase())).size).toBe(35);
  expect(new Set(dailyCodeBook.map(({ domain }) => domain)).size).toBe(10);
});
