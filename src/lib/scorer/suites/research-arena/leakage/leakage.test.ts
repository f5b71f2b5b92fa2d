import { describe, expect, it } from 'vitest';
import {
  compositeSimilarity,
  isLeak,
  stringSimilarity,
  tfidfSimilarity,
  weighWords,
  wordOverlap
} from './similarity.ts';
import { splitInHalves } from './split.ts';
import { segmentedWords } from '../../../../stats/writing/segmented-words.ts';

const halves = (text: string) => {
  const split = splitInHalves(text);
  return split.testable ? [split.prefix, split.reference] : split.reason;
};

describe('words', () => {
  it('keep hyphens and apostrophes inside, in lower case, and drop marks', () => {
    expect(segmentedWords("Decision-making isn't O(n), 'quoted' - 3.5!")).toEqual(['decision-making', "isn't", 'o', 'n', 'quoted', '3', '5']); // prettier-ignore
  });
  it('of Chinese are segmented, with words of other scripts between them', () => {
    expect(segmentedWords('评估大型语言模型在2025年的表现。')).toEqual([
      '评估',
      '大型',
      '语言',
      '模型',
      '在',
      '2025',
      '年',
      '的',
      '表现'
    ]);
    expect(segmentedWords('使用Transformer-XL模型')).toEqual(['使用', 'transformer-xl', '模型']);
  });
  it('of an empty text and of marks alone are none', () => {
    expect([segmentedWords(''), segmentedWords('… — 。')]).toEqual([[], []]);
  });
});

describe('a text', () => {
  it('is split at the mark nearest the middle, which begins the second half', () => {
    expect(halves('One two, three four. Five')).toEqual(['One two', ', three four. Five']);
  });
  it('is split at the earlier of two marks that are equally near', () => {
    // 11 code points, the middle is 5.5: marks at 4 and 7 are 1.5 away.
    expect(halves('abcd,ef;ghi')).toEqual(['abcd', ',ef;ghi']);
  });
  it('is not split between two digits, nor before its first character', () => {
    expect(halves('It costs 3.14 or 1,000 at 12:30 here')).toEqual(['It costs 3.14 or', ' 1,000 at 12:30 here']);
    expect(halves('.abc def')).toEqual(['.abc', ' def']);
  });
  it('in Chinese is split at its own marks, by code points', () => {
    // 20 code points: 、 at 13 is nearer to the middle than ， at 6.
    expect(halves('设计一个实验，比较两种方法、并报告结果。')).toEqual([
      '设计一个实验，比较两种方法',
      '、并报告结果。'
    ]);
    expect(halves('𠮷𠮷𠮷、𠮷𠮷𠮷字。')).toEqual(['𠮷𠮷𠮷', '、𠮷𠮷𠮷字。']);
  });
  it('mixed of Chinese and English is split alike', () => {
    expect(halves('Compare LLM 在中文上的表现, then 报告结果')).toEqual([
      'Compare LLM 在中文上的表现',
      ', then 报告结果'
    ]);
  });
  it('without mark and space, of one word, or empty cannot be tested', () => {
    expect(halves('')).toBe('The text has neither a punctuation mark nor a space.');
    expect(halves('word')).toBe('The text has neither a punctuation mark nor a space.');
    expect(halves('word.')).toBe('The second half has no word.');
    expect(halves('… word')).toBe('The first half has no word.');
  });
});

describe('string similarity', () => {
  it('is 2L / (a + b)', () => {
    // Longest common subsequence of ABCBDAB and BDCABA: 4.
    expect(stringSimilarity('ABCBDAB', 'BDCABA')).toBeCloseTo(8 / 13, 14);
  });
  it('keeps case, and does not depend on how accents are encoded', () => {
    expect(stringSimilarity('AB', 'ab')).toBe(0);
    expect(stringSimilarity('caf\u00e9', 'cafe\u0301')).toBe(1);
    expect(stringSimilarity('𠮷a', '𠮷b')).toBe(0.5);
  });
  it('is 0 with an empty text', () => {
    expect([stringSimilarity('', 'ab'), stringSimilarity('ab', '')]).toEqual([0, 0]);
  });
});

describe('TF-IDF similarity', () => {
  const weights = weighWords(['a b', 'a c']);
  it('weighs words of all references by ln((1 + N) / (1 + df)) + 1', () => {
    expect(Object.fromEntries(weights)).toEqual({ a: 1, b: Math.log(3 / 2) + 1, c: Math.log(3 / 2) + 1 });
  });
  it('is the cosine over that vocabulary', () => {
    const idf = Math.log(3 / 2) + 1;
    // (1, idf, 0) · (2, 0, 0); the word z is outside.
    expect(tfidfSimilarity('a a z', 'a b', weights)).toBeCloseTo(1 / Math.sqrt(1 + idf ** 2), 14);
    expect(tfidfSimilarity('b a', 'a b', weights)).toBeCloseTo(1, 14);
  });
  it('is 0 if a text has no word of the vocabulary', () => {
    expect(tfidfSimilarity('z', 'a b', weights)).toBe(0);
    expect(tfidfSimilarity('', 'a b', weights)).toBe(0);
  });
});

describe('word overlap', () => {
  it('is the share of the reference’s words, so that it is not symmetric', () => {
    expect(wordOverlap('the cat sat', 'The cat')).toBe(1);
    expect(wordOverlap('The cat', 'the cat sat')).toBeCloseTo(2 / 3, 14);
  });
  it('counts a word with a hyphen once: the reference printed in A.4 has 14 words, and 2 of them are 14.3%', () => {
    const reference =
      'methods. Conduct controlled experiments measuring comprehension and decision-making quality, delivering statistical analysis results and recommendations.';
    expect(new Set(segmentedWords(reference)).size).toBe(14);
    expect((100 * wordOverlap('methods and more', reference)).toFixed(1)).toBe('14.3');
  });
});

describe('composite similarity', () => {
  // Printed with one decimal: parts and sum are each up to .05 off.
  it.each([
    ['A.4', 15.3, 9.4, 14.3, 12.7],
    ['gpt-4o-search-preview', 10.4, 7.1, 14.1, 9.8],
    ['gpt-4o-mini-search-preview', 7.7, 7.2, 17.2, 9.4],
    ['gpt-4.1', 22.4, 8.3, 12.4, 14.8],
    ['gpt-4.1-mini', 17.9, 8.9, 14.4, 13.6],
    ['o4-mini', 5.7, 9.4, 21.9, 10.5],
    ['gemini-2.5-pro', 20.8, 7.5, 12.4, 13.8],
    ['gemini-2.5-flash', 22.2, 6.9, 10.1, 13.7],
    ['grok-4', 22.2, 8.4, 12.7, 14.8],
    ['Average', 16.1, 8.0, 14.4, 12.6]
  ])('of the printed parts of %s is the printed sum within .1', (_, string, tfidf, overlap, printed) => {
    expect(Math.abs(compositeSimilarity({ string, tfidf, overlap }) - printed)).toBeLessThanOrEqual(0.1);
  });

  it('is 1 for the reference itself, and 0 for an empty continuation', () => {
    const reference = '，比较两种方法 and report results.';
    const weights = weighWords([reference, 'Another text.']);
    const composite = (continuation: string): number =>
      compositeSimilarity({
        string: stringSimilarity(continuation, reference),
        tfidf: tfidfSimilarity(continuation, reference, weights),
        overlap: wordOverlap(continuation, reference)
      });
    expect(composite(reference)).toBeCloseTo(1, 12);
    expect(composite('')).toBe(0);
  });

  it('is a leak strictly above .7', () => {
    expect([isLeak({ composite: 0.7 }), isLeak({ composite: 0.7000001 })]).toEqual([false, true]);
  });
});
