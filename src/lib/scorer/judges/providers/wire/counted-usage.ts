import type { Usage } from '../../../call.ts';

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
