import { describe, expect, it } from 'vitest';
import { measureLength } from './report-length.ts';
import { processorTimeSince } from '../../../../../tests/timing.ts';

const bareWords = (markdown: string) => measureLength(markdown).bare.words;

describe('the length of a report', () => {
  it('counts words and code points: “Tides rise, 1,234.5 m!” has four words', () => {
    expect(measureLength('Tides rise, 1,234.5 m!').full).toEqual({ characters: 22, words: 4 });
    expect(measureLength('🌊 well-known don’t').full).toEqual({ characters: 18, words: 2 });
  });

  it('counts each Chinese character as a word, and letters between them as words', () => {
    expect(measureLength('潮汐 GPT-5 上升。').full).toEqual({ characters: 12, words: 5 });
  });

  it('leaves the list of references out of the bare length, heading and all', () => {
    const body = '# Tides\n\nWater rises [1].\n\n';
    const list =
      '## References\n\n[1] The Sea, https://sea.example/a/very/long/path\n[2] The Sky, https://sky.example\n';
    expect(measureLength(body + list).bare).toMatchObject({ words: bareWords(body) });
    expect(measureLength(body + list).full.words).toBeGreaterThan(bareWords(body) + 6);
  });

  it.each([
    ['a link', 'See [the sea](https://sea.example/a?b=c) now.'],
    ['a link with brackets and a title', 'See [the sea](https://sea.example/a_(b) "The sea") now.'],
    ['a bare URL', 'See the sea https://sea.example/a/b-c, now.'],
    ['a URL in angle brackets', 'See the sea <https://sea.example/a> now.'],
    ['a picture held in the text', 'See ![the sea](data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==) now.']
  ])('leaves the address of %s out and keeps the words', (_what, markdown) => {
    expect(bareWords(markdown)).toBe(4);
    expect(measureLength(markdown).bare.characters).toBeLessThan(measureLength(markdown).full.characters);
  });

  it('is the same with and without if there is no address and no list', () => {
    const { full, bare } = measureLength('# Tides\r\n\r\nWater rises (a lot) [1].');
    expect(bare).toEqual(full);
  });

  it('of nothing is 0', () => {
    expect(measureLength('')).toEqual({ full: { characters: 0, words: 0 }, bare: { characters: 0, words: 0 } });
  });

  it('is had quickly of a hostile text', () => {
    const began = process.threadCpuUsage();
    measureLength('](http://a('.repeat(20_000));
    measureLength('<https://'.repeat(20_000));
    expect(processorTimeSince(began)).toBeLessThan(5_000);
  });
});
