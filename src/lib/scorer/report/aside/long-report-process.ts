import { serveProcess } from '../../confined/serve-process.ts';
import { saying } from '../../judges/rules.ts';
import type { LongReportJob } from './long-reports.ts';
import { verdictsOf } from '../../protocols/pointwise/pointwise-issues.ts';
import { splitReport } from '../../protocols/sections.ts';
import { pairClaims } from '../claims/claims.ts';

/** Tells this process from others that load the same bundle. */
export const NAME = 'voirdire-long-reports';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

const jobs = { pairClaims, saying, splitReport, verdictsOf };

/** All that is done with a long report while it is judged, by the names of the functions that do it. */
export type LongReportJobs = typeof jobs;

serveProcess(NAME, ({ job, args }: LongReportJob): unknown => (jobs[job] as (...given: unknown[]) => unknown)(...args));
