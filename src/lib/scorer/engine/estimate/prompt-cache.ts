import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { dollars } from '../../../stats/writing/figures.ts';
import type { RunEstimate } from './estimate.ts';

/** Use of the providers' prompt caches by the calls that a run sent. */
export interface PromptCacheUse {
  /** Calls whose provider reported cached tokens; the tokens are theirs. */
  calls: number;
  /** All input tokens of these calls. */
  inputTokens: number;
  /** Of these, read from the cache, and written to it. */
  readTokens: number;
  writtenTokens: number;
  /** US dollars saved; negative if writing cost more than reading saved. Null if `pricedCalls` is 0. */
  saved: number | null;
  /** Calls that `saved` rests on: those whose price of cached input is known. */
  pricedCalls: number;
}

/** One line for people: tokens and saving, each with its n. */
export function promptCacheInWords(use: PromptCacheUse, words: Words<Messages['promptCache']>): string {
  const { calls, inputTokens, readTokens, writtenTokens, saved, pricedCalls } = use;
  if (calls === 0) return words.none;
  const tokens = { read: readTokens, of: inputTokens, written: writtenTokens, calls };
  if (saved === null) return words.savingUnknown(tokens);
  const ends = {
    ...tokens,
    usd: dollars(Math.abs(saved)),
    priced: pricedCalls,
    known: pricedCalls < calls ? 'some' : 'all'
  };
  return saved < 0 ? words.cost(ends) : words.saved(ends);
}

/** Expected effect of prompt caches on an estimate, in words; null if none is expected. */
export function expectedOfPromptCache(
  { calls, cachedTokens, cacheWriteTokens, saved }: RunEstimate['promptCache'],
  words: Words<Messages['promptCache']>
): string | null {
  if (calls === 0) return null;
  const tokens = { read: cachedTokens, written: cacheWriteTokens, calls };
  if (saved === null) return words.expectedUnknown(tokens);
  const usd = dollars(Math.abs(saved));
  return saved < 0 ? words.expectedCost({ ...tokens, usd }) : words.expectedSaving({ ...tokens, usd });
}
