import { CallFailed, callKey, type CallLimits, sendCall } from './engine-ask.ts';
import type { Clock } from './engine-clock.ts';
import { type EngineEvent, type EngineResult, type Task, taskId } from './engine-contract.ts';
import type { JudgeState } from './engine-limits.ts';
import type { Call, Capabilities, Reply } from './pipeline.ts';
import type { RunStore } from './store/contract.ts';

export interface Journalling {
  store: RunStore;
  limits: CallLimits;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  useCache: boolean;
  delimiterKey: string;
  emit: (event: EngineEvent) => void;
  result: EngineResult;
  /** Calls under way by key: two tasks with the same question share one. */
  underWay: Map<string, Promise<Reply>>;
}

/** From another run where there is one, else from the judge; recorded before it counts. */
const obtain = async (using: Journalling, task: Task, call: Call, key: string, state: JudgeState): Promise<Reply> => {
  const { store, clock, signal, result, emit } = using;
  const id = taskId(task);
  const began = clock.now();
  const record = { task: id, key, status: null, error: null, cached: false };
  const shared = using.useCache ? store.getSharedReply(key) : null;
  if (shared) {
    store.putCall({ ...record, reply: shared, attempts: 0, cached: true, milliseconds: 0, at: began });
    result.calls.shared += 1;
    emit({ type: 'call-answered', task: id, source: 'shared', attempts: 0, usage: shared.usage });
    return shared;
  }
  const onRetry = (attempt: number, waitMs: number, reason: string): void =>
    emit({ type: 'call-retried', task: id, attempt, waitMs, reason });
  try {
    const { reply, attempts } = await sendCall(task.judge, call, { ...using, state, onRetry });
    signal.throwIfAborted();
    const at = clock.now();
    store.putCall({ ...record, reply, attempts, milliseconds: at - began, at });
    result.calls.sent += attempts;
    result.calls.answered += 1;
    result.usage.inputTokens += reply.usage?.inputTokens ?? 0;
    result.usage.outputTokens += reply.usage?.outputTokens ?? 0;
    emit({ type: 'call-answered', task: id, source: 'sent', attempts, usage: reply.usage });
    return reply;
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure;
    const { message: error, status, attempts } = failure;
    const at = clock.now();
    store.putCall({ ...record, reply: null, error, status, attempts, milliseconds: at - began, at });
    result.calls.sent += attempts;
    result.calls.failed += 1;
    emit({ type: 'call-failed', task: id, attempts, reason: error });
    throw failure;
  }
};

/** What a task's protocol may do: `ask`, which answers from the journal before anything else. */
export const journalled = (using: Journalling, task: Task, state: JudgeState): Capabilities => {
  const asked = new Map<string, number>();
  return {
    abstains: task.judge.abstains === true,
    delimiterKey: using.delimiterKey,
    async ask(question) {
      const call: Call = { ...question, about: task.sample, trial: 0 };
      const first = callKey(task.judge, call);
      call.trial = asked.get(first) ?? 0;
      asked.set(first, call.trial + 1);
      const key = call.trial === 0 ? first : callKey(task.judge, call);
      const known = using.store.getReply(key);
      if (known) {
        using.result.calls.replayed += 1;
        using.emit({ type: 'call-answered', task: taskId(task), source: 'journal', attempts: 0, usage: known.usage });
        return known;
      }
      const same = using.underWay.get(key);
      if (same) return same;
      const reply = obtain(using, task, call, key, state).finally(() => using.underWay.delete(key));
      using.underWay.set(key, reply);
      return reply;
    }
  };
};
