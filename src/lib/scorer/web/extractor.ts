import { Worker } from 'node:worker_threads';
import type { Body, Extracted } from './extraction.ts';
import type { ThreadAnswer } from './extraction-thread.ts';

/** Reads a body into text away from the main thread. Never rejects but with the signal's reason. */
export type Extract = (body: Body, options: { signal: AbortSignal }) => Promise<Extracted>;

interface Job {
  body: Body;
  done(extracted: Extracted): void;
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
  const answer = (thread: Thread, extracted: Extracted): void => {
    const { job } = thread;
    thread.job = null;
    job?.done(extracted);
  };
  const give = (thread: Thread, job: Job): void => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      end(thread);
      answer(thread, { readable: false, note: `it could not be read within ${Math.ceil(timeoutMs / 1000)} seconds` });
      void serve();
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

  const start = async (): Promise<Thread> => {
    const { THREAD, threadFile } = await import('./extraction-thread.ts');
    const worker = new Worker(threadFile, {
      workerData: THREAD,
      resourceLimits: { maxOldGenerationSizeMb: 768 },
      // What a library prints is nothing for the program's own output.
      stdout: true,
      stderr: true
    });
    const thread: Thread = { worker, job: null, timer: null };
    const lost = (): void => {
      end(thread);
      answer(thread, { readable: false, note: 'it could not be read: it needs too much memory' });
      void serve();
    };
    worker.on('message', (said: ThreadAnswer) => {
      answer(thread, 'extracted' in said ? said.extracted : { readable: false, note: 'its content is broken' });
      rest(thread);
      void serve();
    });
    worker.on('error', lost);
    worker.on('exit', () => {
      if (threads.has(thread)) lost();
    });
    threads.add(thread);
    return thread;
  };

  const serve = async (): Promise<void> => {
    for (const thread of threads) {
      if (thread.job) continue;
      const job = waiting.shift();
      if (!job) return;
      give(thread, job);
    }
    if (waiting.length === 0 || threads.size + starting >= most) return;
    starting += 1;
    await start().finally(() => (starting -= 1));
    await serve();
  };

  return (body, { signal }) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Extracted>();
    const job: Job = { body, done: resolve };
    const onAbort = (): void => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    void serve();
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
};
