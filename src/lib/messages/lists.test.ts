import { expect, it } from 'vitest';
import { listIn } from './lists.ts';

it('a list of things is written as sentences of the language write it', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => listIn('en', names))).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C'
  ]);
  expect(listIn('zh-Hans', ['A', 'B', 'C'])).toBe('A、B和C');
});
