import { sendCall } from './ask.ts';
import type { RunJobs } from './batches/jobs.ts';
import type { RunBatches } from './run-batches.ts';
import { beginningOf } from './limits/beginnings.ts';
import { type Asking, JournalledCall, keepShared, type RunLedger } from './call-ledger.ts';
import { type Budget, BudgetUsedUp } from './limits/budget.ts';
import { type Task, taskId } from './contract.ts';
import type { CallGate } from './limits/gate.ts';
import type { JudgeState } from './limits/limits.ts';
import { JudgeUnavailable } from './limits/outage.ts';
import { playersOf } from '../judges/players.ts';
import type { Question, Reply } from '../call.ts';
import type { Capabilities, JudgeRoom } from '../capabilities.ts';
import type { Judge } from '../judge.ts';
import type { Page } from '../page.ts';
import { callsOfTask } from './question-keys.ts';
import type { createSearches } from './searches.ts';
import { createVote } from '../judges/votes.ts';
import type { TaskId } from '../store/contract.ts';

/** Shared objects of a run's tasks. */
export interface RunContext extends RunLedger {
  gate: CallGate;
  budget: Budget;
  random: () => number;
  signal: AbortSignal;
  useCache: boolean;
  /** Whether replies of other runs may be used. */
  reuseReplies: boolean;
  delimiterKey: string;
  /** Replies under way by key: two tasks with the same question share one. */
  awaited: Map<string, Promise<Reply>>;
  /** Lets the first of the calls that begin alike write the prompt cache before the others read it. */
  behindFirst: <T>(beginning: string, send: () => Promise<T>) => Promise<T>;
  readPage: (url: string, task: TaskId) => Promise<Page>;
  search: ReturnType<typeof createSearches>;
  /** Null if the run asks by single calls only. */
  batches: RunBatches | null;
  /** Null if no judge of the run answers in the background. */
  jobs: RunJobs | null;
  /** State of a model's server; models of several judges share it. */
  stateOf: (player: Judge) => JudgeState;
}

/** From another run if there is one, else from the judge; recorded before it counts. */
const obtain = async (run: RunContext, asking: Asking): Promise<Reply> => {
  const { player, call, key } = asking;
  const shared = run.reuseReplies ? await run.store.getSharedReply(key) : null;
  if (shared) {
    await keepShared(run, asking, shared);
    return shared;
  }
  const state = run.stateOf(player);
  const limits = { ...run.limits, ...run.limits.perJudge[player.spec] };
  const ledger = new JournalledCall(run, asking, state);
  const { gate, budget, clock, random, signal } = run;
  const sending = { limits, state, gate, budget, clock, random, signal };
  if (player.background && run.jobs === null)
    throw new Error('runEngine requires a store of jobs for background judges');
  const asked = player.background ? run.jobs!.asking(player, key) : player;
  const send = async (): Promise<Reply> => {
    const reply = await sendCall(asked, call, sending, ledger);
    run.jobs?.kept(key);
    return reply;
  };
  const single = (): Promise<Reply> => (call.cacheShared ? run.behindFirst(beginningOf(player, call), send) : send());
  return run.batches?.takes(player, call) ? run.batches.ask(asking, state, single) : single();
};

/** Facts that a protocol may know about a model. */
export const roomOf = ({ abstains, contextTokens, moreRoom }: Judge): JudgeRoom => ({
  abstains: abstains === true,
  contextTokens: contextTokens ?? null,
  moreRoom
});

const always = (): boolean => true;

/** Capabilities of a task's protocol: `ask`, which answers from the journal before anything else, `vote`, `fetch` and `search`. */
export const createCapabilities = (
  run: RunContext,
  task: Task
): {
  can: Capabilities;
  /** Why a call or search of the task was not made or not answered, so that the task is left for later; null if none was. */
  cutShort(): BudgetUsedUp | JudgeUnavailable | null;
} => {
  const [own] = playersOf(task.judge);
  const id = taskId(task);
  const callOf = callsOfTask(task);
  let cutShort: BudgetUsedUp | JudgeUnavailable | null = null;

  const ask = async (question: Question, usable: (reply: Reply) => boolean, asked?: Judge): Promise<Reply> => {
    const { call, key, player } = callOf(question, asked);
    const known = run.store.getReply(key);
    if (known) {
      run.result.calls.replayed += 1;
      run.emit({
        ...({ type: 'call-answered', task: id, source: 'journal', attempts: 0, cost: 0 } as const),
        usage: known.usage
      });
      return known;
    }
    const same = run.awaited.get(key);
    const reply = same ?? obtain(run, { task, player, call, key, usable }).finally(() => run.awaited.delete(key));
    if (!same) run.awaited.set(key, reply);
    return leaving(reply);
  };

  /** Notes why the task is left for later, if no further call may be paid for or no server answers. */
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
      modelsFor: (role) => playersOf(task.judge, role).length,
      delimiterKey: run.delimiterKey,
      ask: (question, usable = always) => noted(ask(question, usable)),
      vote: createVote(task.judge, (question, usable, player) => noted(ask(question, usable, player))),
      fetch: (url) => noted(run.readPage(url, id)),
      search: (query, wanted) => noted(leaving(run.search(query, wanted, id)))
    },
    cutShort: () => cutShort
  };
};
