import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Call, Reply } from '../../../call.ts';
import { type JudgeBatches, JudgeCallError } from '../../../judge.ts';
import { jsonBody, statusFailure } from '../../endpoints/call-failure.ts';
import { endedBy, failureOf } from '../wire/anthropic-client.ts';
import { demandMessage, readRounds } from '../wire/anthropic-reply.ts';
import { demandMade } from '../wire/openai-client.ts';
import {
  demandResults,
  firstOfEach,
  parsedLines,
  MOST_BYTES,
  MOST_LINES,
  MOST_RESULT_BYTES,
  readOr
} from './openai-batches.ts';

interface ResultLine {
  custom_id?: string;
  result?: {
    type?: string;
    message?: unknown;
    error?: { error?: { type?: string; message?: string } };
  };
}

/** Statuses of the errors of a line, which have none of their own. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529
};

const resultOf = ({ result = {} }: ResultLine, secrets: readonly string[]): Reply | JudgeCallError => {
  if (result.type === 'succeeded') return readOr(() => readRounds([demandMessage(result.message, secrets)]));
  if (result.type === 'errored') {
    const { type = '', message = '' } = result.error?.error ?? {};
    return statusFailure({ status: statuses[type] ?? 500, message, secrets, cause: null });
  }
  return new JudgeCallError(`The batch did not answer: ${result.type ?? 'no result'}`, { retryable: true });
};

/** Minutes by which the clocks of provider and server may differ. */
const CLOCKS_MS = 600_000;

/** Anthropic's Message Batches. They keep no name, so a batch is found again by its time and size. */
export const anthropicBatches = (
  client: () => Promise<Anthropic>,
  request: (call: Call) => MessageCreateParamsNonStreaming,
  { searches, secrets, version }: { searches: (call: Call) => boolean; secrets: readonly string[]; version?: string | undefined } // prettier-ignore
): JudgeBatches => {
  const guarded = async <T>(work: (batches: Anthropic['messages']['batches']) => Promise<T>): Promise<T> => {
    try {
      return await work((await client()).messages.batches);
    } catch (error) {
      throw failureOf(error, secrets);
    }
  };
  return {
    mostLines: MOST_LINES,
    mostBytes: MOST_BYTES,
    // A turn that pauses for its searches cannot continue within a batch.
    takes: (call) => !searches(call),
    request,
    submit: (_name, lines, signal) =>
      guarded(async (batches) => {
        const requests = lines.map(({ id, request: params }) => ({
          ...{ custom_id: id, params: params as MessageCreateParamsNonStreaming }
        }));
        return demandMade(await batches.create({ requests }, endedBy(signal, version)), secrets).id;
      }),
    find: (_name, since, lines, signal) =>
      guarded(async (batches) => {
        const found: string[] = [];
        const listed = batches.list({ limit: 100 }, endedBy(signal));
        // Of a body that is no list the SDK makes an empty one.
        jsonBody(await (await listed.asResponse()).text());
        for await (const batch of listed) {
          const at = Date.parse(batch.created_at);
          if (at < since - CLOCKS_MS) break;
          const size = Object.values(batch.request_counts).reduce((sum, count) => sum + count, 0);
          if (size === lines) found.push(batch.id);
        }
        return found;
      }),
    state: (remoteId, signal) =>
      guarded(async (batches) => {
        const { processing_status: status, cancel_initiated_at: cancelled } = demandMade(await batches.retrieve(remoteId, null, endedBy(signal)), secrets); // prettier-ignore
        return { over: status === 'ended', words: status === 'ended' && cancelled ? 'canceled' : status };
      }),
    results: (remoteId, signal) =>
      guarded(async () => {
        const options = { fetchOptions: { cancel: signal, mostBytes: MOST_RESULT_BYTES } as object };
        // The address in the batch could lead elsewhere; the results are at this one, too.
        const own = await client();
        const response = await own.get(`/v1/messages/batches/${encodeURIComponent(remoteId)}/results`, options).asResponse(); // prettier-ignore
        const lines = demandResults(parsedLines<ResultLine>(await response.text()));
        return firstOfEach(lines.map((line) => [line.custom_id ?? '', resultOf(line, secrets)] as const));
      }),
    cancel: (remoteId, signal) =>
      guarded(async (batches) => void (await batches.cancel(remoteId, null, endedBy(signal))))
  };
};
