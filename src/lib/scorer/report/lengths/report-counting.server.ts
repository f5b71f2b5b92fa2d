import { confinedProcesses } from '../../confined/processes.ts';
import type { ReportLength, TokenLength } from '../../leaderboard/figures/report-length.ts';
import type { CountingJob } from './report-counting-process.server.ts';

const count = confinedProcesses<CountingJob, ReportLength | TokenLength>(
  () => import('./report-counting-process.server.ts'),
  { processes: 1, timeoutMs: 30_000, idleMs: 20_000, megabytes: 1024 }
);
/** Texts that exceeded a limit, by what was counted: they would again. */
const stopped = { words: new Set<string>(), tokens: new Set<string>() };
const counted = async (what: CountingJob['count'], markdown: string): Promise<ReportLength | TokenLength | null> => {
  if (stopped[what].has(markdown)) return null;
  const outcome = await count({ count: what, markdown });
  if ('done' in outcome) return outcome.done;
  stopped[what].add(markdown);
  return null;
};
/** Counts long reports in a process with a deadline and a memory limit; null if a report exceeds one. */
export const countAside = {
  words: async (markdown: string) => (await counted('words', markdown)) as ReportLength | null,
  tokens: async (markdown: string) => (await counted('tokens', markdown)) as TokenLength | null
};
