import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { quickStart } from '../../scorer/confined/quick-start.ts';
import { inputHash } from './input-hash.server.ts';
import type { Job } from './job.ts';
import { jobNamed, type JobInput, type JobName, type JobResult } from './jobs.server.ts';
import { THREAD, type FromWorker, type ThreadData, type ToWorker } from './messages.ts';

interface AsideOptions {
  /** Told now and then which share of the work is done, in [0, 1]. */
  onProgress?: (share: number) => void;
  /** Aborts this request; the work itself ends if no other request waits for it. */
  signal?: AbortSignal;
  /** Key under which the result is remembered, if the caller has a hash of the input already. */
  key?: string;
  /** Whether the result serves other requests as well; default true. What reads a database is not settled by its input. */
  remember?: boolean;
}

interface Work {
  id: number;
  name: string;
  input: unknown;
  job: Job<unknown, unknown, unknown, unknown>;
  key: string;
  remember: boolean;
  parts: unknown[];
  /** Parts that no thread has begun, from the last to the first. */
  open: number[];
  left: number;
  shares: Float64Array;
  waiting: Set<(share: number) => void>;
  waiters: number;
  settled: boolean;
  result: Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  ending: ThreadData['ending'];
  /** Work whose input it holds. */
  knows: Set<number>;
  busy: { work: Work; index: number } | null;
}

const REMEMBERED = 32;

/**
 * Does jobs in worker threads, so that the thread that answers people stays free. Parts of different jobs take turns. The
 * same job on the same input is done once: while it is under way all wait for it, and the last results are remembered.
 *
 * Threads are started when there is something to do and do not keep the process alive without it.
 */
export class AsidePool {
  readonly #entry: string | URL;
  readonly #size: number;
  readonly #threads: Thread[] = [];
  readonly #work = new Map<string, Work>();
  readonly #remembered = new LRUCache<string, { result: unknown }>({ max: REMEMBERED });
  #next = 0;
  #closed = false;

  /**
   * @param entry `workerFile` of `worker.server.ts`: a bundle knows where it has put it.
   * @param size threads; by default one less than the machine runs at once, and at least one.
   */
  constructor(entry: string | URL, size = Math.max(1, availableParallelism() - 1)) {
    this.#entry = entry;
    this.#size = size;
  }

  /** Threads that are running. */
  get threads(): number {
    return this.#threads.length;
  }

  /**
   * The result of a job; shared by all who ask for it: do not change it.
   *
   * @throws what the job throws, or the signal's reason.
   */
  async run<Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    { onProgress, signal, remember = true, key = remember ? inputHash(input) : randomUUID() }: AsideOptions = {}
  ): Promise<JobResult<Name>> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('The pool is closed');
    const named = `${name} ${key}`;
    const known = this.#remembered.get(named);
    if (known) {
      onProgress?.(1);
      return known.result as JobResult<Name>;
    }
    const work = this.#work.get(named) ?? this.#begin(name, named, input, remember);
    if (onProgress) work.waiting.add(onProgress);
    work.waiters++;
    try {
      return (await (signal ? orAborted(work.result, signal) : work.result)) as JobResult<Name>;
    } finally {
      work.waiters--;
      if (onProgress) work.waiting.delete(onProgress);
      if (work.waiters === 0 && !work.settled)
        this.#settle(work, () => work.reject(new Error('Nobody waits any more')));
    }
  }

  /** Ends all threads, as soon as each tells how far its work is; work under way fails. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const work of [...this.#work.values()])
      this.#settle(work, () => work.reject(new Error('The pool was closed')));
    await Promise.all(this.#threads.splice(0).map(ended));
  }

  #begin(name: string, key: string, input: unknown, remember: boolean): Work {
    const job = jobNamed(name);
    const count = job.parts(input);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    promise.catch(() => {});
    const work: Work = {
      ...{ id: this.#next++, name, input, job, key, remember, resolve, reject, result: promise },
      ...{
        parts: new Array<unknown>(count),
        open: Array.from({ length: count }, (_, i) => count - 1 - i),
        left: count
      },
      ...{ shares: new Float64Array(count), waiting: new Set(), waiters: 0, settled: false }
    };
    this.#work.set(key, work);
    this.#hand();
    return work;
  }

  /** Gives idle threads something to do: the work that has waited longest for its turn comes first. */
  #hand(): void {
    for (;;) {
      const work = [...this.#work.values()].find(({ open }) => open.length > 0);
      if (!work) return;
      const idle = this.#threads.filter(({ busy }) => busy === null);
      const thread = idle.find(({ knows }) => knows.has(work.id)) ?? idle[0] ?? this.#start();
      if (!thread) return;
      this.#give(thread, work, work.open.pop()!);
      // To the end of the line: the next part belongs to another work, if one waits.
      if (this.#work.delete(work.key)) this.#work.set(work.key, work);
    }
  }

  #give(thread: Thread, work: Work, index: number): void {
    try {
      if (!thread.knows.has(work.id)) tell(thread, { say: 'start', job: work.id, name: work.name, input: work.input });
    } catch (error) {
      // The input holds something that cannot be copied to another thread.
      return this.#settle(work, () => work.reject(error as Error));
    }
    thread.knows.add(work.id);
    thread.busy = { work, index };
    thread.worker.ref();
    tell(thread, { say: 'part', job: work.id, index });
  }

  #start(): Thread | null {
    if (this.#closed || this.#threads.length >= this.#size) return null;
    const ending = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ThreadData = { thread: THREAD, ending };
    const worker = new Worker(this.#entry, { ...quickStart(), workerData });
    const thread: Thread = { worker, ending, knows: new Set(), busy: null };
    this.#threads.push(thread);
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#hear(thread, message));
    worker.on('error', (error) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, new Error('The worker thread ended')));
    return thread;
  }

  #hear(thread: Thread, message: FromWorker): void {
    // Once it is asked to end, its last words are of no use, and the process waits for it.
    if (!thread.busy || this.#closed) return;
    const { work, index } = thread.busy;
    if (message.say === 'progress') return this.#progress(work, index, message.share);
    thread.busy = null;
    thread.worker.unref();
    if (work.settled) this.#forget(work);
    else if (message.say === 'failed') {
      const error = Object.assign(new Error(message.message), message.stack ? { stack: message.stack } : {});
      this.#settle(work, () => work.reject(error));
    } else {
      work.parts[index] = message.part;
      work.left--;
      this.#progress(work, index, 1);
      if (work.left === 0) this.#finish(work);
    }
    this.#hand();
  }

  #finish(work: Work): void {
    try {
      const result = work.job.join(work.input, work.parts);
      if (work.remember) this.#remembered.set(work.key, { result });
      this.#settle(work, () => work.resolve(result));
    } catch (error) {
      this.#settle(work, () => work.reject(error as Error));
    }
  }

  #settle(work: Work, end: () => void): void {
    work.settled = true;
    work.open = [];
    this.#work.delete(work.key);
    this.#forget(work);
    end();
  }

  #forget(work: Work): void {
    for (const thread of this.#threads)
      if (thread.busy?.work !== work && thread.knows.delete(work.id)) tell(thread, { say: 'forget', job: work.id });
  }

  /** A thread that has broken down takes the work that it was doing with it; the next one is started when it is needed. */
  #lose(thread: Thread, error: Error): void {
    const at = this.#threads.indexOf(thread);
    if (at < 0) return;
    this.#threads.splice(at, 1);
    const work = thread.busy?.work;
    if (work && !work.settled) this.#settle(work, () => work.reject(error));
    this.#hand();
  }

  #progress(work: Work, index: number, share: number): void {
    work.shares[index] = share;
    const all = work.shares.reduce((sum, s) => sum + s, 0) / work.shares.length;
    for (const told of work.waiting) told(all);
  }
}

/**
 * A thread is asked to end and closes what it has open. It is never terminated: it may be inside the database's own code,
 * where being stopped takes the process with it.
 */
function ended(thread: Thread): Promise<unknown> {
  thread.worker.ref();
  const exit = new Promise((resolve) => thread.worker.once('exit', resolve));
  Atomics.store(thread.ending, 0, 1);
  tell(thread, { say: 'end' });
  return exit;
}

const tell = (thread: Thread, message: ToWorker): void => thread.worker.postMessage(message);

function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
