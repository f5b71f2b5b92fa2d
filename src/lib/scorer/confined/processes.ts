import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { quickStart } from './quick-start.ts';
import type { ProcessAnswer } from './serve-process.ts';

/** Outcome of a piece of work: its result, or the limit at which it was stopped. */
type Confined<Output> = { done: Output } | { stopped: 'time' | 'memory' };

/**
 * Does one piece of work in a process of its own. Rejects with the signal's reason, or if the process itself does not work
 * (a package is missing), never because of a limit.
 */
export type Confine<Input, Output> = (
  input: Input,
  options?: { signal?: AbortSignal; onProgress?: ((value: unknown) => void) | undefined }
) => Promise<Confined<Output>>;

export interface Confinement {
  /** Processes at once. */
  processes: number;
  /** Longest time for one piece of work, in ms, once a process is there to do it. */
  timeoutMs: number;
  /** After this time without work a process ends, in ms. */
  idleMs: number;
  /** Most memory of one process for the objects that it makes of a text; together with buffers and large texts it may have `ALL_MEMORY` times as much. */
  megabytes: number;
}

interface Job<Input, Output> {
  input: Input;
  onProgress: ((value: unknown) => void) | undefined;
  done(result: Confined<Output>): void;
  fail(reason: unknown): void;
}

interface Helper<Input, Output> {
  child: ChildProcess;
  job: Job<Input, Output> | null;
  /** Ends the process: a job that takes too long, or no job for a while. */
  timer: NodeJS.Timeout | null;
}

/** All memory of a process, as a multiple of that for objects: a large file is held whole, once as it is and once as it unpacks. */
const ALL_MEMORY = 3;

const MEGABYTE = 1024 * 1024;

/** Longest time that a process may take to start, in ms: it takes under a second, and more on a machine with much to do. */
const STARTING_MS = 60_000;

/** Where a process starts: a module that calls `serveProcess`, loaded only when it is needed. */
type ProcessEntry = () => Promise<{ NAME: string; file: URL }>;

/**
 * Processes for texts and files that strangers wrote: what they hold may take a reader minutes, or memory without bound. Each
 * piece of work has a deadline and each process a memory limit; one that exceeds a limit is killed. Threads would not do: one
 * that runs out of memory can take the whole server with it. Idle processes keep no program alive, and end with it.
 */
export function confinedProcesses<Input, Output>(
  entry: ProcessEntry,
  { processes: most, timeoutMs, idleMs, megabytes }: Confinement
): Confine<Input, Output> {
  type OwnJob = Job<Input, Output>;
  type OwnHelper = Helper<Input, Output>;
  const helpers = new Set<OwnHelper>();
  const waiting: OwnJob[] = [];
  let starting = 0;

  const end = (helper: OwnHelper): void => {
    if (helper.timer) clearTimeout(helper.timer);
    helpers.delete(helper);
    helper.child.kill('SIGKILL');
  };
  const take = (helper: OwnHelper): OwnJob | null => {
    const { job } = helper;
    helper.job = null;
    return job;
  };
  const give = (helper: OwnHelper, job: OwnJob): void => {
    if (helper.timer) clearTimeout(helper.timer);
    helper.job = job;
    helper.child.ref();
    helper.child.channel?.ref();
    helper.timer = setTimeout(() => {
      end(helper);
      take(helper)?.done({ stopped: 'time' });
      serve();
    }, timeoutMs);
    // The type asks for JSON; the channel takes whatever can be cloned.
    helper.child.send(job.input as object, (error) => {
      if (error) lost(helper, error);
    });
  };
  const rest = (helper: OwnHelper): void => {
    if (helper.timer) clearTimeout(helper.timer);
    helper.child.unref();
    helper.child.channel?.unref();
    helper.timer = setTimeout(() => end(helper), idleMs).unref();
  };
  const lost = (helper: OwnHelper, error: Error | 'memory'): void => {
    if (!helpers.has(helper)) return;
    end(helper);
    const job = take(helper);
    if (error === 'memory') job?.done({ stopped: 'memory' });
    else job?.fail(error);
    serve();
  };

  const start = async (): Promise<void> => {
    const { NAME, file } = await entry();
    const { execArgv, env } = quickStart();
    const child = fork(fileURLToPath(file), [NAME, String(ALL_MEMORY * megabytes * MEGABYTE)], {
      execArgv: [...execArgv, `--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      // Text that a library prints, perhaps from the environment, does not belong in the program's own output.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env
    });
    const helper: OwnHelper = { child, job: null, timer: null };
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The process ${NAME} did not start within ${STARTING_MS / 1000} seconds`));
    }, STARTING_MS);
    child.on('message', (said: ProcessAnswer<Output>) => {
      if ('ready' in said) return resolve();
      if ('progress' in said) return helper.job?.onProgress?.(said.progress);
      const job = take(helper);
      rest(helper);
      if ('result' in said) job?.done({ done: said.result });
      else if ('tooLarge' in said) job?.done({ stopped: 'memory' });
      else job?.fail(new Error(`The process ${NAME} does not work: ${said.fault}`));
      serve();
    });
    child.on('error', (error) => {
      reject(error);
      lost(helper, error);
    });
    child.on('exit', (code, signal) => {
      const ended = new Error(`The process ${NAME} ended with ${signal ?? `code ${code}`}`);
      reject(ended);
      // Node aborts if the heap reaches its limit; `limitMemory` and a system without memory kill.
      lost(helper, signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? 'memory' : ended);
    });
    await ready.finally(() => clearTimeout(late));
    helpers.add(helper);
    rest(helper);
  };

  const serve = (): void => {
    for (const helper of helpers) {
      if (helper.job) continue;
      const job = waiting.shift();
      if (!job) return;
      give(helper, job);
    }
    if (waiting.length === 0 || helpers.size + starting >= most) return;
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

  return async (input, { signal, onProgress } = {}) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Confined<Output>>();
    const job: OwnJob = { input, onProgress, done: resolve, fail: reject };
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
