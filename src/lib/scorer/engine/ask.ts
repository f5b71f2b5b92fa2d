import type { Budget, Reservation } from './limits/budget.ts';
import type { CallLedger, Trying } from './call-ledger.ts';
import type { Clock } from './limits/clock.ts';
import type { CallGate } from './limits/gate.ts';
import { backoff, believed, closedFor, type JudgeState } from './limits/limits.ts';
import { onAbort } from './limits/on-abort.ts';
import { type Blame, JudgeUnavailable, type Turn } from './limits/outage.ts';
import type { CallLimits } from './contract.ts';
import { type Call, LONGEST_REPLY, type Reply } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';

const asFailure = (error: unknown): JudgeCallError => {
  // Not a failure of the call: it is left for later.
  if (error instanceof JudgeUnavailable) throw error;
  return error instanceof JudgeCallError
    ? error
    : new JudgeCallError(`The judge failed: ${error instanceof Error ? error.message : String(error)}`, {
        retryable: false,
        cause: error
      });
};

interface Trial {
  clock: Clock;
  signal: AbortSignal;
  /** Told once the server has taken the question, long before its answer: see `Judge.background`. */
  accepted: () => void;
}

/** One attempt with its deadline. A judge that ignores its signal is left behind. */
const attempt = (
  judge: Judge,
  call: Call,
  { clock, signal, callTimeoutMs, accepted }: Trial & { callTimeoutMs: number }
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const own = new AbortController();
    const over = (): void => {
      callOff();
      unwatch();
    };
    const giveUp = (reason: unknown): void => {
      over();
      reject(reason);
      own.abort(reason);
    };
    const unwatch = onAbort(signal, () => giveUp(signal.reason));
    const callOff = clock.after(callTimeoutMs, () => {
      const seconds = Math.round(callTimeoutMs / 100) / 10;
      giveUp(
        new JudgeCallError(`The judge gave no answer within ${seconds} seconds.`, { retryable: true, used: 'unknown' })
      );
    });
    const ask = async (): Promise<Reply> => judge.ask(call, { signal: own.signal, accepted });
    ask().then(resolve, reject).finally(over);
  });

/** A call that failed for good, with the number of requests that it took, and the US dollars that these cost. */
class CallFailed extends JudgeCallError {
  readonly tried: Trying;
  constructor(failure: JudgeCallError, tried: Trying) {
    const { attempts } = tried;
    super(attempts > 1 ? `${failure.message} (after ${attempts} tries)` : failure.message, {
      retryable: failure.retryable,
      status: failure.status,
      closes: failure.closes,
      cause: failure
    });
    this.name = 'CallFailed';
    this.tried = { ...tried };
  }
}

/** A call that was not sent, because the judge was closed before its first try or between two. */
const notSent = (reason: string, tried: Trying): CallFailed => {
  const words = tried.attempts === 0 ? 'Never asked' : 'Not asked again';
  const message = `${words}. Two earlier calls failed for a reason that holds for every further call: ${reason}`;
  return new CallFailed(new JudgeCallError(message, { retryable: false }), tried);
};

/** Shared properties of a run's calls, and the limits of the judge's server. */
interface Sending {
  limits: CallLimits;
  state: JudgeState;
  gate: CallGate;
  budget: Budget;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
}

/** A call with what is written down of it and the tries that it took so far. */
interface Sent {
  judge: Judge;
  call: Call;
  ledger: CallLedger;
  tried: Trying;
}

/** The same for one try, with the money that is set aside for it; null if it costs nothing. */
interface SentOnce extends Sent {
  reserved: Reservation | null;
}

type Tried = { reply: Reply } | { failure: JudgeCallError; blame: Blame } | 'not-sent';

const STOPPED = 'The run was stopped before the answer came.';

/** A reply cut to the length that is read; one that is too long is still recognised as too long. */
const bounded = (reply: Reply): Reply =>
  reply.text.length > LONGEST_REPLY + 1 ? { ...reply, text: reply.text.slice(0, LONGEST_REPLY + 1) } : reply;

/** One try at its turn: the request, and its reply kept. */
const tryAtGate = async (
  { judge, call, ledger, tried, reserved }: SentOnce,
  using: Sending,
  turn: Turn,
  accepted: () => void
): Promise<Tried> => {
  const { gate, state, limits, clock, signal } = using;
  const pass = await gate.enter(judge.provider ?? judge.spec, ledger.estimate.tokens, signal, judge.account ?? null);
  // While this call waited for its turn, the judge's server may have asked for a pause, or said that nothing helps, and longer
  // replies than expected may have used the budget up.
  const affordable = reserved === null || reserved.renew(ledger.estimate.cost);
  if (closedFor(state) !== null || !turn.maySend() || !affordable) {
    pass.undo();
    return 'not-sent';
  }
  tried.attempts += 1;
  let underWay = true;
  const over = (): void => {
    if (!underWay) return;
    underWay = false;
    ledger.underWay(-1);
    pass.leave();
  };
  /** Its cost counts before the next call leaves. */
  const kept = (tokens: number, cost: number): void => {
    pass.settle(tokens);
    reserved?.settle(cost);
    over();
  };
  ledger.underWay(1);
  const noAnswer = (used: Exclude<JudgeCallError['used'], null>): void => {
    tried.lost += ledger.costOfLost(used);
    if (used === 'unknown' && !judge.abstains) tried.unanswered += 1;
  };
  try {
    // A background job is stored where it is found again: a kill does not leave it unanswered.
    const leaving = judge.background ? undefined : ledger.sending();
    if (leaving) {
      await leaving;
      if (signal.aborted) ledger.refused();
      signal.throwIfAborted();
    }
    const got = await attempt(judge, call, { clock, signal, accepted, callTimeoutMs: limits.callTimeoutMs }).catch(
      asFailure
    );
    // A background job is followed by the next process, which counts it.
    if (signal.aborted && !judge.background) noAnswer('unknown');
    signal.throwIfAborted();
    for (const standing of state.standings) standing.note(got instanceof JudgeCallError ? got : null);
    const blame = turn.note(got instanceof JudgeCallError ? got : null);
    if (got instanceof JudgeCallError) {
      if (got.used !== null) {
        noAnswer(got.used);
        // A job that is over is not found again: from now on a kill leaves it unanswered, as other requests.
        if (judge.background) await ledger.sending();
      } else if (!judge.background) ledger.refused();
      return { failure: got, blame };
    }
    const reply = bounded(got);
    await ledger.keep(reply, tried, kept);
    return { reply };
  } finally {
    over();
  }
};

/** One try once its server answers and the judge's standings let it pass, which it leaves as soon as it is over. */
const tryOnce = async (sent: SentOnce, using: Sending): Promise<Tried> => {
  const turn = await using.state.watch.enter(sent.call, using.signal);
  const { standings } = using.state;
  const left: (() => void)[] = [];
  // A job that was taken shows that key and server work: others need not wait for its answer.
  const accepted = (): void => {
    turn.note(null);
    for (const standing of standings) standing.note(null);
    for (const leave of left.splice(0)) leave();
  };
  try {
    for (const standing of standings) left.push(await standing.enter(using.signal));
    return await tryAtGate(sent, using, turn, accepted);
  } finally {
    for (const leave of left.splice(0)) leave();
    turn.leave();
  }
};

/** One try that the budget allows: what earlier tries cost counts by then. */
const tryWithinBudget = async (sent: Sent, using: Sending): Promise<Tried> => {
  const { judge, ledger, tried: trying } = sent;
  // Judges made of code cost nothing: they continue when the budget is used up.
  const reserved = judge.abstains ? null : await using.budget.reserve(ledger.estimate.cost, using.signal);
  const before = trying.lost;
  try {
    return await tryOnce({ ...sent, reserved }, using);
  } finally {
    try {
      if (trying.lost > before) {
        using.budget.lost(trying.lost - before);
        await ledger.lost(trying.lost - before);
      }
    } finally {
      reserved?.settle(0);
    }
  }
};

/** Repeats a call until it is answered, fails for good, or its tries are used up. */
const repeatUntilAnswered = async (sent: Sent, using: Sending): Promise<Reply> => {
  const { ledger, tried: trying } = sent;
  const { state, limits, clock, signal } = using;
  let used = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const closed = closedFor(state);
      if (closed !== null) throw notSent(closed, trying);
      const tried = await tryWithinBudget(sent, using);
      if (tried === 'not-sent') continue;
      if ('reply' in tried) return tried.reply;
      const { failure, blame } = tried;
      if (blame === 'call') used += 1;
      if (!failure.retryable || used >= limits.maxAttempts) throw new CallFailed(failure, trying);
      const wait =
        blame === 'call' ? backoff(used, limits, using.random, believed(failure, limits)) : state.watch.pauseMs();
      ledger.retrying(trying.attempts, wait, failure.message);
      if (blame === 'call') await clock.sleep(wait, signal);
    }
  } catch (error) {
    if (!(error instanceof CallFailed) && (trying.lost > 0 || trying.unanswered > 0))
      await ledger.giveUp(trying, STOPPED);
    throw error;
  }
};

/**
 * Sends a call until it is answered, fails for good, or its tries are used up, and keeps each end in the ledger. A request that
 * fails because its server answers no request at all is none of its tries (see `createWatch`). Only a try under way holds a place
 * at the gate: a call that waits for its next try leaves the place to others. An abort ends it with the signal's reason.
 *
 * @throws JudgeUnavailable if the server has not answered for too long
 */
export const sendCall = async (judge: Judge, call: Call, using: Sending, ledger: CallLedger): Promise<Reply> => {
  const sent: Sent = { judge, call, ledger, tried: { attempts: 0, lost: 0, unanswered: 0 } };
  try {
    return await repeatUntilAnswered(sent, using);
  } catch (error) {
    if (error instanceof CallFailed) await ledger.fail(error, error.tried);
    throw error;
  }
};
