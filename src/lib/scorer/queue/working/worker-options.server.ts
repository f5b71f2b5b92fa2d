import type { JudgesHere } from '../../runs/driving/judges-here.server.ts';
import type { FetchPage } from '../../web/fetching/fetcher.ts';
import type { Queue } from '../connection.server.ts';

export interface WorkerOptions {
  queue: Queue;
  /** The judges of this process, with its keys. */
  judges: JudgesHere;
  version: string;
  /** Calls under way at once, over all runs. */
  places: number;
  fetchPage: FetchPage;
  leaseMs?: number;
  /** Ends the work: calls under way are aborted, parts go back to the queue. */
  signal: AbortSignal;
  /** Is told in words what the worker does. */
  tell?: (line: string) => void;
}
