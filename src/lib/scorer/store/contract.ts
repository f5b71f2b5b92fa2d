import type { Reply, Verdict } from '../pipeline.ts';

/** One unit of work of a run: one report under one metric by one judge. */
export interface TaskId {
  report: string;
  metric: string;
  /** The judge's fingerprint. */
  judge: string;
  repeat: number;
}

/** One call as it ended, for the journal. */
export interface CallRecord {
  task: TaskId;
  key: string;
  /** What came back; null where the call failed for good. */
  reply: Reply | null;
  /** Why it failed. */
  error: string | null;
  status: number | null;
  attempts: number;
  /** True where the reply was taken from another run. */
  cached: boolean;
  milliseconds: number;
  at: number;
}

/**
 * What a run needs remembered. A store belongs to one run. Every method is synchronous and every write is durable when it
 * returns: a kill at any moment loses at most what was never acknowledged.
 *
 * Only the owner of the lease writes. A store whose lease was taken over refuses to write (`LeaseLost`).
 */
export interface RunStore {
  /** Takes the lease where it is free, expired or already this owner's; false where another owner holds it. */
  acquireLease(owner: string, now: number, milliseconds: number): boolean;
  /** Extends the lease; false where it is no longer this owner's. */
  renewLease(owner: string, now: number, milliseconds: number): boolean;
  releaseLease(owner: string): void;

  /** The reply that this run's journal holds for a call key. Failed calls have none. */
  getReply(key: string): Reply | null;
  /**
   * A reply that another run received for the key: complete, and part of a task that ended with a valid verdict for
   * every unit. What was refused, cut off, failed or not usable is never shared.
   */
  getSharedReply(key: string): Reply | null;
  putCall(call: CallRecord): void;

  /** The verdicts of a finished task; null while it is unfinished. */
  verdictsDone(task: TaskId): Verdict[] | null;
  /** Finishes a task: all its verdicts or none. A task is finished once; the first verdicts stay. */
  putVerdicts(task: TaskId, verdicts: readonly Verdict[], at: number): void;
}

export class LeaseLost extends Error {
  constructor() {
    super('Another process has taken over this run.');
    this.name = 'LeaseLost';
  }
}

/** The journal's word for how a call ended. */
export const outcomeOf = (reply: Reply | null): 'reply' | 'refused' | 'cut' | 'error' =>
  reply === null ? 'error' : reply.ending === 'complete' ? 'reply' : reply.ending;
