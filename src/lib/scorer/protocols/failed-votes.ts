import type { VoteOutcome } from '../capabilities.ts';

/**
 * Why votes leave a unit unscored whose calls failed: with them, enough votes could be valid, or another label could lead.
 * Null if they could change nothing.
 *
 * @param counts Valid votes by label
 * @param needed Valid votes that decide
 */
export const failedVotesReason = (
  { votes, failed }: Pick<VoteOutcome, 'votes' | 'failed'>,
  counts: readonly number[],
  needed: number
): string | null => {
  const valid = counts.reduce((sum, n) => sum + n, 0);
  const [most = 0, next = 0] = counts.toSorted((a, b) => b - a);
  const open = valid + failed.length >= needed && (valid < needed || most - next <= failed.length);
  return failed.length > 0 && open ? `${failed.length} of ${votes.length} votes failed: ${failed[0]}` : null;
};
