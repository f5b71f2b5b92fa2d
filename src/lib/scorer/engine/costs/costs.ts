import { type Call, isFreeText, type Usage } from '../../call.ts';
import type { TokenPrice } from '../../runs/run-options.ts';

/** Rates of a call: those of long requests hold for the whole call; prices of the cache keep their share of the input price. */
export const ratesOf = (
  { inputTokens, calls = 1 }: Pick<Usage, 'inputTokens'> & { calls?: number },
  price: TokenPrice
): { input: number; output: number; cachedInput: number; cacheWrite: number } => {
  const { input, output } = price.long && inputTokens / Math.max(1, calls) > price.long.above ? price.long : price;
  const share = price.input === 0 ? 1 : input / price.input;
  const { cachedInput = price.input, cacheWrite = price.input } = price;
  return { input, output, cachedInput: cachedInput * share, cacheWrite: cacheWrite * share };
};

/**
 * US dollars that a call cost; null if the usage or the price is unknown. The price for long requests, if there is
 * one, holds for the whole call. Tokens read from and written to the prompt cache cost their own prices; the price of other
 * input if these are unknown.
 *
 * @param usage Of one call, or of `calls` calls together: their mean length then says which price holds
 */
export const costOf = (
  usage: (Usage & { calls?: number }) | null,
  price: TokenPrice | null | undefined
): number | null => {
  if (!usage || !price) return null;
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  const rates = ratesOf(usage, price);
  const plain = inputTokens - cachedTokens - cacheWriteTokens;
  const input = plain * rates.input + cachedTokens * rates.cachedInput + cacheWriteTokens * rates.cacheWrite;
  return (input + outputTokens * rates.output) / 1_000_000;
};

/**
 * US dollars that the prompt cache saved: cost without a cache minus cost. Negative if more was paid for writing than saved
 * by reading. Null if the provider did not report cached tokens, or the price of cached input is unknown.
 */
export const savedByCache = (
  usage: (Usage & { calls?: number }) | null,
  price: TokenPrice | null | undefined
): number | null => {
  if (!usage || price?.cachedInput === undefined) return null;
  const { cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  if (usage.cachedTokens === undefined && usage.cacheWriteTokens === undefined) return null;
  const { input, cachedInput, cacheWrite } = ratesOf(usage, price);
  return (cachedTokens * (input - cachedInput) + cacheWriteTokens * (input - cacheWrite)) / 1_000_000;
};

/**
 * Tokens of a text, estimated: four characters of ASCII to a token, two characters of any other script. Real tokenizers
 * differ by a fifth or so in prose, and by more in tables and URLs.
 */
export const tokensIn = (text: string): number => {
  let other = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) other += 1;
  return Math.ceil((text.length - other) / 4 + other / 2);
};

/** Tokens that a call puts in, estimated: its messages and its schema. */
export const inputTokensOf = (call: Pick<Call, 'system' | 'user' | 'schema'>): number =>
  tokensIn(call.system) + tokensIn(call.user) + (isFreeText(call) ? 0 : tokensIn(JSON.stringify(call.schema.json)));
