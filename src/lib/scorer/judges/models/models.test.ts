import { describe, expect, it } from 'vitest';
import { knownModels } from './model-table.ts';
import { costOf } from '../../engine/costs/costs.ts';
import { knownModel, priceOf } from './models.ts';
import { parseJudgeLine } from '../settings/spec.ts';

const config = parseJudgeLine;
const day = '2026-11-20';

describe('known models', () => {
  it('are each listed once, with prices in the order of their days', () => {
    const names = knownModels.map(({ provider, name }) => `${provider}:${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { prices, asOf } of knownModels) {
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(prices[0]?.from).toBeNull();
      const days = prices.slice(1).map(({ from }) => from ?? '');
      expect(days).toEqual([...days].sort());
      expect(prices.every(({ input, output }) => input > 0 && output > input)).toBe(true);
    }
  });

  it.each([
    ['openai:gpt-5', 'gpt-5'],
    ['openai:gpt-5-2025-08-07', 'gpt-5'],
    ['openai:gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gemini:models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gemini:gemini-2.5-flash-001', 'gemini-2.5-flash']
  ])('%s is known as %s', (line, name) => {
    expect(knownModel(config(line))?.name).toBe(name);
  });

  it.each([
    'openai:ft:gpt-4o:acme::x',
    'openai:gpt-5-turbo',
    'gemini:gpt-5',
    'openai-compatible:gpt-5@http://h/v1',
    'rules'
  ])('%s is not known', (line) => {
    expect(knownModel(config(line))).toBeNull();
  });
});

describe('priceOf', () => {
  it('is the list price with the day on which it was read', () => {
    expect(priceOf(config('openai:gpt-5'))).toEqual({
      ...{ input: 1.25, output: 10, cachedInput: 0.125 },
      asOf: '2026-03-21'
    });
  });

  it.each([
    ['openai:gpt-5', { cachedInput: 0.125 }],
    ['openai:gpt-4.1', { cachedInput: 0.5 }],
    ['openai:gpt-4o', { cachedInput: 1.25 }],
    ['openai:gpt-6-sol', { cachedInput: 0.2, cacheWrite: 2.5 }],
    ['openai:gpt-6.1-sol', { cachedInput: 0.1, cacheWrite: 2.5 }],
    ['gemini:gemini-2.5-pro', { cachedInput: 0.125 }],
    ['anthropic:claude-sonnet-5', { cachedInput: 0.2, cacheWrite: 2.5 }]
  ])('of %s has the price of cached input, and of cache writes if they cost extra', (line, rates) => {
    const { cachedInput, cacheWrite } = priceOf(config(line)) ?? {};
    expect({
      ...(cachedInput !== undefined && { cachedInput }),
      ...(cacheWrite !== undefined && { cacheWrite })
    }).toEqual(rates);
  });

  it('of models whose cached input has no known price has none', () => {
    expect(priceOf(config('openai:gpt-4o-2024-05-13'))).not.toHaveProperty('cachedInput');
    expect(priceOf(config('gemini:gemini-4-argon'))).not.toHaveProperty('cachedInput');
  });

  it('follows a change that was announced for a day', () => {
    const argon = config('gemini:gemini-4-argon');
    expect(priceOf(argon, {}, {}, '2026-11-30')).toMatchObject({ input: 2, output: 10 });
    expect(priceOf(argon, {}, {}, '2026-12-01')).toMatchObject({ input: 4, output: 20 });
  });

  it('is the value that a person gave for the judge, if there is one', () => {
    const given = { 'openai:gpt-5': { input: 1, output: 2, asOf: null } };
    expect(priceOf(config('openai:gpt-5'), given)).toEqual({ input: 1, output: 2, asOf: null });
    expect(priceOf(config('openai:gpt-5-mini'), given)).toMatchObject({ input: 0.25 });
    const local = { 'openai-compatible:m@http://h/v1': { input: 0, output: 0, asOf: null } };
    expect(priceOf(config('openai-compatible:m@http://h/v1'), local)).toMatchObject({ input: 0 });
  });

  it('is unknown for models that are not listed, and for another server’s use of a listed one', () => {
    expect(priceOf(config('openai:unheard-of'))).toBeNull();
    expect(priceOf(config('openai-compatible:gpt-5@https://gateway.example/v1'))).toBeNull();
    expect(priceOf(config('openai:gpt-5 baseUrl=https://gateway.example/v1'))).toBeNull();
    const gateway = 'https://gateway.example/v1';
    expect(priceOf(config('openai:gpt-5'), {}, { OPENAI_BASE_URL: gateway })).toBeNull();
    expect(priceOf(config('gemini:gemini-2.5-pro'), {}, { GEMINI_BASE_URL: gateway })).toBeNull();
    expect(priceOf(config('anthropic:claude-opus-5'), {}, { ANTHROPIC_BASE_URL: gateway })).toBeNull();
    expect(priceOf(config('openai:gpt-5'), {}, { GEMINI_BASE_URL: gateway })).toMatchObject({ input: 1.25 });
    expect(
      priceOf(
        config('openai:gpt-5'),
        { 'openai:gpt-5': { input: 3, output: 4, asOf: null } },
        { OPENAI_BASE_URL: gateway }
      )
    ).toMatchObject({ input: 3 });
    expect(priceOf(config('openai:gpt-5 baseUrl=https://api.openai.com/v1'))).toMatchObject({ input: 1.25 });
    expect(priceOf(config('openai:constructor'), {})).toBeNull();
  });

  it('is nothing for judges that call no model', () => {
    expect(priceOf(config('rules'))).toMatchObject({ input: 0, output: 0 });
    expect(priceOf(config('scripted:s'))).toMatchObject({ input: 0, output: 0 });
  });

  it('says that web searches are not in it', () => {
    expect(priceOf(config('openai:gpt-5 webSearch=on'))?.note).toMatch(/searches cost extra/);
    expect(priceOf(config('openai:gpt-5'))?.note).toBeUndefined();
  });
});

describe('costOf', () => {
  it('adds both kinds of tokens: 2,000 in at $1.25 and 300 out at $10 per million are $0.0055', () => {
    const price = priceOf(config('openai:gpt-5'));
    expect(price && costOf({ inputTokens: 2_000, outputTokens: 300 }, price)).toBeCloseTo(0.0055, 12);
  });

  it('takes the longer price for the whole of a longer request, from the first token above', () => {
    const price = priceOf(config('gemini:gemini-2.5-pro'), {}, {}, day);
    const cost = (inputTokens: number) => price && costOf({ inputTokens, outputTokens: 1_000 }, price);
    expect(cost(200_000)).toBeCloseTo(0.25 + 0.01, 12);
    expect(cost(200_001)).toBeCloseTo(0.5000025 + 0.015, 12);
  });

  it('is nothing for nothing', () => {
    expect(costOf({ inputTokens: 0, outputTokens: 0 }, { input: 5, output: 5, asOf: null })).toBe(0);
  });
});
