import type { Call, Usage } from './pipeline.ts';
import type { TokenPrice } from './run-options.ts';

/**
 * US dollars that a call cost; null where the usage or the price is unknown. The price for long requests, where there is
 * one, holds for the whole call.
 *
 * @param usage Of one call, or of `calls` calls together: their mean length then says which price holds
 */
export const costOf = (
  usage: (Usage & { calls?: number }) | null,
  price: TokenPrice | null | undefined
): number | null => {
  if (!usage || !price) return null;
  const { inputTokens, outputTokens, calls = 1 } = usage;
  const rates = price.long && inputTokens / Math.max(1, calls) > price.long.above ? price.long : price;
  return (inputTokens * rates.input + outputTokens * rates.output) / 1_000_000;
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
  tokensIn(call.system) + tokensIn(call.user) + tokensIn(JSON.stringify(call.schema.json));
