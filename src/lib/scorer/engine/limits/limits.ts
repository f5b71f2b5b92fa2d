import type { JudgeStanding } from './closing.ts';
import type { Watch } from './outage.ts';
import type { Judge } from '../../judge.ts';

/** State of one judge's server that concerns all further calls to it. */
export interface JudgeState {
  /** Whether its server answers. */
  watch: Watch;
  /** Whether calls can succeed: those with its key, and its own. Waited for in this order. */
  standings: readonly JudgeStanding[];
  /** Most tokens that one of its replies had: what the next one is expected to have at most. Null before the first. */
  longestReply: number | null;
}

/** The states of a run's judges. */
export interface SharedStates {
  of: (judge: Judge) => JudgeState;
  /** Ends the waiting for servers that do not answer. */
  close(): void;
}

/** The state of each judge, made when it is first asked for; judges with the same fingerprint share it. */
export const createJudgeStates = (
  watches: { of(judge: Judge): Watch },
  standingsOf: (judge: Judge) => readonly JudgeStanding[]
): ((judge: Judge) => JudgeState) => {
  const states = new Map<string, JudgeState>();
  return (judge) => {
    const known = states.get(judge.fingerprint);
    if (known) return known;
    const state = { watch: watches.of(judge), standings: standingsOf(judge), longestReply: null };
    states.set(judge.fingerprint, state);
    return state;
  };
};

/** Why no call to the judge can succeed; null while one may. */
export const closedFor = ({ standings }: JudgeState): string | null =>
  standings.map((one) => one.closed()).find((reason) => reason !== null) ?? null;

/** The wait that a server asks for; null if it asks for none, or for an absurd one. */
export const believed = (
  { retryAfterMs = null }: { retryAfterMs?: number | null },
  { maxRetryAfterMs }: { maxRetryAfterMs: number }
): number | null => (retryAfterMs !== null && retryAfterMs <= maxRetryAfterMs ? retryAfterMs : null);

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
