import { confinedProcesses, type Confinement } from '../../confined/processes.ts';
import type { Body, Extracted } from './extraction.ts';
import { seconds } from '../../confined/time-budget.ts';

/**
 * Reads a body into text away from the main thread. Rejects with the signal's reason, or if the reader itself does not
 * work (a package is missing), never for what the body holds.
 */
export type Extract = (body: Body, options: { signal: AbortSignal }) => Promise<Extracted>;

export type ExtractorOptions = Partial<Omit<Confinement, 'megabytes'>>;

/** Processes that read bodies: hostile or huge markup takes seconds of processor time and memory without bound. */
export const extractor = ({ processes = 2, timeoutMs = 15_000, idleMs = 20_000 }: ExtractorOptions = {}): Extract => {
  const read = confinedProcesses<Body, Extracted>(() => import('./extraction-process.ts'), {
    ...{ processes, timeoutMs, idleMs },
    megabytes: 768
  });
  return async (body, { signal }) => {
    const outcome = await read(body, { signal });
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
