import type { CallLimits } from './engine-ask.ts';
import type { Clock } from './engine-clock.ts';
import type { Judge, Metric, Sample, Usage, Verdict } from './pipeline.ts';
import type { RunStore, TaskId } from './store/contract.ts';

/** One report under one metric by one judge. */
export interface Task {
  sample: Sample;
  metric: Metric;
  judge: Judge;
  /** 0 for the first time that the judge is asked about the report, 1 … for repeats. */
  repeat: number;
}

export interface EngineLimits extends CallLimits {
  /** Tasks under way at once, over all judges. */
  total: number;
  /** Tasks under way at once for one judge. */
  perJudge: number;
  /** How long the lease outlives the process that holds it. */
  leaseMs: number;
}

export const defaultLimits: EngineLimits = {
  total: 8,
  perJudge: 4,
  maxAttempts: 5,
  callTimeoutMs: 180_000,
  backoffMs: 1_000,
  maxBackoffMs: 60_000,
  maxRetryAfterMs: 600_000,
  leaseMs: 15_000
};

/** What happens, as it happens. A task is named as in the store. */
export type EngineEvent =
  | { type: 'task-started'; task: TaskId }
  /** `sent` now; `journal`: this run had it; `shared`: another run had it. */
  | {
      type: 'call-answered';
      task: TaskId;
      source: 'sent' | 'journal' | 'shared';
      attempts: number;
      usage: Usage | null;
    }
  | { type: 'call-retried'; task: TaskId; attempt: number; waitMs: number; reason: string }
  | { type: 'call-failed'; task: TaskId; attempts: number; reason: string }
  /** `skipped`: its verdicts were there already. */
  | { type: 'task-finished'; task: TaskId; skipped: boolean; verdicts: readonly Verdict[] };

export interface EngineOptions {
  tasks: readonly Task[];
  store: RunStore;
  /** Who drives the run: a name that no other living process uses. */
  owner: string;
  /** Secret for the marks around foreign text; the same for all runs, or no reply is shared. */
  delimiterKey: string;
  limits?: Partial<EngineLimits>;
  /** Whether replies of other runs may be used. Default: yes. */
  useCache?: boolean;
  clock?: Clock;
  random?: () => number;
  /** Cancels: calls under way are aborted, what is finished stays, nothing is half-written. */
  signal?: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

export interface EngineResult {
  status: 'done' | 'cancelled';
  tasks: { total: number; finished: number; skipped: number };
  /** `sent` counts requests, so it includes every try. */
  calls: { sent: number; answered: number; replayed: number; shared: number; failed: number };
  units: { judged: number; abstained: number; unscored: number };
  /** Tokens of the replies received now; replayed and shared ones cost nothing. */
  usage: Usage;
}

export const taskId = (task: Task): TaskId => ({
  report: task.sample.report.id,
  metric: task.metric.name,
  judge: task.judge.fingerprint,
  repeat: task.repeat
});

export const emptyResult = (total: number): EngineResult => ({
  status: 'done',
  tasks: { total, finished: 0, skipped: 0 },
  calls: { sent: 0, answered: 0, replayed: 0, shared: 0, failed: 0 },
  units: { judged: 0, abstained: 0, unscored: 0 },
  usage: { inputTokens: 0, outputTokens: 0 }
});
