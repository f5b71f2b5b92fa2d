import type { saying } from '../../judges/rules/saying.ts';
import type { locateQuotes } from '../html/locate.ts';
import type { pairClaims } from '../claims/claims.ts';
import type { verdictsOf } from '../pointwise-issues.ts';
import type { splitReport } from '../split-report.ts';

/** All that is done with a long report, by the names of the functions that do it. */
export interface LongReportJobs {
  locateQuotes: typeof locateQuotes;
  pairClaims: typeof pairClaims;
  saying: typeof saying;
  splitReport: typeof splitReport;
  verdictsOf: typeof verdictsOf;
}

/** One of them with its arguments. */
export type LongReportJob = { [Job in keyof LongReportJobs]: { job: Job; args: Parameters<LongReportJobs[Job]> } }[keyof LongReportJobs]; // prettier-ignore
