import type { Reply, Verdict } from '../pipeline.ts';
import type { CallRecord, RunStore, TaskId } from './contract.ts';
import { LeaseLost } from './contract.ts';

interface RunMemory {
  calls: CallRecord[];
  verdicts: Map<string, Verdict[]>;
  lease: { owner: string; until: number } | null;
}

/** What all runs of one process remember; several stores may share it. */
export interface Memory {
  runs: Map<string, RunMemory>;
}

export const createMemory = (): Memory => ({ runs: new Map() });

const taskKey = (task: TaskId): string => JSON.stringify([task.report, task.metric, task.judge]);

const replyIn = (run: RunMemory, key: string): Reply | null =>
  run.calls.findLast((call) => call.key === key && call.reply !== null)?.reply ?? null;

const usable = (run: RunMemory, call: CallRecord): boolean => {
  const verdicts = run.verdicts.get(taskKey(call.task));
  return verdicts !== undefined && verdicts.length > 0 && verdicts.every((verdict) => verdict.state !== 'unscored');
};

/** A run's store in memory: for tests, and for scoring from the command line without a database. */
export const memoryStore = (memory: Memory = createMemory(), runId = 'run'): RunStore & { calls: CallRecord[] } => {
  const run: RunMemory = memory.runs.get(runId) ?? { calls: [], verdicts: new Map(), lease: null };
  memory.runs.set(runId, run);
  let mine: string | null = null;
  const guard = (): void => {
    if (mine === null || run.lease?.owner !== mine) throw new LeaseLost();
  };
  return {
    calls: run.calls,
    acquireLease(owner, now, milliseconds) {
      if (run.lease !== null && run.lease.owner !== owner && run.lease.until > now) return false;
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
    getReply: (key) => replyIn(run, key),
    getSharedReply(key) {
      for (const [id, other] of memory.runs) {
        if (id === runId) continue;
        const call = other.calls.find(
          (one) => one.key === key && one.reply?.ending === 'complete' && usable(other, one)
        );
        if (call?.reply) return call.reply;
      }
      return null;
    },
    putCall(call) {
      guard();
      run.calls.push(structuredClone(call));
    },
    verdictsDone: (task) => structuredClone(run.verdicts.get(taskKey(task)) ?? null),
    putVerdicts(task, verdicts) {
      guard();
      const key = taskKey(task);
      if (!run.verdicts.has(key)) run.verdicts.set(key, structuredClone([...verdicts]));
    }
  };
};
