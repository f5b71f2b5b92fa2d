/** US dollars per million tokens. */
interface Rates {
  input: number;
  output: number;
}

/** List price of a provider from a day on; the whole request costs `long` if its input is longer than `above` tokens. */
interface ListPrice extends Rates {
  /** ISO date; null for as long as the model has been known here. */
  from: string | null;
  /** Input read from the prompt cache; absent if no such price is known. */
  cachedInput?: number;
  /** Input written to it; absent if that costs what other input costs. */
  cacheWrite?: number;
  long?: Rates & { above: number };
}

export interface KnownModel {
  provider: 'openai' | 'gemini' | 'anthropic';
  name: string;
  /** Tokens that one call may hold; for Gemini those of the question alone, which is the smaller number. */
  contextTokens: number;
  maxOutputTokens: number | null;
  /** In the order of their days. */
  prices: readonly ListPrice[];
  /** ISO date on which the figures were published or last compared with the provider's. */
  asOf: string;
}

/** OpenAI's newer models: twice the input and one and a half times the output if the input exceeds 272,000 tokens. */
const rising = (input: number, output: number): ListPrice => ({
  ...flat(input, output),
  long: { above: 272_000, input: input * 2, output: output * 1.5 }
});
const flat = (input: number, output: number, from: string | null = null): ListPrice => ({ from, input, output });

/** Reading from the prompt cache costs a share of the input price; so does writing to it, if `write` is given. */
const cached = (price: ListPrice, read: number, write?: number): ListPrice => ({
  ...price,
  cachedInput: rounded(price.input * read),
  ...(write !== undefined && { cacheWrite: rounded(price.input * write) })
});
const rounded = (dollars: number): number => Number(dollars.toPrecision(6));

const openai = (name: string, price: ListPrice, sizes: readonly [number, number], asOf: string): KnownModel => ({
  provider: 'openai',
  name,
  contextTokens: sizes[0],
  maxOutputTokens: sizes[1],
  prices: [price],
  asOf
});
const gemini = (
  name: string,
  prices: readonly ListPrice[],
  sizes: readonly [number, number | null],
  asOf: string
): KnownModel => ({
  provider: 'gemini',
  name,
  contextTokens: sizes[0],
  maxOutputTokens: sizes[1],
  prices,
  asOf
});

const claude = (name: string, price: ListPrice, sizes: readonly [number, number]): KnownModel => ({
  provider: 'anthropic',
  name,
  contextTokens: sizes[0],
  maxOutputTokens: sizes[1],
  // Anthropic's prices of the cache that lasts five minutes.
  prices: [cached(price, 0.1, 1.25)],
  asOf: '2026-10-07'
});

const claude46: readonly [number, number] = [1_000_000, 128_000];
const million: readonly [number, number] = [1_050_000, 128_000];
const gpt5: readonly [number, number] = [400_000, 128_000];
const gpt41: readonly [number, number] = [1_047_576, 32_768];
const gpt4o: readonly [number, number] = [128_000, 16_384];
const reasoner: readonly [number, number] = [200_000, 100_000];
const gemini2and3: readonly [number, number] = [1_048_576, 65_536];

const MARCH = '2026-03-21';

/**
 * Models whose sizes and standard prices are known; every other model's are unknown until a person gives them. Prices of
 * cached input are those of OpenAI's, Google's and Anthropic's price pages, as shares of the input price. Discounts of batches and surcharges (priority, regions) are not in it.
 */
export const knownModels: readonly KnownModel[] = [
  openai('gpt-6.2-astra', cached(rising(8, 40), 0.05, 1.25), million, '2026-11-18'),
  openai('gpt-6.2-sol', rising(2, 10), million, '2026-11-18'),
  openai('gpt-6.1-sol', cached(rising(2, 10), 0.05, 1.25), million, '2026-10-01'),
  openai('gpt-6-astra', cached(rising(10, 50), 0.1, 1.25), million, '2026-09-05'),
  openai('gpt-6-sol', cached(rising(2, 10), 0.1, 1.25), million, '2026-09-22'),
  openai('gpt-6-luna', cached(rising(0.1, 0.5), 0.1, 1.25), million, '2026-09-22'),
  openai('gpt-5.5', cached(rising(5, 30), 0.1), million, '2026-05-04'),
  openai('gpt-5.4', cached(rising(2.5, 15), 0.1), million, '2026-05-04'),
  openai('gpt-5.4-mini', cached(flat(0.75, 4.5), 0.1), gpt5, '2026-05-04'),
  openai('gpt-5.2', cached(flat(1.75, 14), 0.1), gpt5, MARCH),
  openai('gpt-5.1', cached(flat(1.25, 10), 0.1), gpt5, MARCH),
  openai('gpt-5', cached(flat(1.25, 10), 0.1), gpt5, MARCH),
  openai('gpt-5-mini', cached(flat(0.25, 2), 0.1), gpt5, MARCH),
  openai('gpt-5-nano', cached(flat(0.05, 0.4), 0.1), gpt5, MARCH),
  openai('gpt-4.1', cached(flat(2, 8), 0.25), gpt41, MARCH),
  openai('gpt-4.1-mini', cached(flat(0.4, 1.6), 0.25), gpt41, MARCH),
  openai('gpt-4.1-nano', cached(flat(0.1, 0.4), 0.25), gpt41, MARCH),
  openai('gpt-4o', cached(flat(2.5, 10), 0.5), gpt4o, MARCH),
  openai('gpt-4o-2024-05-13', flat(5, 15), [128_000, 4_096], MARCH),
  openai('gpt-4o-mini', cached(flat(0.15, 0.6), 0.5), gpt4o, MARCH),
  openai('o3', cached(flat(2, 8), 0.25), reasoner, MARCH),
  openai('o4-mini', cached(flat(1.1, 4.4), 0.25), reasoner, MARCH),
  openai('o3-mini', cached(flat(1.1, 4.4), 0.5), reasoner, MARCH),
  gemini('gemini-4-argon', [flat(2, 10), flat(4, 20, '2026-12-01')], [1_048_576, null], '2026-10-14'),
  gemini('gemini-3.8-flash', [flat(0.75, 3.75), flat(1.5, 7.5, '2027-01-01')], [1_000_000, 65_536], '2026-10-07'),
  gemini('gemini-3.5-flash', [flat(1.5, 9)], gemini2and3, '2026-10-07'),
  gemini(
    'gemini-3.1-pro-preview',
    [cached({ ...flat(2, 12), long: { above: 200_000, input: 4, output: 18 } }, 0.1)],
    gemini2and3,
    '2026-10-07'
  ),
  gemini('gemini-3-flash-preview', [cached(flat(0.5, 3), 0.1)], gemini2and3, MARCH),
  gemini(
    'gemini-2.5-pro',
    [cached({ ...flat(1.25, 10), long: { above: 200_000, input: 2.5, output: 15 } }, 0.1)],
    gemini2and3,
    MARCH
  ),
  gemini('gemini-2.5-flash', [cached(flat(0.3, 2.5), 0.1)], gemini2and3, MARCH),
  gemini('gemini-2.5-flash-lite', [cached(flat(0.1, 0.4), 0.1)], gemini2and3, MARCH),
  claude('claude-opus-5-5', flat(4, 20), claude46),
  claude('claude-sonnet-5-5', flat(2, 10), claude46),
  claude('claude-haiku-5-5', { ...flat(0.1, 0.5), long: { above: 100_000, input: 0.5, output: 2.5 } }, claude46),
  claude('claude-fable-5-1', flat(10, 50), claude46),
  claude('claude-opus-5', flat(5, 25), claude46),
  claude('claude-sonnet-5', flat(2, 10), claude46),
  claude('claude-opus-4-6', flat(5, 25), claude46),
  claude('claude-sonnet-4-6', flat(3, 15), claude46),
  claude('claude-haiku-4-5', flat(1, 5), [200_000, 64_000])
];
