import { expect, it } from 'vitest';
import { listIn } from './lists.ts';
import { joinSentences } from './sentences.ts';

it('a list of things is written as sentences of the language write it', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => listIn('en', names))).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C'
  ]);
  expect(listIn('zh-Hans', ['A', 'B', 'C'])).toBe('A、B和C');
});

it('sentences of a paragraph are apart by a space, except after a full-width stop', () => {
  expect(joinSentences(['One item.', 'Two labels?', 'None.'])).toBe('One item. Two labels? None.');
  expect(joinSentences(['一项。', '有标注吗？', '没有！', '共 2 项。'])).toBe('一项。有标注吗？没有！共 2 项。');
  expect([joinSentences([]), joinSentences(['', 'One item.'])]).toEqual(['', 'One item.']);
});
