import { describe, expect, expectTypeOf, it } from 'vitest';
import { formatMessage, type Message, type Said } from './message.ts';
import { parametersOf, parseMessage } from './parse-message.ts';

const say = (text: string, values: Record<string, string | number>, language = 'en'): string => {
  const message = parseMessage(text, language);
  return typeof message === 'string' ? message : formatMessage(message, values, language);
};

describe('a message', () => {
  it('without parameters is its text, and needs no formatting', () => {
    expect(parseMessage('Sign in', 'en')).toBe('Sign in');
    expect(parseMessage('', 'en')).toBe('');
  });

  it('writes parameters where they stand, numbers by the customs of the language', () => {
    expect(say('{who} committed {n} items', { who: 'Ines', n: 12345 })).toBe('Ines committed 12,345 items');
    expect(say('{n}', { n: 12345.5 }, 'de')).toBe('12.345,5');
  });

  it('has no space between a Chinese value and the Chinese text beside it, and keeps those within values', () => {
    const adopted = (metric: string): string => say('已为 {metric} 采用评审。 {metric}', { metric }, 'zh-Hans');
    expect(adopted('覆盖度')).toBe('已为覆盖度采用评审。覆盖度');
    expect(adopted('Coverage')).toBe('已为 Coverage 采用评审。 Coverage');
    expect(adopted('引用 关联')).toBe('已为引用 关联采用评审。引用 关联');
    expect(say('{who}：{n} 个 {what}', { who: '张伟', n: 3, what: '项' }, 'zh-Hans')).toBe('张伟：3 个项');
  });

  it('writes numbers that name something without separators', () => {
    expect(say('Run {run, id}: {n} calls', { run: 1204, n: 1204 })).toBe('Run 1204: 1,204 calls');
    expectTypeOf<Parameters<Said<'Run {run, id}'>>[0]>().toEqualTypeOf<Readonly<Record<'run', string | number>>>();
  });

  it('chooses a variant by the plural category of the language, an exact number first', () => {
    const text = '{n, plural, =0{none} one{# item} other{# items}} left of {total}';
    expect([0, 1, 2, 1000].map((n) => say(text, { n, total: 5 }))).toEqual([
      'none left of 5',
      '1 item left of 5',
      '2 items left of 5',
      '1,000 items left of 5'
    ]);
    expect(say('{n, plural, one{#a} few{#b} many{#c} other{#d}}', { n: 3 }, 'pl')).toBe('3b');
    expect(say('{n, plural, one{#a} few{#b} many{#c} other{#d}}', { n: 5 }, 'pl')).toBe('5c');
  });

  it('chooses a variant by a word, and the last one for a word without its own', () => {
    const text = '{state, select, open{Open since {day}} 404{Not found} other{Closed}}';
    expect(say(text, { state: 'open', day: '3 May' })).toBe('Open since 3 May');
    expect(say(text, { state: 404 })).toBe('Not found');
    expect(say(text, { state: 'toString' })).toBe('Closed');
  });

  it('nests variants, and # counts the innermost plural', () => {
    const text = '{a, plural, one{# item} other{# items in {b, plural, one{# report} other{# reports}}}}';
    expect(say(text, { a: 3, b: 1 })).toBe('3 items in 1 report');
    expect(parametersOf(parseMessage(text, 'en'))).toEqual(['a', 'b']);
  });

  it('is refused if it is not well-formed, uses a category that the language lacks, or a format', () => {
    for (const text of [
      '{n',
      '{n, plural, one{#}}',
      '{n, plural, few{#} other{#}}',
      '{when, date, long}',
      '{run, id, x}'
    ])
      expect(() => parseMessage(text, 'en'), text).toThrow();
    expect(() => parseMessage('{n, plural, one{#} other{#}}', 'zh-Hans')).toThrow();
  });

  it('takes what a person wrote as it is: braces and markup in a value mean nothing', () => {
    expect(say('{who} left', { who: '{n, plural, other{x}} <b>' })).toBe('{n, plural, other{x}} <b> left');
  });

  it('is a string for the type checker, or a function of its parameters', () => {
    expectTypeOf<Said<'Sign in'>>().toEqualTypeOf<string>();
    expectTypeOf<Parameters<Said<'{done} of {total}'>>[0]>().toEqualTypeOf<
      Readonly<Record<'done' | 'total', string | number>>
    >();
    expectTypeOf<Parameters<Said<'{n, plural, one{# item} other{items of {who}}}'>>[0]>().toEqualTypeOf<
      Readonly<Record<'n' | 'who', string | number>>
    >();
    expectTypeOf<Message>().not.toBeAny();
  });
});
