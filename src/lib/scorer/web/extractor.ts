import { Worker } from 'node:worker_threads';
import type { Body, Extracted } from './extraction.ts';
import type { ThreadAnswer } from './extraction-thread.ts';
import { seconds } from './time-budget.ts';

/**
 * Reads a body into text away from the main thread. Rejects with the signal's reason, or where the reader itself does not
 * work (a package is missing), never for what the body holds.
 */
export type Extract = (body: Body, options: { signal: AbortSignal }) => Promise<Extracted>;

interface Job {
  body: Body;
  done(extracted: Extracted): void;
  fail(reason: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** Ends the thread: a job that takes too long, or no job for a while. */
  timer: NodeJS.Timeout | null;
}

export interface ExtractorOptions {
  /** Threads at once. */
  threads?: number;
  /** Longest time for one body. */
  timeoutMs?: number;
  /** After this time without work a thread ends. */
  idleMs?: number;
}

/**
 * Threads that read bodies: hostile or huge markup takes seconds of processor time and memory without bound, so each
 * body has a deadline and each thread a limit, and a thread that exceeds one is ended. Idle threads keep no process alive.
 */
export const extractor = ({
  threads: most = 2,
  timeoutMs = 15_000,
  idleMs = 20_000
}: ExtractorOptions = {}): Extract => {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let starting = 0;

  const end = (thread: Thread): void => {
    if (thread.timer) clearTimeout(thread.timer);
    threads.delete(thread);
    void thread.worker.terminate();
  };
  const take = (thread: Thread): Job | null => {
    const { job } = thread;
    thread.job = null;
    return job;
  };
  const give = (thread: Thread, job: Job): void => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      end(thread);
      const note = `it could not be read within ${seconds(timeoutMs)}`;
      take(thread)?.done({ readable: false, note });
      serve();
    }, timeoutMs);
    // A copy of its own, so that handing it over leaves the caller's bytes alone.
    const bytes = Uint8Array.from(job.body.bytes);
    thread.worker.postMessage({ ...job.body, bytes }, [bytes.buffer]);
  };
  const rest = (thread: Thread): void => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread), idleMs).unref();
  };

  const start = async (): Promise<void> => {
    const { THREAD, threadFile } = await import('./extraction-thread.ts');
    const worker = new Worker(threadFile, {
      workerData: THREAD,
      resourceLimits: { maxOldGenerationSizeMb: 768 },
      // What a library prints is nothing for the program's own output.
      stdout: true,
      stderr: true
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: Thread = { worker, job: null, timer: null };
    const lost = (error: unknown): void => {
      if (!threads.has(thread)) return;
      end(thread);
      const job = take(thread);
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        job?.done({ readable: false, note: 'it needs too much memory to be read' });
      else job?.fail(error);
      serve();
    };
    worker.on('message', (said: ThreadAnswer) => {
      const job = take(thread);
      rest(thread);
      if ('extracted' in said) job?.done(said.extracted);
      else job?.fail(new Error(`The reader of pages does not work: ${said.fault}`));
      serve();
    });
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`The reader of pages ended with code ${code}`)));
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

  return async (body, { signal }) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Extracted>();
    const job: Job = { body, done: resolve, fail: reject };
    const onAbort = (): void => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    serve();
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
};
