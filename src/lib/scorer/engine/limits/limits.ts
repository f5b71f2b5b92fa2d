import type { JudgeStanding } from './closing.ts';
import type { Watch } from './outage.ts';

/** What one judge's server told us that concerns all further calls to it. */
export interface JudgeState {
  /** Whether its server answers. */
  watch: Watch;
  /** Whether calls can succeed: those with its key, and its own. Waited for in this order. */
  standings: readonly JudgeStanding[];
  /** Most tokens that one of its replies had: what the next one is expected to have at most. */
  longestReply: number;
}

/** A judge that has said nothing yet is expected to answer with up to this many tokens. */
const FIRST_REPLY = 1_000;

export const newJudgeState = (watch: Watch, standings: readonly JudgeStanding[]): JudgeState => ({
  watch,
  standings,
  longestReply: FIRST_REPLY
});

/** Why no call to the judge can succeed; null while one may. */
export const closedFor = ({ standings }: JudgeState): string | null =>
  standings.map((one) => one.closed()).find((reason) => reason !== null) ?? null;

/** Full-jitter back-off: a random part of a doubling ceiling; never less than the server asked for. */
export const backoff = (
  attempt: number,
  limits: { backoffMs: number; maxBackoffMs: number },
  random: () => number,
  retryAfterMs: number | null
): number => {
  const ceiling = Math.min(limits.maxBackoffMs, limits.backoffMs * 2 ** (attempt - 1));
  return Math.round((retryAfterMs ?? 0) + random() * (retryAfterMs === null ? ceiling : limits.backoffMs));
};
