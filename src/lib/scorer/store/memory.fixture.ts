import type { Reply } from '../call.ts';
import type { Page } from '../page.ts';
import type { Search } from '../search.ts';
import type { Verdict } from '../verdict.ts';
import type { CallRecord, LocalStore, TaskId } from './contract.ts';
import { holdsLease } from './lease-time.ts';
import { LeaseLost } from './contract.ts';

interface RunMemory {
  calls: CallRecord[];
  verdicts: Map<string, Verdict[]>;
  pages: Map<string, Page>;
  searches: Map<string, { search: Search; cost: number | null }>;
  lease: { owner: string; until: number } | null;
  crashes: number;
}

/** Stored data of all runs of one project; several stores may share it. */
export interface Memory {
  runs: Map<string, RunMemory>;
  /** Pages whose text a person supplied. */
  supplied: Map<string, Page>;
}

export const createMemory = (): Memory => ({ runs: new Map(), supplied: new Map() });

const taskKey = (task: TaskId): string => JSON.stringify([task.report, task.metric, task.judge, task.repeat]);

const replyIn = (run: RunMemory, key: string): Reply | null => {
  const replied = run.calls.filter((call) => call.key === key && call.reply !== null);
  return (replied.findLast(({ outcome }) => outcome === 'reply') ?? replied.at(-1))?.reply ?? null;
};

/** A run's store in memory: for tests, and to show what a store has to do. */
export const memoryStore = (memory: Memory = createMemory(), runId = 'run'): LocalStore & { calls: CallRecord[] } => {
  const run: RunMemory = memory.runs.get(runId) ?? {
    ...{ calls: [], verdicts: new Map(), pages: new Map(), searches: new Map(), lease: null, crashes: 0 }
  };
  memory.runs.set(runId, run);
  let mine: string | null = null;
  const guard = (): void => {
    if (mine === null || run.lease?.owner !== mine) throw new LeaseLost();
  };
  const others = (): RunMemory[] => [...memory.runs].filter(([id]) => id !== runId).map(([, other]) => other);
  return {
    calls: run.calls,
    acquireLease(owner, now, milliseconds) {
      if (run.lease !== null && run.lease.owner !== owner && holdsLease(run.lease.until, now, milliseconds))
        return false;
      if (run.lease !== null && run.lease.owner !== owner) run.crashes += 1;
      run.lease = { owner, until: now + milliseconds };
      mine = owner;
      return true;
    },
    renewLease(owner, now, milliseconds) {
      if (run.lease?.owner !== owner) return false;
      run.lease = { owner, until: now + milliseconds };
      return true;
    },
    releaseLease(owner) {
      if (run.lease?.owner === owner) run.lease = null;
      if (mine === owner) mine = null;
    },
    crashes: () => run.crashes,
    getReply: (key) => replyIn(run, key),
    getSharedReply: (key) =>
      others()
        .flatMap(({ calls }) => calls)
        .find((call) => call.key === key && call.outcome === 'reply')?.reply ?? null,
    // Memory ends with the process: there is nothing to leave behind.
    sending: guard,
    refused: () => undefined,
    lost: guard,
    async putCall(call, kept) {
      guard();
      run.calls.push(structuredClone(call));
      kept?.();
    },
    spent: () => [...run.calls, ...run.searches.values()].reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    getPage: (key) => run.pages.get(key) ?? null,
    getSuppliedPage: (key) => memory.supplied.get(key) ?? null,
    getSharedPage: (key) =>
      others()
        .flatMap(({ pages }) => pages.get(key) ?? [])
        .find(({ outcome }) => outcome === 'ok') ?? null,
    async putPage(key, page) {
      guard();
      run.pages.set(key, structuredClone(page));
    },
    getSearch: (key) => run.searches.get(key)?.search ?? null,
    getSharedSearch: (key) =>
      others()
        .flatMap(({ searches }) => searches.get(key)?.search ?? [])
        .find(({ outcome }) => outcome === 'ok') ?? null,
    async putSearch(key, search, cost) {
      guard();
      const { cost: before } = run.searches.get(key) ?? { cost: 0 };
      run.searches.set(key, {
        search: structuredClone(search),
        cost: before === null || cost === null ? null : before + cost
      });
    },
    verdictsDone: (task) => structuredClone(run.verdicts.get(taskKey(task)) ?? null),
    async putVerdicts(task, verdicts) {
      guard();
      const key = taskKey(task);
      if (!run.verdicts.has(key)) run.verdicts.set(key, structuredClone([...verdicts]));
    }
  };
};
