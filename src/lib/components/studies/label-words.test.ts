import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/words.ts';
import { besideOwn, labelInWords } from './label-words.ts';

const options = [
  { label: 'yes', title: 'Yes' },
  { label: '7', title: '7' }
];

describe('a label in words', () => {
  it('is the title of its option, a refusal in words, or a dash', () => {
    expect(labelInWords('yes', options, [])).toBe('Yes');
    expect(labelInWords('cannot-judge', options, [])).toBe('cannot judge');
    expect(labelInWords(null, options, [])).toBe('–');
    expect(labelInWords('no-claim', options, [])).toBe('no-claim');
  });

  it('of a ranking names the texts from the best down, equal ones together', () => {
    expect(labelInWords('2,1,3', [], ['A', 'B', 'C'])).toBe('B, A, C');
    expect(labelInWords('1,1,3', [], ['A', 'B', 'C'])).toBe('A = B, C');
    expect(labelInWords('2,3,1,3', [], ['A', 'B', 'C', 'D'])).toBe('C, A, B = D');
    expect(labelInWords('A, by far', [], ['A', 'B'])).toBe('A, by far');
  });
});

describe('a judge’s label beside one’s own', () => {
  it('is the same, another, or so many points above or below', () => {
    const beside = (label: string | null, own: string, language = 'en') =>
      besideOwn(label, own, messagesIn(language, 'reveal'));
    expect(beside('yes', 'yes')).toEqual({ same: true, words: 'agrees' });
    expect(beside('no', 'yes')).toEqual({ same: false, words: 'differs' });
    expect(beside('8', '7').words).toBe('1 point above you');
    expect(beside('2', '7').words).toBe('5 points below you');
    expect(beside('2', 'cannot-judge').words).toBe('differs');
    expect(beside(null, '7').words).toBe('differs');
    expect(beside('2', '7', 'zh-Hans').words).toBe('比您低 5 分');
  });
});
