import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { excerpt } from './rubric-tree-excerpt.ts';
import { processorTimeSince } from '../../../../../tests/timing.ts';

const filler = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `Row ${at}: the weather was fair and the sea was calm.`).join('\n');

describe('excerpt', () => {
  it('returns a text that fits whole', () => {
    expect(excerpt('Ports grew.', ['Ports grew.'], 11)).toBe('Ports grew.');
  });

  it('finds the passages that share rare words, numbers or Han characters with the claims', () => {
    const text = [
      filler(300),
      'Herring landings in Kiel reached 1,234 barrels.',
      filler(300),
      '渡轮乘客减少了一半。',
      filler(300)
    ].join('\n');
    const short = excerpt(text, ['Kiel landed 1234 barrels of herring', '渡轮乘客减少'], 5_000);
    expect(short).toContain('reached 1,234 barrels');
    expect(short).toContain('渡轮乘客减少了一半');
    expect(short.indexOf('1,234')).toBeLessThan(short.indexOf('渡轮'));
  });

  it('gives every claim its turn before any claim gets a second passage', () => {
    const many = Array.from({ length: 50 }, (_, at) => `Herring herring report ${at}. ${'x'.repeat(600)}`).join('\n');
    const text = `${filler(50)}\n${many}\nOne line about walnuts only.\n${filler(50)}`;
    expect(excerpt(text, ['herring report', 'walnuts'], 4_000)).toContain('walnuts');
  });

  it('begins with the opening and marks what is left out', () => {
    const short = excerpt(`TITLE OF ALL\n${filler(300)}`, ['sea'], 3_000);
    expect(short.startsWith('TITLE OF ALL')).toBe(true);
    expect(short).toContain('[…]');
  });
});

test('an excerpt keeps to its budget, holds only words of the text in their order, and is always the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'port ', 'Kiel ', '\n', '. ', '港', '😀', '12 '), maxLength: 3000 }),
      fc.array(fc.constantFrom('Kiel port', '港口', '12'), { maxLength: 4 }),
      fc.integer({ min: 1000, max: 4000 }),
      (text, claims, budget) => {
        const short = excerpt(text, claims, budget);
        expect(short.length).toBeLessThanOrEqual(Math.max(budget, text.length <= budget ? text.length : 0));
        let from = 0;
        for (const part of short.split('\n[…]\n')) {
          const at = text.indexOf(part, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + part.length;
        }
        expect(short.isWellFormed()).toBe(true);
        expect(excerpt(text, claims, budget)).toBe(short);
      }
    )
  );
});

test('a page of two million characters is read in seconds', () => {
  const text = filler(40_000);
  const began = process.threadCpuUsage();
  expect(
    excerpt(
      text,
      Array.from({ length: 15 }, (_, at) => `row ${at * 99} weather`),
      50_000
    ).length
  ).toBeGreaterThan(10_000);
  expect(processorTimeSince(began)).toBeLessThan(10_000);
});
