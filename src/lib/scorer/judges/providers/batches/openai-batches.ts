import type OpenAI from 'openai';
import type { Call, Reply } from '../../../call.ts';
import { type BatchResults, type JudgeBatches, JudgeCallError } from '../../../judge.ts';
import { bodyFailure, redact, statusFailure } from '../../endpoints/call-failure.ts';
import { type ChatRequest, readCompletion } from '../wire/chat-completions.ts';
import { cancelledBy, closingCodes, demandMade, type LazyOpenAi, openaiFailure } from '../wire/openai-client.ts';

/** Lines and bytes of one batch: far below the limits of the provider, so that its files fit into memory. */
export const MOST_LINES = 2_000;
export const MOST_BYTES = 20 * 1024 * 1024;
/** Bytes of a file of results. */
export const MOST_RESULT_BYTES = 256 * 1024 * 1024;

interface OutputLine {
  custom_id?: string;
  response?: { status_code?: number; body?: unknown } | null;
  error?: { code?: string; message?: string } | null;
}

/**
 * The lines of a file of results. A line that is no JSON is left out, so that its question counts as not answered. A file without
 * a single result is a gateway's page or error: read again, it may have the answers that are paid for.
 */
export const parsedLines = <Line extends { custom_id?: string }>(text: string): Line[] => {
  const lines = text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Line | null];
    } catch {
      return [];
    }
  });
  const results = lines.filter((line) => line !== null && typeof line.custom_id === 'string') as Line[];
  if (results.length === 0 && text.trim() !== '') throw bodyFailure('a page or plain text');
  return results;
};

/** Results of a batch in which each line has one. */
export const demandResults = <Result>(results: Result[]): Result[] => {
  if (results.length === 0) throw bodyFailure('an empty body');
  return results;
};

/** Results by their ids: the first of each counts. */
export const firstOfEach = (all: readonly (readonly [string, Reply | JudgeCallError])[]): BatchResults => {
  const byLine = new Map<string, Reply | JudgeCallError>();
  for (const [id, result] of all) if (!byLine.has(id)) byLine.set(id, result);
  return { byLine, doubled: all.length - byLine.size };
};

/** A reply, or the failure that reading it is. */
export const readOr = (read: () => Reply): Reply | JudgeCallError => {
  try {
    return read();
  } catch (error) {
    if (error instanceof JudgeCallError) return error;
    throw error;
  }
};

const resultOf = ({ response, error }: OutputLine, secrets: readonly string[]): Reply | JudgeCallError => {
  const { status_code: status = 0, body } = response ?? {};
  if (status === 200) return readOr(() => readCompletion(body, secrets));
  const said = (body as { error?: { message?: string; code?: string } } | undefined)?.error ?? error ?? {};
  if (said.code === 'content_filter' || said.code === 'content_policy_violation')
    return { text: 'Stopped by a content filter.', ending: 'refused', usage: null, model: null };
  if (status >= 400)
    return statusFailure({
      ...{ status, message: said.message ?? '', closes: closingCodes[said.code ?? ''] ?? null },
      ...{ secrets, cause: null }
    });
  // Expired, cancelled or timed out: the line was not run.
  return new JudgeCallError(`The batch did not answer: ${redact(said.message ?? said.code ?? 'no reason', secrets)}`, {
    retryable: true
  });
};

const over = new Set(['completed', 'failed', 'expired', 'cancelled']);

/** OpenAI's Batch API: a file of chat completions, answered within 24 hours in two files. */
export const openaiBatches = (
  client: LazyOpenAi,
  request: (call: Call) => ChatRequest,
  { searches, secrets }: { searches: (call: Call) => boolean; secrets: readonly string[] }
): JudgeBatches => {
  const guarded = async <T>(work: (client: OpenAI) => Promise<T>): Promise<T> => {
    try {
      return await work(await client());
    } catch (error) {
      throw openaiFailure(error, secrets);
    }
  };
  const read = async ({ files }: OpenAI, id: string | null | undefined, signal: AbortSignal): Promise<OutputLine[]> => {
    if (!id) return [];
    const options = { fetchOptions: { cancel: signal, mostBytes: MOST_RESULT_BYTES } as object };
    return parsedLines(await (await files.content(id, options)).text());
  };
  return {
    mostLines: MOST_LINES,
    mostBytes: MOST_BYTES,
    // The search tool belongs to another API, with batches of its own.
    takes: (call) => !searches(call),
    request,
    submit: (name, lines, signal) =>
      guarded(async ({ files, batches }) => {
        const text = lines
          .map(({ id, request: body }) =>
            JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body })
          ) // prettier-ignore
          .join('\n');
        const file = new File([`${text}\n`], `${name}.jsonl`, { type: 'application/jsonl' });
        const { id } = demandMade(await files.create({ purpose: 'batch', file }, cancelledBy(signal)), secrets);
        const batch = await batches.create(
          {
            ...{ input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' },
            metadata: { voirdire: name }
          },
          cancelledBy(signal)
        );
        return demandMade(batch, secrets).id;
      }),
    find: (name, since, _lines, signal) =>
      guarded(async ({ batches }) => {
        for await (const batch of batches.list({ limit: 100 }, cancelledBy(signal))) {
          if (batch.metadata?.['voirdire'] === name) return [batch.id];
          // Newest first; a clock may be a few minutes off.
          if (batch.created_at * 1_000 < since - 600_000) break;
        }
        return [];
      }),
    state: (remoteId, signal) =>
      guarded(async ({ batches }) => {
        const { status, errors } = demandMade(await batches.retrieve(remoteId, cancelledBy(signal)), secrets);
        const why = errors?.data?.[0]?.message;
        return { over: over.has(status), words: why ? `${status}: ${redact(why, secrets)}` : status };
      }),
    results: (remoteId, signal) =>
      guarded(async (client) => {
        const batch = demandMade(await client.batches.retrieve(remoteId, cancelledBy(signal)), secrets);
        const lines = [
          ...(await read(client, batch.output_file_id, signal)),
          ...(await read(client, batch.error_file_id, signal))
        ];
        if (batch.status === 'completed') demandResults(lines);
        return firstOfEach(lines.map((line) => [line.custom_id ?? '', resultOf(line, secrets)] as const));
      }),
    cancel: (remoteId, signal) =>
      guarded(async ({ batches }) => void (await batches.cancel(remoteId, cancelledBy(signal))))
  };
};
