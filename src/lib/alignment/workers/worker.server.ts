import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { jobNamed } from './jobs.server.ts';
import { THREAD, type FromWorker, type ThreadData, type ToWorker } from './messages.ts';

/** The file to start a thread from: this one, also if it was bundled. */
export const workerFile = new URL(import.meta.url);

const { thread, ending } = (workerData ?? {}) as Partial<ThreadData>;
const inputs = new Map<number, { name: string; input: unknown; prepared?: { value: unknown } }>();
const answer = (message: FromWorker, handedOver: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, handedOver);

/** In a worker thread: takes the input of a job, prepares it at its first part, and does the parts it is given. */
if (!isMainThread && thread === THREAD)
  parentPort!.on('message', (message: ToWorker) => {
    if (message.say === 'end') return parentPort!.close();
    const { job } = message;
    if (message.say === 'start') inputs.set(job, { name: message.name, input: message.input });
    else if (message.say === 'forget') inputs.delete(job);
    else void doPart(job, message.index);
  });

async function doPart(job: number, index: number): Promise<void> {
  try {
    const known = inputs.get(job);
    if (!known) throw new Error(`The worker was not told the input of job ${job}`);
    const { prepare, part, handedOver } = jobNamed(known.name);
    known.prepared ??= { value: prepare(known.input) };
    let told = -Infinity;
    const result = await part(known.prepared.value, index, (share) => {
      if (ending && Atomics.load(ending, 0) === 1) throw new Error('The thread was asked to end');
      const now = performance.now();
      if (now - told < 100) return;
      told = now;
      answer({ say: 'progress', job, index, share });
    });
    answer({ say: 'done', job, index, part: result }, handedOver?.(result));
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    answer({ say: 'failed', job, index, message, stack });
  }
}
