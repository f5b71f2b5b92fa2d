import { describe, expect, it } from 'vitest';
import { parsePrices } from '../engine/costs/prices.ts';
import { costOfSearch, formatSearchPrice, searchPriceOf, searchPricesIn } from './prices.ts';

const VOIRDIRE_SEARCH_PRICES = 'tavily=8 2026-11-01, serper = $0.3 2026-10-15';

describe('the price of searches', () => {
  it('is the operator’s, with its day; $8 per 1,000 are $0.008 each', () => {
    const price = searchPriceOf({ VOIRDIRE_SEARCH_PRICES }, 'tavily', '');
    expect(price).toEqual({ per1000: 8, asOf: '2026-11-01' });
    expect(costOfSearch(price)).toBe(0.008);
    expect(searchPricesIn({ VOIRDIRE_SEARCH_PRICES })['serper']).toEqual({ per1000: 0.3, asOf: '2026-10-15' });
  });

  it('is what was typed for the run, among the prices of judges', () => {
    const typed = 'openai:gpt-5 = 1.25 / 10\ntavily = 5';
    const price = searchPriceOf({ VOIRDIRE_SEARCH_PRICES }, 'tavily', typed);
    expect(price).toEqual({ per1000: 5, asOf: null });
    expect(parsePrices(typed)).toEqual({ 'openai:gpt-5': { input: 1.25, output: 10, asOf: null } });
    expect(formatSearchPrice({ search: 'tavily@https://gateway.example', searchPrice: price! })).toBe('tavily = 5');
    expect(formatSearchPrice({ search: 'tavily', searchPrice: { per1000: 8, asOf: '2026-11-01' } })).toBe('');
  });

  it('is nothing for an instance of one’s own and a file, and unknown for others, never assumed', () => {
    const of = (name: Parameters<typeof searchPriceOf>[1]) => searchPriceOf({}, name, '');
    expect([of('searxng'), of('recorded')]).toEqual(Array(2).fill({ per1000: 0, asOf: null }));
    expect([of('tavily'), of('brave'), of('serper'), of(null)]).toEqual(Array(4).fill(undefined));
    expect(costOfSearch(undefined)).toBeNull();
  });

  it('is refused if it cannot be read, has no day in the setting, or is of a provider that is not asked', () => {
    const setting = (text: string) => () => searchPricesIn({ VOIRDIRE_SEARCH_PRICES: text });
    for (const text of ['tavily', 'tavily=', 'tavily=-1 2026-11-01', 'exa=3 2026-11-01', 'tavily=8 soon'])
      expect(setting(text), text).toThrow(/is no price of searches/);
    expect(setting('tavily=8')).toThrow(/The price of tavily has no date/);
    const typed = (text: string) => () => searchPriceOf({}, 'tavily', text);
    expect(typed('tavily = 8 / 9')).toThrow(/is no price of searches/);
    expect(typed('brave = 5')).toThrow(/a price for searches with brave, which the run does not search with/);
    expect(typed('tavily = 5\ntavily = 6')).toThrow(/two prices/);
    expect(() => searchPriceOf({}, null, 'tavily = 8')).toThrow(/does not search with/);
  });
});
