import type { Clock } from './engine-clock.ts';
import { backoff, type JudgeState, waitWhilePaused } from './engine-limits.ts';
import { fingerprint } from './fingerprint.ts';
import { type Call, type Judge, JudgeCallError, type Reply } from './pipeline.ts';

export interface CallLimits {
  maxAttempts: number;
  /** Deadline of one attempt. */
  callTimeoutMs: number;
  backoffMs: number;
  maxBackoffMs: number;
  /** A server that asks for a longer wait has failed. */
  maxRetryAfterMs: number;
}

/** Everything that determines the answer. Equal keys may share replies. */
export const callKey = (judge: Judge, call: Call): string =>
  fingerprint({
    judge: judge.fingerprint,
    prompt: call.prompt.hash,
    system: call.system,
    user: call.user,
    schema: call.schema,
    trial: call.trial,
    about: judge.abstains ? call.about : null
  });

const asFailure = (error: unknown): JudgeCallError =>
  error instanceof JudgeCallError
    ? error
    : new JudgeCallError(`The judge failed: ${error instanceof Error ? error.message : String(error)}`, {
        retryable: false,
        cause: error
      });

/** One attempt with its deadline. A judge that ignores its signal is left behind. */
const attempt = async (
  judge: Judge,
  call: Call,
  using: { clock: Clock; signal: AbortSignal; callTimeoutMs: number }
): Promise<Reply> => {
  const over = new AbortController();
  const seconds = Math.round(using.callTimeoutMs / 100) / 10;
  const deadline = using.clock.sleep(using.callTimeoutMs, AbortSignal.any([using.signal, over.signal])).then(() => {
    throw new JudgeCallError(`The judge gave no answer within ${seconds} seconds.`, { retryable: true });
  });
  deadline.catch(() => undefined);
  try {
    return await Promise.race([judge.ask(call, { signal: AbortSignal.any([using.signal, over.signal]) }), deadline]);
  } finally {
    over.abort();
  }
};

/** No further call to the same judge can succeed either. */
const closes = (failure: JudgeCallError): boolean =>
  !failure.retryable && failure.status !== null && [401, 402, 403, 404, 429].includes(failure.status);

export interface Sent {
  reply: Reply;
  attempts: number;
}

/** A call that failed for good, with the number of requests it cost. */
export class CallFailed extends JudgeCallError {
  readonly attempts: number;
  constructor(failure: JudgeCallError, attempts: number) {
    super(attempts > 1 ? `${failure.message} (after ${attempts} tries)` : failure.message, {
      retryable: failure.retryable,
      status: failure.status,
      cause: failure
    });
    this.name = 'CallFailed';
    this.attempts = attempts;
  }
}

/** Sends a call until it is answered, fails for good, or its tries are used up. An abort ends it with the signal's reason. */
export const sendCall = async (
  judge: Judge,
  call: Call,
  using: {
    limits: CallLimits;
    state: JudgeState;
    clock: Clock;
    random: () => number;
    signal: AbortSignal;
    onRetry: (attempt: number, waitMs: number, reason: string) => void;
  }
): Promise<Sent> => {
  const { limits, state, clock, signal } = using;
  for (let tries = 1; ; tries += 1) {
    await waitWhilePaused(state, clock, signal);
    if (state.closed !== null) throw new CallFailed(new JudgeCallError(state.closed, { retryable: false }), tries - 1);
    signal.throwIfAborted();
    try {
      return {
        reply: await attempt(judge, call, { clock, signal, callTimeoutMs: limits.callTimeoutMs }),
        attempts: tries
      };
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error);
      if (closes(failure)) state.closed ??= failure.message;
      const tooLong = (failure.retryAfterMs ?? 0) > limits.maxRetryAfterMs;
      if (!failure.retryable || tooLong || tries >= limits.maxAttempts) throw new CallFailed(failure, tries);
      if (failure.retryAfterMs !== null)
        state.pausedUntil = Math.max(state.pausedUntil, clock.now() + failure.retryAfterMs);
      const wait = backoff(tries, limits, using.random, failure.retryAfterMs);
      using.onRetry(tries, wait, failure.message);
      await clock.sleep(wait, signal);
    }
  }
};
