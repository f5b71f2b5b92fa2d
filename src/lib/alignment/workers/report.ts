import type { StudyRatings } from '../ratings.ts';
import { alignment, type AlignmentOptions, type AlignmentReport } from '../report.ts';
import type { Job } from './job.ts';

export interface ReportInput {
  ratings: StudyRatings;
  options: AlignmentOptions;
}

/** The report of a study aside, in one part. */
export const report: Job<ReportInput, ReportInput, AlignmentReport, AlignmentReport> = {
  parts: () => 1,
  prepare: (input) => input,
  part: ({ ratings, options }) => alignment(ratings, options),
  join: (_, [result]) => result!
};
