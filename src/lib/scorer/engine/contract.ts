import type { OutageLimits } from './limits/outage.ts';
import type { Clock } from './limits/clock.ts';
import type { Traffic } from './limits/traffic.ts';
import type { Budget } from './limits/budget.ts';
import type { SharedStates } from './limits/limits.ts';
import type { SearchProvider } from '../search/contract.ts';
import type { Usage } from '../call.ts';
import type { Judge } from '../judge.ts';
import type { Metric } from '../metric.ts';
import type { Page } from '../page.ts';
import type { Sample } from '../sample.ts';
import type { Search } from '../search.ts';
import type { Verdict } from '../verdict.ts';
import { OUTAGE_MINUTES, type ProviderLimits, type SearchPrice, type TokenPrice } from '../runs/run-options.ts';
import type { RunStore, TaskId } from '../store/contract.ts';
import type { BatchNews, BatchOptions } from './batches/contract.ts';

/** Limits of a run for each of its calls. */
export interface CallLimits extends OutageLimits {
  maxAttempts: number;
  /** Deadline of one attempt. */
  callTimeoutMs: number;
  maxBackoffMs: number;
}

/** One report under one metric by one judge. */
export interface Task {
  sample: Sample;
  metric: Metric;
  judge: Judge;
  /** 0 for the first time that the judge is asked about the report, 1 … for repeats. */
  repeat: number;
  /** The judge may search the web if it can (see `Judge.webSearch`). Absent is no. */
  webSearch?: true;
  /** Other tasks of the run have the same judge, report and beginning of the question. Absent is no. */
  sharesBeginning?: true;
}

export interface EngineLimits extends CallLimits {
  /** By judge spec, in place of `maxAttempts` and `callTimeoutMs`. */
  perJudge: Readonly<Record<string, Partial<Pick<CallLimits, 'maxAttempts' | 'callTimeoutMs'>>>>;
  /** Calls under way at once, over all judges: sent, and not yet kept if a kill of the process cannot take them. */
  calls: number;
  /** Tasks under way at once for one judge; each may have several calls under way. Default: twice `calls`. */
  tasksPerJudge: number | null;
  /** Pages fetched at once. */
  pages: number;
  /** By provider; see `Judge.provider`. */
  providers: Readonly<Record<string, ProviderLimits>>;
  /** How long the lease outlives the process that holds it. */
  leaseMs: number;
}

export const defaultLimits: EngineLimits = {
  calls: 8,
  tasksPerJudge: null,
  pages: 8,
  providers: {},
  perJudge: {},
  maxAttempts: 5,
  callTimeoutMs: 180_000,
  backoffMs: 1_000,
  maxBackoffMs: 60_000,
  maxRetryAfterMs: 600_000,
  maxProbeMs: 30_000,
  outageWaitMs: OUTAGE_MINUTES * 60_000,
  leaseMs: 15_000
};

/** An event of the engine, as it happens. A task is named as in the store. */
export type EngineEvent =
  | { type: 'task-started'; task: TaskId }
  /** `sent` now; `journal`: this run had it; `shared`: another run had it. `cost` in US dollars, if it is known. */
  | {
      type: 'call-answered';
      task: TaskId;
      source: 'sent' | 'journal' | 'shared';
      attempts: number;
      usage: Usage | null;
      cost: number | null;
    }
  /** How many calls are under way now: sent, and not yet kept if a kill of the process cannot take them. */
  | { type: 'calls-under-way'; calls: number }
  | { type: 'call-retried'; task: TaskId; attempt: number; waitMs: number; reason: string }
  /** A judge's server answers no call, or answers again. */
  | { type: 'judge-down'; provider: string; reason: string }
  | { type: 'judge-up'; provider: string }
  | { type: 'call-failed'; task: TaskId; attempts: number; reason: string }
  | BatchNews
  /** Of a run whose parts workers take: how many of them can work on it, and why others cannot. */
  | { type: 'workers'; able: number; refusals: { host: string; reason: string }[] }
  /** Of the same: why PostgreSQL does not answer; null once it answers again. */
  | { type: 'queue-away'; reason: string | null }
  /** The limits of a provider hold calls back. */
  | { type: 'limit-reached'; provider: string; waitMs: number; reason: string }
  | { type: 'page-fetched'; task: TaskId; source: 'fetched' | 'supplied' | 'shared'; page: Omit<Page, 'text'> }
  /** A search that is new to the run, with the number of its results. */
  | {
      type: 'searched';
      task: TaskId;
      source: 'sent' | 'shared';
      search: Omit<Search, 'results'>;
      results: number;
      /** US dollars, if they are known. */
      cost: number | null;
    }
  /** `skipped`: its verdicts were there already. */
  | { type: 'task-finished'; task: TaskId; skipped: boolean; verdicts: readonly Verdict[] };

export interface EngineOptions {
  tasks: readonly Task[];
  store: RunStore;
  /** Process that drives the run: a name that no other living process uses. */
  owner: string;
  /** Secret for the marks around foreign text; the same for all runs, or no reply is shared. */
  delimiterKey: string;
  limits?: Partial<EngineLimits>;
  /** Whether replies and pages of other runs may be used. Default: yes. */
  useCache?: boolean;
  /** Whether every question is asked of its judge even so; pages and searches of other runs may be used. Default: no. */
  freshReplies?: boolean;
  /** By judge spec. Without a price the cost is unknown. */
  prices?: Readonly<Record<string, TokenPrice>>;
  /** US dollars that the run may cost in all, what it has cost before included; null for no cap. */
  budget?: number | null;
  /** Reads a page of the web; its outcome says how that went. Needed if a protocol reads cited pages. */
  fetchPage?: (url: string, options: { signal: AbortSignal }) => Promise<Page>;
  /** Needed if a protocol searches. */
  search?: SearchProvider | null;
  /** Ask by batches if a judge has them. Absent: by single calls. */
  batches?: BatchOptions | null;
  /** Where background jobs are stored, and how often they are polled. Required for judges that answer in the background. */
  jobs?: Omit<BatchOptions, 'rest' | 'settleMs'> | null;
  /** Price of a search. Without a price the cost is unknown. */
  searchPrice?: SearchPrice;
  clock?: Clock;
  /** So many crashes of its process and the run pauses until a person resumes it. Default: 2. */
  mostCrashes?: number;
  /** States of the run's judges, if other engines of this process ask the same ones; else the engine's own. */
  states?: SharedStates;
  /** The money of the run, if other engines spend of it as well; else the engine's own, with `budget` as its cap. */
  purse?: Budget;
  /** Requests that count against the providers' limits. Default: those of this process; with a clock of its own, this run's. */
  traffic?: Traffic;
  random?: () => number;
  /** Cancels: calls under way are aborted, what is finished stays, nothing is half-written. */
  signal?: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

export interface EngineResult {
  /** `over-budget`, `paused`: some tasks are left, because the calls that they need were not made or not answered. */
  status: 'done' | 'cancelled' | 'over-budget' | 'paused';
  tasks: { total: number; finished: number; skipped: number };
  /** `sent` counts requests, so it includes every try. */
  calls: { sent: number; answered: number; replayed: number; shared: number; failed: number };
  /** `sent` counts requests, so it includes every try; `failed` counts searches that found nothing out. */
  searches: { sent: number; replayed: number; shared: number; failed: number };
  units: { judged: number; abstained: number; unscored: number };
  /** Tokens of the replies received now; replayed and shared ones cost nothing. */
  usage: Usage;
  /** US dollars that the run has cost in all, as far as that is known. */
  spent: number;
  /** Which judge's server did not answer for so long that the run pauses, in words; null if all answered. */
  unavailable: string | null;
  /** How often the run's process ended without a word, if the run pauses for that: none of its tasks was begun. */
  crashes: number | null;
  /** Why the last pages were not fetched, if nothing on the web could be reached; null if something could. */
  outage: string | null;
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
  searches: { sent: 0, replayed: 0, shared: 0, failed: 0 },
  units: { judged: 0, abstained: 0, unscored: 0 },
  usage: { inputTokens: 0, outputTokens: 0 },
  spent: 0,
  unavailable: null,
  crashes: null,
  outage: null
});
