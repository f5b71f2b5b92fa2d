import type { Budget } from './limits/budget.ts';
import type { Clock } from './limits/clock.ts';
import type { CallGate } from './limits/gate.ts';
import { backoff, closedFor, type JudgeState } from './limits/limits.ts';
import type { Blame, Turn } from './limits/outage.ts';
import { textHash } from '../runs/fingerprint.ts';
import { playersOf } from '../judges/players.ts';
import type { CallLimits, Task } from './contract.ts';
import { type Call, LONGEST_REPLY, type Question, type Reply } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';

const schemaTexts = new WeakMap<object, string>();

/** Many questions have the same schema. */
const schemaText = (schema: Call['schema']): string => {
  const text = schemaTexts.get(schema) ?? JSON.stringify(schema);
  schemaTexts.set(schema, text);
  return text;
};

/** Everything that determines the answer but the trial. Judges made of code read more than the messages. */
export const questionKey = (judge: Pick<Judge, 'abstains' | 'fingerprint'>, call: Omit<Call, 'trial'>): string => {
  const read = judge.abstains ? JSON.stringify([call.about, call.material ?? null]) : '';
  const parts = [judge.fingerprint, call.prompt.hash, schemaText(call.schema), call.system, call.user, read];
  // Only if allowed, so that questions without web search have the keys that they had before there was any.
  if (call.webSearch) parts.push('web search');
  if (call.moreRoom) parts.push('more room');
  if (call.role !== undefined) parts.push(`role ${call.role}`);
  // Each part's length in front: no two lists of parts have the same text.
  return textHash(parts.map((part) => `${part.length} ${part}`).join(''));
};

/** Equal keys may share replies. */
const callKey = (question: string, trial: number): string =>
  trial === 0 ? question : textHash(`${question} ${trial}`);

/** Questions that a task asks again are told apart by their trial; so are those of its repeats. */
const TRIALS_PER_REPEAT = 1_000;

/**
 * Numbers a task's questions in the order in which it asks them: the call that each makes to a model, and its key. The model is
 * who plays the question's role, unless told.
 */
export const callsOfTask = (
  task: Pick<Task, 'judge' | 'sample' | 'repeat' | 'webSearch' | 'sharesBeginning'>
): ((question: Question, player?: Judge) => { call: Call; key: string; player: Judge }) => {
  const { sample, repeat } = task;
  const timesAsked = new Map<string, number>();
  return (question, judge = playersOf(task.judge, question.role)[0]!) => {
    const webSearch = task.webSearch && judge.webSearch === 'if-asked' ? ({ webSearch: true } as const) : {};
    // With web search a judge sends the schema and its tool in front, and nothing is shared.
    const alike = task.sharesBeginning && question.shared !== undefined && !('webSearch' in webSearch);
    const cacheShared = alike && judge.webSearch !== 'always' ? ({ cacheShared: true } as const) : {};
    const { assume: _onlyForEstimates, ...asked } = question;
    const about = { ...asked, about: sample, ...webSearch, ...cacheShared };
    const first = questionKey(judge, about);
    const times = timesAsked.get(first) ?? 0;
    timesAsked.set(first, times + 1);
    const trial = repeat + TRIALS_PER_REPEAT * times;
    return { call: { ...about, trial }, key: callKey(first, trial), player: judge };
  };
};

const asFailure = (error: unknown): JudgeCallError =>
  error instanceof JudgeCallError
    ? error
    : new JudgeCallError(`The judge failed: ${error instanceof Error ? error.message : String(error)}`, {
        retryable: false,
        cause: error
      });

/** One attempt with its deadline. A judge that ignores its signal is left behind. */
const attempt = (
  judge: Judge,
  call: Call,
  { clock, signal, callTimeoutMs }: { clock: Clock; signal: AbortSignal; callTimeoutMs: number }
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const own = new AbortController();
    const over = (): void => {
      callOff();
      signal.removeEventListener('abort', stop);
    };
    const giveUp = (reason: unknown): void => {
      over();
      reject(reason);
      own.abort(reason);
    };
    const stop = (): void => giveUp(signal.reason);
    const callOff = clock.after(callTimeoutMs, () => {
      const seconds = Math.round(callTimeoutMs / 100) / 10;
      giveUp(
        new JudgeCallError(`The judge gave no answer within ${seconds} seconds.`, { retryable: true, used: 'unknown' })
      );
    });
    signal.addEventListener('abort', stop, { once: true });
    const ask = async (): Promise<Reply> => judge.ask(call, { signal: own.signal });
    ask().then(resolve, reject).finally(over);
  });

/** A call that failed for good, with the number of requests that it took, and the US dollars that these cost. */
export class CallFailed extends JudgeCallError {
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

export interface Sending {
  limits: CallLimits;
  state: JudgeState;
  gate: CallGate;
  budget: Budget;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  /** What one call is estimated to take: tokens in and out, US dollars. */
  estimate: { tokens: number; cost: number };
  onRetry: (attempt: number, waitMs: number, reason: string) => void;
  /** A request begins (1) or is over (-1). */
  onFlight: (change: 1 | -1) => void;
  /**
   * Keeps a reply, and says what it cost once it is durable. The call counts as under way until `kept` is told, with the
   * tokens it took: from then on a kill of the process can not lose it, and another may take its place.
   */
  keep: (reply: Reply, tried: Trying, kept: (tokens: number) => void) => Promise<number>;
  /** A request is about to be sent. */
  sending: () => void;
  /** The request was answered and not billed. */
  refused: () => void;
  /** US dollars of an attempt that brought no answer; estimated where the server did not say what it used. */
  costOfLost: (used: JudgeCallError['used']) => number;
  /** Records a call that an abort ended without an answer, with what it cost. */
  givenUp: (tried: Trying) => Promise<void>;
}

/** The tries of a call so far, this one included. */
interface Trying {
  attempts: number;
  /** US dollars of those that brought no answer. */
  lost: number;
  /** Those that were sent and never answered: they may have been billed. */
  unanswered: number;
}

type Tried = { reply: Reply; cost: number } | { failure: JudgeCallError; blame: Blame } | 'not-sent';

/** The wait that a server asks for; null where it asks for none, or for an absurd one. */
const believed = ({ retryAfterMs }: JudgeCallError, { maxRetryAfterMs }: CallLimits): number | null =>
  retryAfterMs !== null && retryAfterMs <= maxRetryAfterMs ? retryAfterMs : null;

/** A reply cut to the length that is read; one that is too long is still recognised as too long. */
const bounded = (reply: Reply): Reply =>
  reply.text.length > LONGEST_REPLY + 1 ? { ...reply, text: reply.text.slice(0, LONGEST_REPLY + 1) } : reply;

/** One try at its turn: the request, and its reply kept. */
const tryAtGate = async (judge: Judge, call: Call, using: Sending, tried: Trying, turn: Turn): Promise<Tried> => {
  const { gate, state, limits, clock, signal, estimate } = using;
  const pass = await gate.enter(judge.provider ?? judge.spec, estimate.tokens, signal, judge.account ?? null);
  // The judge's server may have asked for a pause, or said that nothing helps, while this call waited for its turn.
  if (closedFor(state) !== null || !turn.maySend()) {
    pass.undo();
    return 'not-sent';
  }
  let underWay = true;
  const over = (tokens?: number): void => {
    if (!underWay) return;
    underWay = false;
    using.onFlight(-1);
    if (tokens !== undefined) pass.settle(tokens);
    pass.leave();
  };
  using.onFlight(1);
  const noAnswer = (): void => {
    tried.lost += using.costOfLost('unknown');
    if (!judge.abstains) tried.unanswered += 1;
  };
  try {
    using.sending();
    const got = await attempt(judge, call, { clock, signal, callTimeoutMs: limits.callTimeoutMs }).catch(asFailure);
    if (signal.aborted) noAnswer();
    signal.throwIfAborted();
    for (const standing of state.standings) standing.note(got instanceof JudgeCallError ? got : null);
    const blame = turn.note(got instanceof JudgeCallError ? got : null);
    if (got instanceof JudgeCallError) {
      if (got.used === 'unknown') noAnswer();
      else tried.lost += using.costOfLost(got.used);
      if (got.used === null) using.refused();
      return { failure: got, blame };
    }
    const reply = bounded(got);
    return { reply, cost: await using.keep(reply, tried, over) };
  } finally {
    over();
  }
};

/** One try once its server answers and the judge's standings let it pass, which it leaves as soon as it is over. */
const tryOnce = async (judge: Judge, call: Call, using: Sending, tried: Trying): Promise<Tried> => {
  const turn = await using.state.watch.enter(call, using.signal);
  const left = [(): void => turn.leave()];
  try {
    for (const standing of using.state.standings) left.push(await standing.enter(using.signal));
    return await tryAtGate(judge, call, using, tried, turn);
  } finally {
    for (const leave of left) leave();
  }
};

/**
 * Sends a call until it is answered, fails for good, or its tries are used up. A request that fails because its server does
 * not answer anybody is none of its tries (see `createWatch`). Only a try under way holds a place at the gate: who waits for
 * the next one leaves it to others. An abort ends it with the signal's reason.
 *
 * @throws JudgeUnavailable where the server has not answered for too long
 */
export const sendCall = async (judge: Judge, call: Call, using: Sending): Promise<Reply> => {
  const { budget, state, limits, clock, signal } = using;
  // Judges made of code cost nothing: they go on where the budget is used up.
  const reserved = judge.abstains ? null : await budget.reserve(using.estimate.cost, signal);
  let answered = 0;
  let used = 0;
  const trying: Trying = { attempts: 1, lost: 0, unanswered: 0 };
  try {
    for (;;) {
      const tries = trying.attempts;
      signal.throwIfAborted();
      const closed = closedFor(state);
      if (closed !== null) throw notSent(closed, { ...trying, attempts: tries - 1 });
      const tried = await tryOnce(judge, call, using, trying);
      if (tried === 'not-sent') continue;
      if ('reply' in tried) {
        answered = tried.cost;
        return tried.reply;
      }
      const { failure, blame } = tried;
      if (blame === 'call') used += 1;
      if (!failure.retryable || used >= limits.maxAttempts) throw new CallFailed(failure, trying);
      const wait =
        blame === 'call' ? backoff(used, limits, using.random, believed(failure, limits)) : state.watch.pauseMs();
      using.onRetry(tries, wait, failure.message);
      if (blame === 'call') await clock.sleep(wait, signal);
      trying.attempts += 1;
    }
  } catch (error) {
    if (!(error instanceof CallFailed) && (trying.lost > 0 || trying.unanswered > 0)) await using.givenUp(trying);
    throw error;
  } finally {
    reserved?.settle(answered + trying.lost);
  }
};
