import { expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { no, numbered, quoteAt } from './finding.ts';

test('a quote is the line itself, or of a long one the words around the offset', () => {
  const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');
  const report = readStructure(`  - short line  \n${long}\n${'雨'.repeat(900)}`);
  expect(quoteAt(report, 1)).toBe('- short line');
  const start = report.text.indexOf('word100');
  const quote = quoteAt(report, 2, start);
  expect(quote).toMatch(/^word\d+ .*\bword100\b.* word\d+$/);
  expect(report.text).toContain(quote);
  expect(quoteAt(report, 2)).toMatch(/^word0 /);
  expect(quoteAt(report, 3, report.text.indexOf('雨') + 600)).toBe('雨'.repeat(240));
});

test('a finding keeps at most eight different quotes', () => {
  expect(no('x', ['a', 'a', '', ...'bcdefghij']).quotes).toEqual([...'abcdefgh']);
});

test('numbers read as words', () => {
  expect([numbered([3]), numbered([3, 5]), numbered([1, 2, 3], 2)]).toEqual([
    '[3]',
    '[3] and [5]',
    '[1], [2] and 1 more'
  ]);
});
