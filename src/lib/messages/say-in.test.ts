import { describe, expect, it } from 'vitest';
import { paragraphIn, sayIn } from './say-in.ts';
import { sayingsOf } from './sayings.ts';

const verdict = sayingsOf('verdictText');
const gate = sayingsOf('gateNames');

describe('a saying', () => {
  const failed = verdict('failed', { gates: [gate('bias'), gate('items')] });

  it('is said in each language, phrases and lists within it included', () => {
    expect(sayIn('en', failed)).toBe('Failed: bias and number of items.');
    expect(sayIn('zh-Hans', failed)).toBe('未通过：偏差和项数。');
  });

  it('keeps text and numbers as they are given, numbers by the customs of the language', () => {
    const revision = verdict('revisionChanged', { revision: 1200, changed: ['{n}', 'target'] });
    expect(sayIn('en', revision)).toBe('Revision 1200 changed: {n} and target.');
  });

  it('is followed in a paragraph by a space before the next one, after a full-width stop with none', () => {
    expect(paragraphIn('en', [failed, verdict('others')])).toBe(
      'Failed: bias and number of items. Human annotators should judge the other items.'
    );
    expect(paragraphIn('zh-Hans', [failed, verdict('others')])).toBe(
      '未通过：偏差和项数。其余各项应由人工标注员判定。'
    );
    expect(paragraphIn('en', [])).toBe('');
  });

  it('is plain data', () => {
    expect(structuredClone(failed)).toEqual(failed);
  });
});
