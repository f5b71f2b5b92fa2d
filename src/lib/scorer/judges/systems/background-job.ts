import type { Call, Reply } from '../../call.ts';
import { type BatchState, type JudgeBatches, JudgeCallError } from '../../judge.ts';

/** Requests about a provider's background jobs. Each job answers one question. */
export interface BackgroundJobs {
  request(call: Call): unknown;
  /** Starts a job under a name of ours and returns its id. @throws JudgeCallError */
  start(request: unknown, name: string, signal: AbortSignal): Promise<string>;
  state(id: string, signal: AbortSignal): Promise<BatchState>;
  /** The reply of a job that is over. @throws JudgeCallError if it brought none */
  reply(id: string, signal: AbortSignal): Promise<Reply>;
  cancel(id: string, signal: AbortSignal): Promise<void>;
}

/** Id of the only line of a job's batch. */
const LINE = 'job';

/**
 * Background jobs as batches of one line, so that they are stored, followed and cancelled as batches are. Neither OpenAI nor Google
 * lists background jobs: one whose id was lost with a connection or a process cannot be found again.
 */
export const jobsAsBatches = (jobs: BackgroundJobs): JudgeBatches => ({
  mostLines: 1,
  mostBytes: Infinity,
  takes: () => true,
  request: (call) => jobs.request(call),
  submit: (name, lines, signal) => jobs.start(lines[0]!.request, name, signal),
  find: async () => null,
  state: (id, signal) => jobs.state(id, signal),
  async results(id, signal) {
    try {
      return { byLine: new Map([[LINE, await jobs.reply(id, signal)]]), doubled: 0 };
    } catch (error) {
      // A job that failed for good is a result; a request about it that failed is not.
      if (error instanceof JobFailed) return { byLine: new Map([[LINE, error]]), doubled: 0 };
      throw error;
    }
  },
  cancel: (id, signal) => jobs.cancel(id, signal)
});

/** A job that ended without an answer. */
export class JobFailed extends JudgeCallError {
  constructor(message: string, detail: { retryable: boolean; used?: JudgeCallError['used'] }) {
    super(message, { retryable: detail.retryable, status: 200, used: detail.used ?? 'unknown' });
    this.name = 'JobFailed';
  }
}

/** Rejects a plain question to a system that only works in the background. */
export const onlyInBackground = (spec: string): Promise<Reply> =>
  Promise.reject(
    new JudgeCallError(`${spec} writes reports in the background only. Collect reports with it; it cannot judge.`, {
      retryable: false
    })
  );
