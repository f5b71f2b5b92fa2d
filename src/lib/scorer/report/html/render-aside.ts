import { seconds } from '../../confined/time-budget.ts';
import { confinedProcesses, type Confinement } from '../../confined/processes.ts';
import { plainReport } from './plain.ts';
import type { RenderedReport } from './render.ts';
import type { Rendering } from './rendering-process.ts';

/** Reports up to this length are rendered at once: it takes milliseconds, and longer ones are rare. In characters. */
export const RENDERED_AT_ONCE = 100_000;

/** Longest page that a browser is handed, in characters of HTML. */
const LONGEST_PAGE = 20_000_000;

/**
 * Renders long reports in processes with a deadline and a memory limit. A report that exceeds one of them, or whose page would
 * be too large, comes back as plain text with the reason; never rejects because of the report.
 */
export function rendererAside({
  processes = 1,
  timeoutMs = 15_000,
  idleMs = 20_000,
  megabytes = 1024,
  longest = LONGEST_PAGE
}: Partial<Confinement> & { longest?: number } = {}): (markdown: string) => Promise<RenderedReport> {
  const render = confinedProcesses<{ markdown: string; longest: number }, Rendering>(
    () => import('./rendering-process.ts'),
    {
      ...{ processes, timeoutMs, idleMs, megabytes }
    }
  );
  return async (markdown) => {
    const outcome = await render({ markdown, longest });
    if ('stopped' in outcome)
      return plainReport(
        markdown,
        outcome.stopped === 'time'
          ? `Laying it out takes longer than ${seconds(timeoutMs)}.`
          : `Laying it out takes more than ${megabytes} MB of memory.`
      );
    const { done } = outcome;
    return 'tooLong' in done
      ? plainReport(markdown, `Laid out, it would be a page of ${Math.round(done.tooLong / 1e6)} MB.`)
      : done;
  };
}
