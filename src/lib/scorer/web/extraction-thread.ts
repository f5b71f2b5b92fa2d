import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { extract, type Body, type Extracted } from './extraction.ts';

/** Distinguishes this thread from other worker threads that load the same bundle. */
export const THREAD = 'voirdire-page-extraction';

/** The file to start the thread from: this one, also after bundling. */
export const threadFile = new URL(import.meta.url);

export type ThreadAnswer = { extracted: Extracted } | { fault: string };

if (!isMainThread && workerData === THREAD)
  parentPort?.on('message', (body: Body) => {
    extract(body).then(
      (extracted) => parentPort?.postMessage({ extracted } satisfies ThreadAnswer),
      (error: unknown) => parentPort?.postMessage({ fault: String(error) } satisfies ThreadAnswer)
    );
  });
