import { costOf, inputTokensOf } from './costs/costs.ts';
import { CallFailed, callsOfTask, sendCall, type Sending } from './ask.ts';
import { beginningOf } from './beginnings.ts';
import { type Budget, BudgetUsedUp } from './limits/budget.ts';
import type { Clock } from './limits/clock.ts';
import { type EngineEvent, type EngineLimits, type EngineResult, type Task, taskId } from './contract.ts';
import type { CallGate } from './limits/gate.ts';
import type { JudgeState } from './limits/limits.ts';
import { JudgeUnavailable } from './limits/outage.ts';
import { playersOf } from '../judges/players.ts';
import type { Call, Question, Reply } from '../call.ts';
import type { Capabilities, JudgeRoom } from '../capabilities.ts';
import type { Judge } from '../judge.ts';
import type { Page } from '../page.ts';
import type { createSearches } from './searches.ts';
import { createVote } from './votes.ts';
import type { TokenPrice } from '../runs/run-options.ts';
import { callOutcome, type RunStore, type TaskId } from '../store/contract.ts';

export interface Journalling {
  store: RunStore;
  limits: EngineLimits;
  gate: CallGate;
  budget: Budget;
  prices: Readonly<Record<string, TokenPrice>>;
  clock: Clock;
  random: () => number;
  onFlight: (change: 1 | -1) => void;
  signal: AbortSignal;
  useCache: boolean;
  delimiterKey: string;
  emit: (event: EngineEvent) => void;
  result: EngineResult;
  /** Calls under way by key: two tasks with the same question share one. */
  underWay: Map<string, Promise<Reply>>;
  /** Lets the first of the calls that begin alike write the prompt cache before the others read it. */
  behindFirst: <T>(beginning: string, send: () => Promise<T>) => Promise<T>;
  readPage: (url: string, task: TaskId) => Promise<Page>;
  search: ReturnType<typeof createSearches>;
  /** What is known of a model's server; models of several judges share it. */
  stateOf: (player: Judge) => JudgeState;
}

interface Asking {
  task: Task;
  /** The model that is asked: the judge's own, or who plays the role. */
  player: Judge;
  call: Call;
  key: string;
  usable: (reply: Reply) => boolean;
}

const isUsable = ({ usable }: Asking, reply: Reply): boolean => {
  if (reply.ending !== 'complete') return false;
  try {
    return usable(reply);
  } catch {
    return false;
  }
};

/** From another run where there is one, else from the judge; recorded before it counts. */
const obtain = async (using: Journalling, asking: Asking): Promise<Reply> => {
  const { store, clock, result, emit } = using;
  const { task, call, key, player: judge } = asking;
  const state = using.stateOf(judge);
  const id = taskId(task);
  const began = clock.now();
  const played = task.judge.players ? { role: call.role ?? null, player: judge.spec } : {};
  const record = { task: id, key, ...played, status: null, error: null, cached: false, cost: null, unanswered: 0 };
  const shared = using.useCache ? store.getSharedReply(key) : null;
  if (shared) {
    const copied = { ...record, outcome: 'reply', reply: shared, cached: true, cost: 0 } as const;
    await store.putCall({ ...copied, attempts: 0, milliseconds: 0, at: began });
    result.calls.shared += 1;
    emit({ type: 'call-answered', task: id, source: 'shared', attempts: 0, usage: shared.usage, cost: 0 });
    return shared;
  }

  const price = judge.abstains ? null : using.prices[judge.spec];
  const counted = price || using.limits.providers[judge.provider ?? judge.spec]?.tokensPerMinute;
  const expected = { inputTokens: counted ? inputTokensOf(call) : 0, outputTokens: state.longestReply };
  const estimate = { tokens: expected.inputTokens + expected.outputTokens, cost: costOf(expected, price) ?? 0 };
  const keep: Sending['keep'] = async (reply, { attempts, lost, unanswered }, kept) => {
    const { usage } = reply;
    const at = clock.now();
    const known = judge.abstains ? 0 : costOf(usage, price);
    const cost = known ?? estimate.cost;
    const tokens = usage ? usage.inputTokens + usage.outputTokens : estimate.tokens;
    const outcome = callOutcome(reply, isUsable(asking, reply));
    const paid = known === null && lost === 0 ? null : cost + lost;
    const row = { ...record, outcome, reply, attempts, unanswered, cost: paid, milliseconds: at - began, at };
    await store.putCall(row, () => kept(tokens));
    state.longestReply = Math.max(state.longestReply, usage?.outputTokens ?? 0);
    result.calls.sent += attempts;
    result.calls.answered += 1;
    result.usage.inputTokens += usage?.inputTokens ?? 0;
    result.usage.outputTokens += usage?.outputTokens ?? 0;
    emit({ type: 'call-answered', task: id, source: 'sent', attempts, usage, cost: paid });
    return cost;
  };
  const costOfLost: Sending['costOfLost'] = (used) => {
    if (used === null || judge.abstains) return 0;
    return used === 'unknown' ? estimate.cost : (costOf(used, price) ?? 0);
  };
  const givenUp: Sending['givenUp'] = async ({ attempts, lost, unanswered }) => {
    const at = clock.now();
    const stopped = { outcome: 'error', reply: null, error: 'The run was stopped before the answer came.' } as const;
    const cost = lost > 0 ? lost : null;
    const row = { ...record, ...stopped, attempts, unanswered, cost, milliseconds: at - began, at };
    // A process that holds the lease now, or a database that fails, is the reason for the abort, and named already.
    await store.putCall(row).catch(() => undefined);
  };
  const sending = (): void => {
    if (!judge.abstains) store.sending(id, key, price ? estimate.cost : null, clock.now());
  };
  const refused = (): void => {
    if (!judge.abstains) store.refused(key);
  };
  const onRetry = (attempt: number, waitMs: number, reason: string): void =>
    emit({ type: 'call-retried', task: id, attempt, waitMs, reason });
  try {
    const limits = { ...using.limits, ...using.limits.perJudge[judge.spec] };
    const send = (): Promise<Reply> =>
      sendCall(judge, call, {
        ...using,
        limits,
        state,
        estimate,
        onRetry,
        keep,
        sending,
        refused,
        costOfLost,
        givenUp
      });
    return await (call.cacheShared ? using.behindFirst(beginningOf(judge, call), send) : send());
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure;
    const { message: error, status } = failure;
    const { attempts, lost, unanswered } = failure.tried;
    const at = clock.now();
    const failed = {
      ...record,
      outcome: 'error',
      reply: null,
      error,
      status,
      attempts,
      unanswered,
      cost: lost > 0 ? lost : null
    } as const;
    await store.putCall({ ...failed, milliseconds: at - began, at });
    result.calls.sent += attempts;
    result.calls.failed += 1;
    emit({ type: 'call-failed', task: id, attempts, reason: error });
    throw failure;
  }
};

/** What a protocol may know of a model. */
export const roomOf = ({ abstains, contextTokens, moreRoom }: Judge): JudgeRoom => ({
  abstains: abstains === true,
  contextTokens: contextTokens ?? null,
  moreRoom
});

const always = (): boolean => true;

/** What a task's protocol may do: `ask`, which answers from the journal before anything else, and `fetch`. */
export const journalled = (
  using: Journalling,
  task: Task
): {
  can: Capabilities;
  /** Why a call or search of the task was not made or not answered, so that the task is left for later; null where none was. */
  cutShort(): BudgetUsedUp | JudgeUnavailable | null;
} => {
  const [own] = playersOf(task.judge);
  const id = taskId(task);
  const callOf = callsOfTask(task);
  let cutShort: BudgetUsedUp | JudgeUnavailable | null = null;

  const ask = async (question: Question, usable: (reply: Reply) => boolean, asked?: Judge): Promise<Reply> => {
    const { call, key, player } = callOf(question, asked);
    const known = using.store.getReply(key);
    if (known) {
      using.result.calls.replayed += 1;
      using.emit({
        ...({ type: 'call-answered', task: id, source: 'journal', attempts: 0, cost: 0 } as const),
        usage: known.usage
      });
      return known;
    }
    const same = using.underWay.get(key);
    const reply = same ?? obtain(using, { task, player, call, key, usable }).finally(() => using.underWay.delete(key));
    if (!same) using.underWay.set(key, reply);
    return leaving(reply);
  };

  /** Notes why the task is left for later, where nothing more may be paid for or nobody answers. */
  const leaving = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof BudgetUsedUp || error instanceof JudgeUnavailable) cutShort ??= error;
      throw error;
    }
  };

  /** A protocol that gives up at the first failure leaves others unawaited: they must not count as unhandled. */
  const noted = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => undefined);
    return promise;
  };

  return {
    can: {
      ...roomOf(own!),
      roomFor: (role) => roomOf(playersOf(task.judge, role)[0]!),
      delimiterKey: using.delimiterKey,
      ask: (question, usable = always) => noted(ask(question, usable)),
      vote: createVote(task.judge, (question, usable, player) => noted(ask(question, usable, player))),
      fetch: (url) => noted(using.readPage(url, id)),
      search: (query, wanted) => noted(leaving(using.search(query, wanted, id)))
    },
    cutShort: () => cutShort
  };
};
