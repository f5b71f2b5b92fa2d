import type { Usage } from '../../../call.ts';
import { JudgeCallError } from '../../../judge.ts';

/** Tokens above which a number is no count of one call: a hundred times the longest contexts. */
const MOST_TOKENS = 1_000_000_000;

/** Whether a value that a server sent is a number of tokens. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;

/** Counts of a usage as a server sent them: of any type. */
type SaidUsage = { [Name in keyof Usage]: unknown };

/**
 * The usage that a server says; null, which is unknown, if a count is missing or is no count: a negative number, a text or none
 * would make costs that no budget stops. Counts of the prompt cache that are none, or more than the whole input, are left out:
 * the input then costs its usual price.
 */
export const countedUsage = ({
  inputTokens,
  outputTokens,
  cachedTokens,
  cacheWriteTokens
}: SaidUsage): Usage | null => {
  if (!isCount(inputTokens) || !isCount(outputTokens)) return null;
  const cached = isCount(cachedTokens) ? { cachedTokens } : {};
  const written = isCount(cacheWriteTokens) ? { cacheWriteTokens } : {};
  const inCache = (cached.cachedTokens ?? 0) + (written.cacheWriteTokens ?? 0);
  return { inputTokens, outputTokens, ...(inCache <= inputTokens && { ...cached, ...written }) };
};

/** Tokens of two requests of one call together; unknown if those of one are. */
export const addedUsage = (sum: Usage | null, usage: Usage | null): Usage | null => {
  if (sum === null || usage === null) return null;
  const both = (name: 'cachedTokens' | 'cacheWriteTokens') =>
    (sum[name] ?? usage[name]) !== undefined && { [name]: (sum[name] ?? 0) + (usage[name] ?? 0) };
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    ...both('cachedTokens'),
    ...both('cacheWriteTokens')
  };
};

/** Adds the tokens of a call's earlier requests, which were answered, to those of the one that failed. */
export const withEarlier = (failure: JudgeCallError, earlier: Usage | null): JudgeCallError =>
  failure.used === 'unknown'
    ? failure
    : new JudgeCallError(failure.message, {
        ...{ retryable: failure.retryable, retryAfterMs: failure.retryAfterMs, status: failure.status },
        ...{ closes: failure.closes, outage: failure.outage, cause: failure },
        used: (failure.used === null ? earlier : addedUsage(earlier, failure.used)) ?? 'unknown'
      });
