import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createJobs } from './batches/jobs.ts';
import { createRunBatches } from './run-batches.ts';
import { createBeginnings } from './limits/beginnings.ts';
import { BudgetUsedUp, createBudget, demandPrices, demandSearchPrice } from './limits/budget.ts';
import { systemClock } from './limits/clock.ts';
import { defaultLimits, emptyResult, type EngineOptions, type EngineResult, type Task, taskId } from './contract.ts';
import { createGate } from './limits/gate.ts';
import { createCapabilities, type RunContext } from './journal.ts';
import { allPlayers } from '../judges/players.ts';
import { createStates } from './limits/states.ts';
import { createPlaces } from './limits/places.ts';
import { JudgeUnavailable } from './limits/outage.ts';
import { createSearches, SEARCHES_AT_ONCE } from './searches.ts';
import { createPages } from './pages.ts';
import { createTraffic, processTraffic } from './limits/traffic.ts';
import { JudgeCallError } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import { costOfSearch } from '../search/prices.ts';
import { keepLease, refuseOtherHolder, takeLease } from './limits/lease.ts';

export { defaultLimits, taskId } from './contract.ts';
export type { EngineEvent, EngineLimits, EngineOptions, EngineResult, Task } from './contract.ts';

/** After this many crashes of its process a run starts again only when a person resumes it: it may be their cause. */
export const MOST_CRASHES = 2;

/** Wait between two requests for the state of a background job, at first and at most, in milliseconds. */
const JOB_POLL_MS = 5_000;
const MOST_JOB_POLL_MS = 30_000;

/** Tasks of one judge whose questions are collected for batches at the same time: each holds its report and its questions. */
const MOST_BATCHED = 5_000;

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
    const { report, metric, judge, repeat } = taskId(task);
    const name = JSON.stringify([report, metric, judge, repeat]);
    if (seen.has(name)) throw new Error(`runEngine requires each task once, not twice ${name}`);
    seen.add(name);
    const queue = queues.get(judge);
    if (queue) queue.push(task);
    else queues.set(judge, [task]);
  }
  return queues;
};

const demandUnits = (verdicts: readonly Verdict[], protocol: string): Verdict[] => {
  const keys = new Set(verdicts.map(({ item }) => item));
  if (verdicts.length === 0 || keys.size !== verdicts.length)
    throw new Error(`The protocol ${protocol} requires at least one verdict, and each unit once`);
  return [...verdicts];
};

/**
 * The verdicts of one task; why it is left for later, if the budget did not last for it or its judge did not answer. An
 * outside failure leaves its units unscored; anything else is a defect and passes on.
 */
const judgeTask = async (run: RunContext, task: Task): Promise<Verdict[] | BudgetUsedUp | JudgeUnavailable> => {
  const { sample, metric } = task;
  const { protocol } = metric;
  const { can, cutShort } = createCapabilities(run, task);
  let verdicts: Verdict[];
  try {
    verdicts = await protocol.judge(sample, metric, can);
  } catch (failure) {
    const left = cutShort();
    if (left) return left;
    if (!(failure instanceof JudgeCallError)) throw failure;
    verdicts = protocol.unscored(sample, failure.message, metric.settings);
  }
  return cutShort() ?? demandUnits(verdicts, protocol.name);
};

/**
 * Drives a run to its end: every task gets verdicts, stored durably, or the run is cancelled or out of money.
 *
 * Resuming is running again with the same store: finished tasks are skipped, and in an unfinished one every answered call
 * is read from the journal, so a protocol of many calls continues where it stopped. A call that fails for good leaves its
 * task's units unscored with the reason, unless its protocol makes do without it. A used-up budget, or a server that does
 * not answer for too long, leaves the tasks that need further calls for later and ends the others. A run during which its process
 * ended twice without a word pauses before anything is asked. Rejects only if continuing would lose data: the lease was taken
 * over, the store fails, or a protocol breaks its contract. Refused if another process drives the run, and if there
 * is a budget without prices.
 */
export const runEngine = async (options: EngineOptions): Promise<EngineResult> => {
  const { store, owner } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const clock = options.clock ?? systemClock;
  const emit = options.onEvent ?? (() => undefined);
  const result = emptyResult(options.tasks.length);
  const queues = byJudge(options.tasks);
  const judges = new Set(options.tasks.map(({ judge }) => judge));
  demandPrices([...judges].flatMap(allPlayers), options.budget ?? null, options.prices ?? {});
  demandSearchPrice(options.search?.identity, options.budget ?? null, options.searchPrice);

  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(0, signal);
  const cancel = (): void => stop.abort(new Cancelled());
  options.signal?.addEventListener('abort', cancel, { once: true });
  if (options.signal?.aborted) cancel();

  const leased = { store, owner, leaseMs: limits.leaseMs, clock };
  if (!(await takeLease(leased, signal))) {
    if (signal.aborted) return { ...result, status: 'cancelled' };
    return refuseOtherHolder();
  }

  const crashes = await store.crashes();
  if (crashes >= (options.mostCrashes ?? MOST_CRASHES)) {
    options.signal?.removeEventListener('abort', cancel);
    await store.releaseLease(owner);
    return { ...result, status: 'paused', crashes };
  }

  const { search: provider = null } = options;
  const gate = createGate(
    {
      calls: limits.calls,
      providers: {
        ...(provider && { [provider.name]: { concurrency: SEARCHES_AT_ONCE } }),
        ...limits.providers
      }
    },
    clock,
    (provider, waitMs, reason) => emit({ type: 'limit-reached', provider, waitMs, reason }),
    options.traffic ?? (options.clock ? createTraffic() : processTraffic)
  );
  const budget = options.purse ?? createBudget(options.budget ?? null, await store.spent());
  const useCache = options.useCache !== false;
  const reuseReplies = useCache && options.freshReplies !== true;
  const random = options.random ?? Math.random;
  const readPage = createPages({
    ...{ store, signal, useCache, emit },
    fetchPage: options.fetchPage ?? null,
    places: createPlaces(limits.pages),
    now: () => clock.now(),
    onReach: (outage) => (result.outage = outage)
  });
  const states = options.states ?? createStates(limits, { clock, random }, emit);
  const search = createSearches({
    ...{ store, provider, gate, budget, limits, clock, random, signal, useCache, emit, result },
    cost: costOfSearch(options.searchPrice)
  });
  const run: RunContext = {
    ...{
      store,
      limits,
      gate,
      budget,
      clock,
      signal,
      emit,
      result,
      useCache,
      reuseReplies,
      readPage,
      search,
      stateOf: states.of
    },
    random,
    prices: options.prices ?? {},
    delimiterKey: options.delimiterKey,
    underWay: { calls: 0 },
    awaited: new Map(),
    behindFirst: createBeginnings(),
    ...{ batches: null, jobs: null }
  };
  if (options.batches) run.batches = createRunBatches(run, options.batches);
  if (options.jobs) {
    const pace = { pollMs: JOB_POLL_MS, maxPollMs: MOST_JOB_POLL_MS, ...options.jobs };
    const { outageWaitMs, maxRetryAfterMs } = limits;
    run.jobs = createJobs({ ...pace, clock, signal, emit, outageWaitMs, maxRetryAfterMs });
  }

  const perform = async (task: Task): Promise<void> => {
    const id = taskId(task);
    const done = store.verdictsDone(id);
    if (!done) emit({ type: 'task-started', task: id });
    const verdicts = done ?? (await judgeTask(run, task));
    signal.throwIfAborted();
    if (verdicts instanceof BudgetUsedUp) {
      result.status = 'over-budget';
      return;
    }
    if (verdicts instanceof JudgeUnavailable) {
      if (result.status !== 'over-budget') result.status = 'paused';
      result.unavailable = verdicts.message;
      return;
    }
    if (!done) await store.putVerdicts(id, verdicts, clock.now());
    result.tasks[done ? 'skipped' : 'finished'] += 1;
    for (const verdict of verdicts) result.units[verdict.state] += 1;
    emit({ type: 'task-finished', task: id, skipped: done !== null, verdicts });
  };

  const work = async (queue: Task[]): Promise<void> => {
    for (let task = queue.shift(); task && !signal.aborted; task = queue.shift()) {
      await perform(task);
      // A judge made of code would otherwise keep the process from answering other requests.
      await nextTurn();
    }
  };

  const workers = (): Promise<void>[] =>
    [...queues.values()].flatMap((queue) => {
      // All tasks of a judge with batches are under way, so that their questions share a batch.
      const batched =
        run.batches !== null &&
        queue.some(({ judge }) => allPlayers(judge).some(({ batch, background }) => batch && !background));
      const most = batched ? MOST_BATCHED : (limits.tasksPerJudge ?? 2 * limits.calls);
      return Array.from({ length: Math.min(most, queue.length) }, () =>
        work(queue).catch((error: unknown) => stop.abort(error))
      );
    });

  const endRenewal = keepLease(leased, (reason) => stop.abort(reason));
  try {
    await Promise.all(workers());
    // Calls that a protocol did not wait for are paid for as well: they belong into the journal.
    await Promise.allSettled(run.awaited.values());
  } finally {
    endRenewal();
    // After an abort, answers may have come that are not in the journal: the next process reads them again.
    if (!signal.aborted) {
      run.batches?.close(result.status === 'done');
      if (result.status === 'done' && !run.batches) run.jobs?.close();
    }
    gate.close();
    if (!options.states) states.close();
    options.signal?.removeEventListener('abort', cancel);
    await store.releaseLease(owner);
  }
  result.spent = budget.spent();
  if (!signal.aborted) return result;
  if (signal.reason instanceof Cancelled) return { ...result, status: 'cancelled' };
  throw signal.reason;
};
