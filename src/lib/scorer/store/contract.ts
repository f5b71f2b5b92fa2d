import type { Reply } from '../call.ts';
import type { Page } from '../page.ts';
import type { Search } from '../search.ts';
import type { Verdict } from '../verdict.ts';

/** One unit of work of a run: one report under one metric by one judge. */
export interface TaskId {
  report: string;
  metric: string;
  /** The judge's fingerprint. */
  judge: string;
  repeat: number;
}

/** How a call ended. `unusable`: complete, but its protocol could not use it. */
type CallOutcome = 'reply' | 'unusable' | 'refused' | 'cut' | 'error';

/** One call as it ended, for the journal. */
export interface CallRecord {
  task: TaskId;
  key: string;
  /** The role that was asked, and the model that plays it, by its spec: of judges with roles only. Null is the judge itself. */
  role?: string | null;
  player?: string | null;
  outcome: CallOutcome;
  /** The received reply; null if the call failed for good. */
  reply: Reply | null;
  /** Why it failed. */
  error: string | null;
  status: number | null;
  attempts: number;
  /** Of these, requests that were sent and never answered: they may have been billed. */
  unanswered: number;
  /** True if the reply was taken from another run. */
  cached: boolean;
  /** US dollars; null if the price or the usage is unknown. */
  cost: number | null;
  /** The part of it that was told to `RunStore.lost` before the call was over; absent is none. */
  lost?: number;
  milliseconds: number;
  at: number;
}

/** A value, or its promise if a database on another machine has to be asked. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Durable memory of a run. A store belongs to one run, or to one part of a run that several machines share. Reads see committed data
 * only; those of replies and verdicts are synchronous. The promise of a
 * write resolves once it is durable: a power cut at any moment loses at most what was never acknowledged. Writes that are made
 * at about the same time may share one commit.
 *
 * Only the owner of the lease writes. A store whose lease was taken over refuses to write (`LeaseLost`).
 */
export interface RunStore {
  /**
   * Takes the lease if it is free, expired or already this owner's; false if another owner holds it. An owner that let a lease
   * expire has crashed, and is counted.
   */
  acquireLease(owner: string, now: number, milliseconds: number): Awaitable<boolean>;
  /** Extends the lease; false if it is no longer this owner's. */
  renewLease(owner: string, now: number, milliseconds: number): Awaitable<boolean>;
  /** Ends the lease, after the writes that still wait for their commit. */
  releaseLease(owner: string): Awaitable<void>;
  /** How often a process that held the lease ended without giving it back, since a person last started the run. */
  crashes(): Awaitable<number>;

  /** The reply that this run's journal holds for a call key, usable or not. Failed calls have none. */
  getReply(key: string): Reply | null;
  /** A reply that another run received for the key and could use. */
  getSharedReply(key: string): Awaitable<Reply | null>;
  /**
   * A request leaves for a judge that may bill it. If the process is killed before the call is put, the next one to take the lease
   * puts it as an error, with an unanswered request. That outlasts a kill of the process, not a power cut. The request leaves only
   * when a returned promise has resolved.
   *
   * @param cost what it is estimated to cost in US dollars; null if that is unknown
   */
  sending(task: TaskId, key: string, cost: number | null, at: number): Awaitable<void>;
  /** The last request of the call was answered, and not billed: it is no longer one that may be left unanswered. */
  refused(key: string): void;
  /**
   * The last request of the call brought no answer and cost this many US dollars. They count at once, and as the cost of that request
   * if the process is killed before the call is put.
   */
  lost(key: string, cost: number): Awaitable<void>;

  /** @param kept told as soon as a kill of the process cannot lose the call any more; a power cut can until the promise */
  putCall(call: CallRecord, kept?: () => void): Promise<void>;
  /** US dollars that the run's calls and searches have cost so far, as far as their cost is known. */
  spent(): Awaitable<number>;

  /** How a cited page came back in this run. */
  getPage(urlKey: string): Awaitable<Page | null>;
  /** The newest text that a person supplied for the page in this project. */
  getSuppliedPage(urlKey: string): Awaitable<Page | null>;
  /** The page as another run of the same project read it: only if its outcome was `ok`. */
  getSharedPage(urlKey: string): Awaitable<Page | null>;
  /** Keeps a page for this run, in place of what it had for the same key. */
  putPage(urlKey: string, page: Page): Promise<void>;

  /** A search as this run made it; see `engine/searches.ts` for its key. */
  getSearch(key: string): Awaitable<Search | null>;
  /** The search as another run of the same project made it: only if its outcome was `ok`. */
  getSharedSearch(key: string): Awaitable<Search | null>;
  /**
   * Keeps a search for this run, in place of what it had for the same key.
   *
   * @param cost US dollars; what the key has cost before is added. Null if that is unknown
   */
  putSearch(key: string, search: Search, cost: number | null): Promise<void>;

  /** The verdicts of a finished task; null while it is unfinished. */
  verdictsDone(task: TaskId): Verdict[] | null;
  /** Finishes a task: all its verdicts or none. A task is finished once; the first verdicts stay. */
  putVerdicts(task: TaskId, verdicts: readonly Verdict[], at: number): Promise<void>;
}

/** Results that a store of this process's own returns at once: only its writes take time. */
type AtOnce<R> = [Exclude<R, Promise<unknown>>] extends [never] ? R : Exclude<R, Promise<unknown>>;

/** A store that this process has open itself. */
export type LocalStore = {
  [Name in keyof RunStore]: (...given: Parameters<RunStore[Name]>) => AtOnce<ReturnType<RunStore[Name]>>;
};

export class LeaseLost extends Error {
  constructor() {
    super('Another process has taken over this run.');
    this.name = 'LeaseLost';
  }
}

/** The journal's word for how a call ended. */
export const callOutcome = (reply: Reply, usable: boolean): CallOutcome => {
  if (reply.ending !== 'complete') return reply.ending;
  return usable ? 'reply' : 'unusable';
};
