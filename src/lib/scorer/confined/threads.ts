import { Worker } from 'node:worker_threads';
import type { ThreadAnswer } from './serve-thread.ts';

/** What came of a piece of work: its result, or the limit at which it was stopped. */
export type Confined<Output> = { done: Output } | { stopped: 'time' | 'memory' };

/**
 * Does one piece of work in a thread of its own. Rejects with the signal's reason, or where the thread itself does not work
 * (a package is missing), never because of a limit.
 */
export type Confine<Input, Output> = (
  input: Input,
  options?: { signal?: AbortSignal; handedOver?: readonly ArrayBuffer[] }
) => Promise<Confined<Output>>;

export interface Confinement {
  /** Threads at once. */
  threads: number;
  /** Longest time for one piece of work, in ms. */
  timeoutMs: number;
  /** After this time without work a thread ends, in ms. */
  idleMs: number;
  /** Most memory of one thread. */
  megabytes: number;
}

interface Job<Input, Output> {
  input: Input;
  handedOver: readonly ArrayBuffer[];
  done(result: Confined<Output>): void;
  fail(reason: unknown): void;
}

interface Thread<Input, Output> {
  worker: Worker;
  job: Job<Input, Output> | null;
  /** Ends the thread: a job that takes too long, or no job for a while. */
  timer: NodeJS.Timeout | null;
}

/** Where a thread starts: a module that calls `serveThread`, loaded only when it is needed. */
export type ThreadEntry = () => Promise<{ THREAD: string; threadFile: URL }>;

/**
 * Threads for texts and files that strangers wrote: what they hold may take a reader minutes, or memory without bound. Each
 * piece of work has a deadline and each thread a memory limit; a thread that exceeds one is ended. Idle threads keep no process
 * alive. Nothing done here may open the database: a thread that is ended inside its code takes the process with it.
 */
export function confinedThreads<Input, Output>(
  entry: ThreadEntry,
  { threads: most, timeoutMs, idleMs, megabytes }: Confinement
): Confine<Input, Output> {
  type OwnJob = Job<Input, Output>;
  type OwnThread = Thread<Input, Output>;
  const threads = new Set<OwnThread>();
  const waiting: OwnJob[] = [];
  let starting = 0;

  const end = (thread: OwnThread): void => {
    if (thread.timer) clearTimeout(thread.timer);
    threads.delete(thread);
    void thread.worker.terminate();
  };
  const take = (thread: OwnThread): OwnJob | null => {
    const { job } = thread;
    thread.job = null;
    return job;
  };
  const give = (thread: OwnThread, job: OwnJob): void => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      end(thread);
      take(thread)?.done({ stopped: 'time' });
      serve();
    }, timeoutMs);
    thread.worker.postMessage(job.input, job.handedOver);
  };
  const rest = (thread: OwnThread): void => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread), idleMs).unref();
  };

  const start = async (): Promise<void> => {
    const { THREAD, threadFile } = await entry();
    const worker = new Worker(threadFile, {
      workerData: THREAD,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      // What a library prints is nothing for the program's own output.
      stdout: true,
      stderr: true
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: OwnThread = { worker, job: null, timer: null };
    const lost = (error: unknown): void => {
      if (!threads.has(thread)) return;
      end(thread);
      const job = take(thread);
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        job?.done({ stopped: 'memory' });
      else job?.fail(error);
      serve();
    };
    worker.on('message', (said: ThreadAnswer<Output>) => {
      const job = take(thread);
      rest(thread);
      if ('result' in said) job?.done({ done: said.result });
      else job?.fail(new Error(`The thread ${THREAD} does not work: ${said.fault}`));
      serve();
    });
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The thread ${THREAD} ended with code ${code}`)));
    threads.add(thread);
    rest(thread);
  };

  const serve = (): void => {
    for (const thread of threads) {
      if (thread.job) continue;
      const job = waiting.shift();
      if (!job) return;
      give(thread, job);
    }
    if (waiting.length === 0 || threads.size + starting >= most) return;
    starting += 1;
    start()
      .catch((error: unknown) => {
        for (const job of waiting.splice(0)) job.fail(error);
      })
      .finally(() => {
        starting -= 1;
        serve();
      });
  };

  return async (input, { signal, handedOver = [] } = {}) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Confined<Output>>();
    const job: OwnJob = { input, handedOver, done: resolve, fail: reject };
    const onAbort = (): void => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    serve();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };
}
