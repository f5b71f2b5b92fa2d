import { estimate } from './estimate.server.ts';
import { items } from './items.server.ts';
import type { Job } from './job.ts';
import { questionJob } from './questions.server.ts';
import { studyJob } from './study.server.ts';
import { tableBootstrap } from './table-bootstrap.ts';

/** Every job by its name. To add one, write its file and name it here. */
export const jobs = {
  study: studyJob,
  items,
  estimate,
  question: questionJob,
  'table-bootstrap': tableBootstrap
} as const;

export type JobName = keyof typeof jobs;
export type JobInput<Name extends JobName> =
  (typeof jobs)[Name] extends Job<infer Input, infer _P, infer _Q, infer _R> ? Input : never;
export type JobResult<Name extends JobName> =
  (typeof jobs)[Name] extends Job<infer _I, infer _P, infer _Q, infer Result> ? Result : never;

/** The job without its types, as those see it who only pass its data on. */
export const jobNamed = (name: string): Job<unknown, unknown, unknown, unknown> => {
  if (!Object.hasOwn(jobs, name)) throw new Error(`There is no job named "${name}"`);
  return jobs[name as JobName] as Job<unknown, unknown, unknown, unknown>;
};
