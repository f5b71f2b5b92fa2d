import type { Reply } from '../../call.ts';
import type { JudgeBatches, JudgeCallError } from '../../judge.ts';
import type { BatchRest } from '../../runs/run-options.ts';
import type { BatchStore } from '../../store/batches.ts';
import type { Clock } from '../limits/clock.ts';

/** How a run asks by batches. */
export interface BatchOptions {
  store: BatchStore;
  rest: BatchRest;
  settleMs?: number;
  pollMs?: number;
  maxPollMs?: number;
}

/** News of a batch while it is in progress. */
export interface BatchNews {
  type: 'batch';
  provider: string;
  judge: string;
  state: 'submitted' | 'running' | 'ended';
  lines: number;
  /** The provider's own status of it. */
  words: string;
}

/** How a question of a batch ended. `rest`: the batch did not answer it, and what is paid for nevertheless. */
export type LineEnd = { reply: Reply } | { failure: JudgeCallError } | { rest: string; used: JudgeCallError['used'] };

export interface LaneContext {
  store: BatchStore;
  clock: Clock;
  signal: AbortSignal;
  emit: (news: BatchNews) => void;
  /** How long to wait after a question for further ones of the same batch, in milliseconds. */
  settleMs: number;
  /** Wait between two looks at a batch, at first and at most. */
  pollMs: number;
  maxPollMs: number;
  /** How long a provider may not answer before the run pauses. */
  outageWaitMs: number;
  /** A longer wait than this that a provider asks for is not believed. */
  maxRetryAfterMs: number;
}

/** Everything that work on one batch needs. */
export interface Following extends LaneContext {
  provider: string;
  batches: JudgeBatches;
  tell: (state: BatchNews['state'], lines: number, words: string) => void;
}
