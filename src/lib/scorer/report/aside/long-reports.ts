import { confinedProcesses, type Confine, type Confinement } from '../../confined/processes.ts';
import type { LongReportJob, LongReportJobs } from './long-report-jobs.ts';
import { JudgeCallError } from '../../judge.ts';
import { RENDERED_AT_ONCE } from '../html/render-aside.ts';
import { seconds } from '../../confined/time-budget.ts';

/** Whether a report, or one of so many characters, is too long to be read where it is needed. */
export const isLong = (report: string | number): boolean =>
  (typeof report === 'number' ? report : report.length) > RENDERED_AT_ONCE;

/**
 * Does with a long report, in a process with a deadline and a memory limit, what the function of that name does (see
 * `long-report-process.ts`).
 *
 * @throws JudgeCallError, which leaves the units unscored with the reason, if the report exceeds a limit
 */
type ReadLongReport = <Job extends keyof LongReportJobs>(
  job: Job,
  ...args: Parameters<LongReportJobs[Job]>
) => Promise<ReturnType<LongReportJobs[Job]>>;

/** Readers of long reports. Those of a run are read one after the other, so that few processes do. */
export function longReportReader({
  processes = 1,
  timeoutMs = 30_000,
  idleMs = 20_000,
  megabytes = 1024
}: Partial<Confinement> = {}): ReadLongReport {
  const read: Confine<LongReportJob, unknown> = confinedProcesses(() => import('./long-report-process.ts'), {
    ...{ processes, timeoutMs, idleMs, megabytes }
  });
  return async (job, ...args) => {
    const outcome = await read({ job, args } as LongReportJob);
    if ('done' in outcome) return outcome.done as ReturnType<LongReportJobs[typeof job]>;
    const limit = outcome.stopped === 'time' ? seconds(timeoutMs) : `${megabytes} MB of memory`;
    throw new JudgeCallError(`The report could not be read: that takes more than ${limit}.`, { retryable: false });
  };
}

/** The reader of this process. */
export const readLongReport = longReportReader();
