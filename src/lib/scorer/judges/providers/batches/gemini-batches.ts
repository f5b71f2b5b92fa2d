import type { BatchJob, GenerateContentParameters, GenerateContentResponse, GoogleGenAI, InlinedRequest } from '@google/genai'; // prettier-ignore
import type { Call, Reply } from '../../../call.ts';
import { type JudgeBatches, JudgeCallError } from '../../../judge.ts';
import { statusFailure } from '../../endpoints/call-failure.ts';
import type { Endpoint } from '../../endpoints/endpoints.ts';
import { geminiFailure, type LazyGenAi, watchedFetch } from '../wire/gemini-client.ts';
import { demandResults, firstOfEach, MOST_LINES, MOST_RESULT_BYTES, readOr } from './openai-batches.ts';

/** Google takes requests within a batch up to 20 MB. */
const MOST_INLINE_BYTES = 15 * 1024 * 1024;

/** HTTP statuses of gRPC's codes, in which errors of a line come. */
const statuses: Readonly<Record<number, number>> = { 3: 400, 5: 404, 7: 403, 8: 429, 16: 401 };

const over: Readonly<Record<string, string>> = {
  JOB_STATE_SUCCEEDED: 'succeeded',
  JOB_STATE_FAILED: 'failed',
  JOB_STATE_CANCELLED: 'cancelled',
  JOB_STATE_EXPIRED: 'expired',
  JOB_STATE_PARTIALLY_SUCCEEDED: 'partially succeeded'
};

/** Google's batches of generateContent, with requests and answers inline. */
export const geminiBatches = (
  client: LazyGenAi,
  endpoint: Endpoint,
  model: string,
  of: {
    request: (call: Call) => Omit<GenerateContentParameters, 'model'>;
    read: (response: GenerateContentResponse) => Reply;
    searches: (call: Call) => boolean;
    secrets: readonly string[];
  }
): JudgeBatches => {
  const { secrets } = of;
  const guarded = async <T>(
    work: (batches: GoogleGenAI['batches'], httpOptions: { fetch: typeof fetch }) => Promise<T>,
    mostBytes?: number
  ): Promise<T> => {
    const seen: { headers?: Headers } = {};
    try {
      const { batches } = await client();
      return await work(batches, { fetch: watchedFetch(endpoint, seen, mostBytes) });
    } catch (error) {
      throw geminiFailure(error, seen, secrets);
    }
  };
  const resultsOf = (job: BatchJob): (readonly [string, Reply | JudgeCallError])[] =>
    (job.dest?.inlinedResponses ?? []).map(({ metadata, response, error }) => {
      const id = metadata?.['key'] ?? '';
      if (response) return [id, readOr(() => of.read(response))] as const;
      const { code = 13, message = '' } = error ?? {};
      return [id, statusFailure({ status: statuses[code] ?? 500, message, secrets, cause: null })] as const;
    });
  return {
    mostLines: MOST_LINES,
    mostBytes: MOST_INLINE_BYTES,
    takes: (call) => !of.searches(call),
    request: of.request,
    submit: (name, lines, abortSignal) =>
      guarded(async (batches, httpOptions) => {
        const src = lines.map(({ id, request }): InlinedRequest => ({
          ...(request as InlinedRequest),
          metadata: { key: id }
        }));
        const job = await batches.create({
          ...{ model, src },
          config: { displayName: name, abortSignal, httpOptions }
        });
        if (job.name) return job.name;
        throw new JudgeCallError('The provider named no batch.', { retryable: true, used: 'unknown', status: 200 });
      }),
    find: (name, since, _lines, abortSignal) =>
      guarded(async (batches, httpOptions) => {
        for await (const job of await batches.list({ config: { pageSize: 100, abortSignal, httpOptions } })) {
          if (job.displayName === name && job.name) return [job.name];
          if (job.createTime !== undefined && Date.parse(job.createTime) < since - 600_000) break;
        }
        return [];
      }),
    state: (remoteId, abortSignal) =>
      guarded(async (batches, httpOptions) => {
        const { state = '' } = await batches.get({ name: remoteId, config: { abortSignal, httpOptions } });
        const word = over[state];
        return { over: word !== undefined, words: word ?? state.replace('JOB_STATE_', '').toLowerCase() };
      }, MOST_RESULT_BYTES),
    results: (remoteId, abortSignal) =>
      guarded(async (batches, httpOptions) => {
        const job = await batches.get({ name: remoteId, config: { abortSignal, httpOptions } });
        const results = resultsOf(job);
        return firstOfEach(job.state === 'JOB_STATE_SUCCEEDED' ? demandResults(results) : results);
      }, MOST_RESULT_BYTES),
    cancel: (remoteId, abortSignal) =>
      guarded(async (batches, httpOptions) => batches.cancel({ name: remoteId, config: { abortSignal, httpOptions } }))
  };
};
