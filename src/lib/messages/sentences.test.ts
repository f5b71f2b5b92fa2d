import { expect, test } from 'vitest';
import { joinSentences } from './sentences.ts';

test('sentences of a paragraph are apart by a space, except after a full-width stop', () => {
  expect(joinSentences(['One item.', 'Two labels?', 'None.'])).toBe('One item. Two labels? None.');
  expect(joinSentences(['一项。', '有标注吗？', '没有！', '共 2 项。'])).toBe('一项。有标注吗？没有！共 2 项。');
  expect([joinSentences([]), joinSentences(['', 'One item.'])]).toEqual(['', 'One item.']);
});
