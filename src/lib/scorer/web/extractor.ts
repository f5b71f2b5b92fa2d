import { confinedThreads, type Confinement } from '../confined/threads.ts';
import type { Body, Extracted } from './extraction.ts';
import { seconds } from './time-budget.ts';

/**
 * Reads a body into text away from the main thread. Rejects with the signal's reason, or where the reader itself does not
 * work (a package is missing), never for what the body holds.
 */
export type Extract = (body: Body, options: { signal: AbortSignal }) => Promise<Extracted>;

export type ExtractorOptions = Partial<Omit<Confinement, 'megabytes'>>;

/** Threads that read bodies: hostile or huge markup takes seconds of processor time and memory without bound. */
export const extractor = ({ threads = 2, timeoutMs = 15_000, idleMs = 20_000 }: ExtractorOptions = {}): Extract => {
  const read = confinedThreads<Body, Extracted>(() => import('./extraction-thread.ts'), {
    ...{ threads, timeoutMs, idleMs },
    megabytes: 768
  });
  return async (body, { signal }) => {
    // A copy of its own, so that handing it over leaves the caller's bytes alone.
    const bytes = Uint8Array.from(body.bytes);
    const outcome = await read({ ...body, bytes }, { signal, handedOver: [bytes.buffer] });
    if ('done' in outcome) return outcome.done;
    return {
      readable: false,
      note:
        outcome.stopped === 'time'
          ? `it could not be read within ${seconds(timeoutMs)}`
          : 'it needs too much memory to be read'
    };
  };
};
