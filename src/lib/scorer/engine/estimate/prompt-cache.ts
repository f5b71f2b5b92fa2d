import { count, dollars, many } from '../../../stats/writing/figures.ts';
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
  /** US dollars saved; negative if writing cost more than reading saved. Null where `pricedCalls` is 0. */
  saved: number | null;
  /** Calls that `saved` rests on: those whose price of cached input is known. */
  pricedCalls: number;
}

/** One line for people: tokens and saving, each with its n. */
export function promptCacheInWords(use: PromptCacheUse): string {
  const { calls, inputTokens, readTokens, writtenTokens, saved, pricedCalls } = use;
  if (calls === 0) return 'Prompt cache: no provider reported cached tokens.';
  const tokens = `Prompt cache: ${count(readTokens)} of ${count(inputTokens)} tokens in read from it, ${count(writtenTokens)} written to it (n = ${many(calls, 'call')}).`;
  if (saved === null) return `${tokens} The saving is unknown, because the price of cached input is.`;
  const n = `(n = ${many(pricedCalls, 'call')}${pricedCalls < calls ? ' of known price' : ''})`;
  return saved < 0
    ? `${tokens} It cost ${dollars(-saved)} more than it saved ${n}.`
    : `${tokens} It saved ${dollars(saved)} ${n}.`;
}

/** What an estimate expects of prompt caches, in words; null where it expects nothing. */
export function expectedOfPromptCache({
  calls,
  cachedTokens,
  cacheWriteTokens,
  saved
}: RunEstimate['promptCache']): string | null {
  if (calls === 0) return null;
  const tokens = `${count(cachedTokens)} of the tokens in are expected from prompt caches, ${count(cacheWriteTokens)} written to them (n = ${many(calls, 'call')} that begin with the same report)`;
  if (saved === null) return `${tokens}; the saving is unknown, because the price of cached input is.`;
  return saved < 0
    ? `${tokens}; writing costs ${dollars(-saved)} more than reading saves, which the cost includes.`
    : `${tokens}; that saves about ${dollars(saved)}, which the cost includes.`;
}
