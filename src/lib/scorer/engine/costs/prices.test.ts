import { describe, expect, it } from 'vitest';
import { formatPrices, parsePrices } from './prices.ts';

describe('prices as people give them', () => {
  it('are those of input and output, then of cached input and of cache writes if known', () => {
    const text = 'openai:gpt-5 = 1.25 / 10\ngemini:g = 2 / 10 / 0.2\nanthropic:claude-opus-5 = 5 / 25 / 0.5 / 6.25';
    const prices = parsePrices(text);
    expect(prices).toEqual({
      'openai:gpt-5': { input: 1.25, output: 10, asOf: null },
      'gemini:g': { input: 2, output: 10, cachedInput: 0.2, asOf: null },
      'anthropic:claude-opus-5': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25, asOf: null }
    });
    expect(formatPrices(prices)).toBe(text);
    expect(parsePrices('openai:gpt-5=$1.25/$10/$0.125')).toMatchObject({ 'openai:gpt-5': { cachedInput: 0.125 } });
  });

  it.each([
    'openai:gpt-5',
    'openai:gpt-5 = 1.25',
    'openai:gpt-5 = 1 / 2 / 3 / 4 / 5',
    'openai:gpt-5 = 1 / x',
    '= 1 / 2'
  ])('%s is refused with the form', (text) => {
    expect(() => parsePrices(text)).toThrow(/JUDGE = IN \/ OUT/);
  });
});
