import { describe, expect, it } from 'vitest';
import { costOf, inputTokensOf, savedByCache, tokensIn } from './costs.ts';

const price = { input: 2, output: 10, asOf: '2026-01-01' };

describe('the cost of a call', () => {
  it('is its tokens in and out, each at its price for a million', () => {
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000 }, price)).toBe(7);
    expect(costOf({ inputTokens: 0, outputTokens: 0 }, price)).toBe(0);
  });

  it('is unknown if usage or price is, and never 0 then', () => {
    expect(costOf(null, price)).toBeNull();
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, null)).toBeNull();
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, undefined)).toBeNull();
  });

  it('is the price of long requests for the whole of a long one, and only for that', () => {
    const long = { ...price, long: { above: 200_000, input: 4, output: 15 } };
    expect(costOf({ inputTokens: 200_000, outputTokens: 0 }, long)).toBe(0.4);
    expect(costOf({ inputTokens: 200_001, outputTokens: 0 }, long)).toBeCloseTo(0.800004, 12);
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 0, calls: 10 }, long)).toBe(2);
    expect(costOf({ inputTokens: 3_000_000, outputTokens: 0, calls: 10 }, long)).toBe(12);
  });
});

describe('tokens of the prompt cache', () => {
  const cached = { ...price, cachedInput: 0.2, cacheWrite: 2.5 };
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 600_000, cacheWriteTokens: 300_000 };

  it('cost their own prices: 100,000 at $2, 600,000 read at $0.20, 300,000 written at $2.50', () => {
    expect(costOf(usage, cached)).toBeCloseTo(0.2 + 0.12 + 0.75, 12);
    expect(savedByCache(usage, cached)).toBeCloseTo(2 - 1.07, 12);
  });

  it('cost the input price if theirs is unknown, and their saving is unknown then', () => {
    expect(costOf(usage, price)).toBe(2);
    expect(savedByCache(usage, price)).toBeNull();
    expect(savedByCache({ inputTokens: 5, outputTokens: 5 }, cached)).toBeNull();
    expect(savedByCache(null, cached)).toBeNull();
  });

  it('cost more than no cache if they are written and never read', () => {
    expect(savedByCache({ inputTokens: 1_000_000, outputTokens: 0, cacheWriteTokens: 1_000_000 }, cached)).toBe(-0.5);
  });

  it('keep their share of the input price in long requests', () => {
    const long = { ...cached, long: { above: 200_000, input: 4, output: 15 } };
    expect(costOf(usage, long)).toBeCloseTo(2 * 1.07, 12);
    expect(savedByCache(usage, long)).toBeCloseTo(4 - 2.14, 12);
  });
});

describe('estimated tokens', () => {
  it('are a quarter of the characters in English and half of them in other scripts', () => {
    expect(tokensIn('')).toBe(0);
    expect(tokensIn('four'.repeat(10))).toBe(10);
    expect(tokensIn('地方'.repeat(10))).toBe(10);
    expect(tokensIn('abcd地方')).toBe(2);
  });

  it('of a call are those of its messages and its schema', () => {
    const schema = { name: 's', json: { type: 'object' } };
    expect(inputTokensOf({ system: 'x'.repeat(40), user: 'y'.repeat(80), schema })).toBe(10 + 20 + 5);
  });
});
