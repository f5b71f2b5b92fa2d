import { describe, expect, it } from 'vitest';
import {
  holdsTexts,
  rankedTextHash,
  rankedTextsHash,
  textsInWords,
  textsSince,
  type RankedText
} from './ranked-texts.ts';

const task = (text: string, family: RankedText['family'] = 'trend-scan'): RankedText => ({ text, family, difficulty: 'basic' }); // prettier-ignore
const compared = new Map([
  ['b', task('B')],
  ['a', task('A')]
]);

describe('texts of a ranking', () => {
  it('have one hash whatever their order, and another with each word, family or qid that differs', () => {
    expect(rankedTextsHash(new Map([...compared].reverse()))).toBe(rankedTextsHash(compared));
    const others = [
      new Map([...compared, ['a', task('A.')]]),
      new Map([...compared, ['a', task('A', 'literature-survey')]]),
      new Map([
        ['b', task('B')],
        ['c', task('A')]
      ]),
      new Map<string, RankedText>()
    ];
    expect(new Set([compared, ...others].map(rankedTextsHash)).size).toBe(5);
    expect(rankedTextHash(task('A'))).toMatch(/^[0-9a-f]{64}$/);
  });

  it('say which tasks changed, went and came since', () => {
    expect(textsSince(compared, compared)).toEqual({ changed: [], gone: [], added: [] });
    const now = new Map([
      ['a', task('A, reworded')],
      ['c', task('C')]
    ]);
    expect(textsSince(compared, now)).toEqual({ changed: ['a'], gone: ['b'], added: ['c'] });
    expect([holdsTexts(compared, now), holdsTexts(compared, new Map([...compared, ['c', task('C')]]))]).toEqual([false, true]); // prettier-ignore
  });

  it('are said in words, with the dataset version that holds them or that none does', () => {
    const none = { changed: [], gone: [], added: [] };
    expect(textsInWords('0123456789abcdef00', 2, 3, none)).toEqual(['Texts of 2 tasks, SHA-256 0123456789abcdef, as in dataset version 3.']); // prettier-ignore
    const many = Array.from({ length: 14 }, (_, at) => `t${at}`);
    expect(textsInWords('0', 1, null, { changed: ['a'], gone: ['b'], added: many }).slice(1)).toEqual([
      'Changed since they were compared: a. Rank the tasks again.',
      'No longer in the benchmark: b.',
      `Not compared, because they came later: ${many.slice(0, 12).join(', ')} and 2 more.`
    ]);
  });
});
