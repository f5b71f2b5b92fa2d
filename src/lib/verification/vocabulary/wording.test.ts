import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mergeWordings, wordDiff } from './word-diff.ts';
import { cleanWording, wordingFault } from './wording.ts';

const words = fc
  .array(
    fc.constantFrom(
      'Does',
      'the',
      'report',
      'name',
      'three',
      'operators',
      ',',
      '中文',
      '文',
      'カタ',
      'ไทย',
      '2024',
      '?'
    ),
    {
      maxLength: 14
    }
  )
  .map((list) => list.join(' '));

describe('wordDiff', () => {
  it('spells both wordings, up to blanks', () => {
    const spelled = (text: string) => text.replace(/\s+/g, '');
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = wordDiff(before, after);
        const of = (kinds: string[]) => parts.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
        expect(spelled(of(['same', 'removed']).join(''))).toBe(spelled(before));
        expect(of(['same', 'added']).join('')).toBe(after);
      })
    );
  });

  it('marks the words that changed and leaves punctuation alone', () => {
    expect(wordDiff('Does it name all operators?', 'Does it name three operators?')).toEqual([
      { kind: 'same', text: 'Does it name ' },
      { kind: 'removed', text: 'all ' },
      { kind: 'added', text: 'three ' },
      { kind: 'same', text: 'operators?' }
    ]);
    expect(wordDiff('One, two.', 'One, two')).toEqual([
      { kind: 'same', text: 'One, two' },
      { kind: 'removed', text: '.' }
    ]);
  });

  it('marks the characters that changed in scripts without blanks', () => {
    expect(wordDiff('报告是否列出所有运营商？', '报告是否列出三家运营商？')).toEqual([
      { kind: 'same', text: '报告是否列出' },
      { kind: 'removed', text: '所有' },
      { kind: 'added', text: '三家' },
      { kind: 'same', text: '运营商？' }
    ]);
  });

  it('is one part for the same wording and none for two empty ones', () => {
    expect(wordDiff('The same?', 'The same?')).toEqual([{ kind: 'same', text: 'The same?' }]);
    expect(wordDiff('', '')).toEqual([]);
  });
});

describe('mergeWordings', () => {
  const base = 'Does the report name all operators in the region?';

  it('puts changes of different words together, in either order', () => {
    const one = 'Does the report name three operators in the region?';
    const other = 'Does the report name all operators in the region in 2024?';
    const both = 'Does the report name three operators in the region in 2024?';
    expect([mergeWordings(base, one, other), mergeWordings(base, other, one)]).toEqual([both, both]);
  });

  it('puts changes of one clause together in scripts without blanks', () => {
    const [one, other] = ['报告是否列出三家运营商？', '报告是否列出所有运营商的名称？'];
    expect(mergeWordings('报告是否列出所有运营商？', one, other)).toBe('报告是否列出三家运营商的名称？');
  });

  it('gives up if the same words were changed differently', () => {
    expect(mergeWordings(base, base.replace('all', 'three'), base.replace('all', 'four'))).toBeNull();
  });

  it('is the change if only one changed something, or both the same', () => {
    const one = base.replace('all', 'three');
    fc.assert(
      fc.property(words, (text) => {
        expect(mergeWordings(base, text, text)).toBe(cleanWording(text));
      })
    );
    expect([mergeWordings(base, one, base), mergeWordings(base, base, one)]).toEqual([one, one]);
  });
});

describe('a wording', () => {
  it('is stored as an import would store it', () => {
    expect(cleanWording(' a\r\nb\r ')).toBe('a\nb');
    expect([wordingFault(''), wordingFault('a\u0000b'), wordingFault('a\ud800')].every(Boolean)).toBe(true);
    expect(wordingFault('a\nb\tc')).toBeNull();
  });
});
