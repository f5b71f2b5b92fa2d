import { serveProcess } from '../../confined/serve-process.ts';
import { saying } from '../../judges/rules/saying.ts';
import type { LongReportJob, LongReportJobs } from './long-report-jobs.ts';
import { locateQuotes } from '../html/locate.ts';
import { verdictsOf } from '../pointwise-issues.ts';
import { splitReport } from '../split-report.ts';
import { pairClaims } from '../claims/claims.ts';

/** Tells this process from others that load the same bundle. */
export const NAME = 'voirdire-long-reports';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

const jobs: LongReportJobs = { locateQuotes, pairClaims, saying, splitReport, verdictsOf };

serveProcess(NAME, ({ job, args }: LongReportJob): unknown => (jobs[job] as (...given: unknown[]) => unknown)(...args));
