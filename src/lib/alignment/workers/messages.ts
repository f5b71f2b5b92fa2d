/** Tells a thread of ours from others that load the same bundle. */
export const THREAD = 'voirdire-aside';

/** Data with which a thread of ours is started. */
export interface ThreadData {
  thread: typeof THREAD;
  /** One number: 1 once the thread is to end, so that work under way, which hears no messages, ends where it tells how far it is. */
  ending: Int32Array<SharedArrayBuffer>;
}

/** Messages between threads. `job` numbers the work under way. */

export type ToWorker =
  | { say: 'start'; job: number; name: string; input: unknown }
  | { say: 'part'; job: number; index: number }
  | { say: 'forget'; job: number }
  | { say: 'end' };

export type FromWorker =
  | { say: 'progress'; job: number; index: number; share: number }
  | { say: 'done'; job: number; index: number; part: unknown }
  | { say: 'failed'; job: number; index: number; message: string; stack: string | undefined };
