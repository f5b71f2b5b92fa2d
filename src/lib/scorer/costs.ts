import type { Call, Usage } from './pipeline.ts';
import type { TokenPrice } from './run-options.ts';

/** US dollars; null where the usage or the price is unknown. */
export const costOf = (usage: Usage | null, price: TokenPrice | null | undefined): number | null =>
  usage && price ? (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000 : null;

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
