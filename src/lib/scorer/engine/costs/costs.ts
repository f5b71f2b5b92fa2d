import { type Call, freeText, isFreeText, type Usage } from '../../call.ts';
import type { Judge } from '../../judge.ts';
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

const ASSUMED_OUTPUT: Record<string, number> = {
  ...{ issues: 900, checklist: 700, clarifications: 400 },
  // A report of about 2,500 words.
  [freeText.name]: 3_500
};

/** Tokens that come back, if nothing was observed: thinking, and an answer of some sentences for each thing asked about. */
export const assumedOutput = (
  { schema, material, about }: Pick<Call, 'schema' | 'material' | 'about'>,
  { thinkingTokens = 0 }: Pick<Judge, 'thinkingTokens'>
): number => {
  const things = material?.kind === 'support' ? material.claims.length : about.items.length || 1;
  return (ASSUMED_OUTPUT[schema.name] ?? 150 + 60 * things) + thinkingTokens;
};

/** A judge that has said nothing yet is expected to answer with at least this many tokens. */
const FIRST_REPLY = 1_000;

/** Tokens that a reply is expected to have at most. @param longestReply Those of the judge's longest one so far; null before its first */
export const expectedOutput = (judge: Judge, call: Call, longestReply: number | null): number =>
  Math.max(FIRST_REPLY, longestReply ?? assumedOutput(call, judge));
