import type { TaskId } from '../store/contract.ts';

/** Facts about a worker that it sends with each sign of life. */
export interface WorkerAbout {
  host: string;
  version: string;
  /** Calls that it may have under way at once. */
  places: number;
  /** By run: calls under way, parts in work, and what its judges told. */
  runs: Record<string, WorkerOnRun>;
  /** Runs that it cannot work on, with the reason. */
  refused: Record<string, string>;
}

export interface WorkerOnRun {
  calls: number;
  parts: number;
  /** Judges' servers that do not answer, with the reason. */
  down: Record<string, string>;
  /** The reason that delays calls, in words. */
  held: { provider: string; reason: string } | null;
  lastRetry: { task: TaskId; reason: string } | null;
}
