import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from '../errors.ts';
import { type Clock, systemClock } from './engine-clock.ts';
import {
  defaultLimits,
  emptyResult,
  type EngineOptions,
  type EngineResult,
  type Task,
  taskId
} from './engine-contract.ts';
import { type Journalling, journalled } from './engine-journal.ts';
import { createPlaces, type JudgeState } from './engine-limits.ts';
import { JudgeCallError, type Verdict } from './pipeline.ts';
import { unscored } from './protocols/checklist-reply.ts';
import { LeaseLost } from './store/contract.ts';

export { defaultLimits, taskId } from './engine-contract.ts';
export type { EngineEvent, EngineLimits, EngineOptions, EngineResult, Task } from './engine-contract.ts';

class Cancelled extends Error {
  constructor() {
    super('The run was cancelled.');
    this.name = 'Cancelled';
  }
}

const byJudge = (tasks: readonly Task[]): Map<string, Task[]> => {
  const queues = new Map<string, Task[]>();
  const seen = new Set<string>();
  for (const task of tasks) {
    const { report, metric, judge } = taskId(task);
    const name = JSON.stringify([report, metric, judge]);
    if (seen.has(name)) throw new Error(`runEngine requires each task once, not twice ${name}`);
    seen.add(name);
    const queue = queues.get(judge);
    if (queue) queue.push(task);
    else queues.set(judge, [task]);
  }
  return queues;
};

/** A killed process keeps its lease until it expires, a living one renews it: whoever waits that long knows which it is. */
const takeLease = async (
  { store, owner }: Pick<EngineOptions, 'store' | 'owner'>,
  leaseMs: number,
  clock: Clock,
  signal: AbortSignal
): Promise<boolean> => {
  const until = clock.now() + leaseMs;
  for (;;) {
    if (store.acquireLease(owner, clock.now(), leaseMs)) return true;
    if (clock.now() > until || signal.aborted) return false;
    await clock.sleep(Math.min(1_000, leaseMs / 4), signal).catch(() => undefined);
  }
};

/** The verdicts of one task. An outside failure leaves its units unscored; anything else is a defect and passes on. */
const judgeTask = async (using: Journalling, task: Task, state: JudgeState): Promise<Verdict[]> => {
  const { sample, metric } = task;
  const { protocol } = metric;
  let verdicts: Verdict[];
  try {
    verdicts = await protocol.judge(sample, metric, journalled(using, task, state));
  } catch (failure) {
    if (!(failure instanceof JudgeCallError)) throw failure;
    verdicts = unscored(sample.items, failure.message);
  }
  if (verdicts.length !== sample.items.length || verdicts.some((verdict, at) => verdict.item !== sample.items[at]?.key))
    throw new Error(`The protocol ${protocol.name} requires one verdict for each item, in their order`);
  return verdicts;
};

/**
 * Drives a run to its end: every task gets verdicts, stored durably, or the run is cancelled.
 *
 * Resuming is running again with the same store: finished tasks are skipped, and in an unfinished one every answered call
 * is read from the journal, so a protocol of many calls goes on where it stopped. A call that fails for good leaves its
 * task's units unscored with the reason. Rejects only where going on would lose data: the lease was taken over, the store
 * fails, or a protocol breaks its contract. Refused where another process drives the run.
 */
export const runEngine = async (options: EngineOptions): Promise<EngineResult> => {
  const { store, owner } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const clock = options.clock ?? systemClock;
  const emit = options.onEvent ?? (() => undefined);
  const result = emptyResult(options.tasks.length);
  const queues = byJudge(options.tasks);
  const places = createPlaces(limits.total);

  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(0, signal);
  const cancel = (): void => stop.abort(new Cancelled());
  options.signal?.addEventListener('abort', cancel, { once: true });
  if (options.signal?.aborted) cancel();

  const using: Journalling = {
    store,
    limits,
    clock,
    signal,
    emit,
    result,
    random: options.random ?? Math.random,
    useCache: options.useCache !== false,
    delimiterKey: options.delimiterKey,
    underWay: new Map()
  };

  const perform = async (task: Task, state: JudgeState): Promise<void> => {
    const id = taskId(task);
    const done = store.verdictsDone(id);
    if (!done) emit({ type: 'task-started', task: id });
    const verdicts = done ?? (await judgeTask(using, task, state));
    signal.throwIfAborted();
    if (!done) store.putVerdicts(id, verdicts, clock.now());
    result.tasks[done ? 'skipped' : 'finished'] += 1;
    for (const verdict of verdicts) result.units[verdict.state] += 1;
    emit({ type: 'task-finished', task: id, skipped: done !== null, verdicts });
  };

  const work = async (queue: Task[], state: JudgeState): Promise<void> => {
    for (let task = queue.shift(); task && !signal.aborted; task = queue.shift()) {
      const leave = await places.take(signal);
      try {
        await perform(task, state);
      } finally {
        leave();
      }
      // A judge made of code would otherwise keep the process from answering anybody else.
      await nextTurn();
    }
  };

  const workers = (): Promise<void>[] =>
    [...queues.values()].flatMap((queue) => {
      const state: JudgeState = { pausedUntil: 0, closed: null };
      return Array.from({ length: Math.min(limits.perJudge, queue.length) }, () =>
        work(queue, state).catch((error: unknown) => stop.abort(error))
      );
    });

  const renew = (): void => {
    try {
      if (!store.renewLease(owner, clock.now(), limits.leaseMs)) stop.abort(new LeaseLost());
    } catch (error) {
      stop.abort(error);
    }
  };

  if (!(await takeLease(options, limits.leaseMs, clock, signal))) {
    if (signal.aborted) return { ...result, status: 'cancelled' };
    return refuse.conflict('Another process is working on this run. Wait until it ends, or stop that process.');
  }
  const renewal = setInterval(renew, limits.leaseMs / 3);
  try {
    await Promise.all(workers());
  } finally {
    clearInterval(renewal);
    options.signal?.removeEventListener('abort', cancel);
    store.releaseLease(owner);
  }
  if (!signal.aborted) return result;
  if (signal.reason instanceof Cancelled) return { ...result, status: 'cancelled' };
  throw signal.reason;
};
