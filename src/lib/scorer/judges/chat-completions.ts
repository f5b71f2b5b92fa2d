import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { type Call, JudgeCallError, type Reply } from '../pipeline.ts';
import { bodyFailure, networkFailure, redact, statusFailure } from './call-failure.ts';

export type ChatRequest = ChatCompletionCreateParamsNonStreaming;

/** The official client, told not to retry, log, or read the process's own environment. */
export const chatClient = (options: {
  baseUrl: string;
  key: string;
  organization?: string;
  project?: string;
}): OpenAI =>
  new OpenAI({
    apiKey: options.key === '' ? 'none' : options.key,
    adminAPIKey: null,
    webhookSecret: null,
    organization: options.organization ?? null,
    project: options.project ?? null,
    baseURL: options.baseUrl,
    maxRetries: 0,
    timeout: 60 * 60_000,
    logLevel: 'off',
    ...(options.key === '' && { defaultHeaders: { Authorization: null } })
  });

const failure = (error: unknown, secrets: readonly string[]): JudgeCallError => {
  if (error instanceof JudgeCallError) return error;
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') {
    const mendable = error.code !== 'insufficient_quota';
    return statusFailure({
      status: error.status,
      message: error.message.replace(/^\d{3} /, ''),
      headers: error.headers,
      mendable,
      secrets,
      cause: error
    });
  }
  if (error instanceof SyntaxError) return bodyFailure('broken text');
  return networkFailure(error, secrets);
};

const readCompletion = (body: unknown, secrets: readonly string[]): Reply => {
  if (typeof body === 'string') throw bodyFailure(body.trim() === '' ? 'an empty body' : 'a page or plain text');
  if (body === undefined || body === null) throw bodyFailure('an empty body');
  const completion = body as Partial<ChatCompletion> & { error?: { message?: string } };
  const choice = completion.choices?.[0];
  if (!choice?.message)
    throw new JudgeCallError(
      `The judge’s server sent no answer${completion.error?.message ? `: ${redact(completion.error.message, secrets)}` : '.'}`,
      { retryable: true, status: 200 }
    );
  const { usage, model } = completion;
  const refused = Boolean(choice.message.refusal) || choice.finish_reason === 'content_filter';
  const ending = refused ? 'refused' : choice.finish_reason === 'length' ? 'cut' : 'complete';
  return {
    text: choice.message.content ?? choice.message.refusal ?? '',
    ending,
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
    model: model ?? null
  };
};

/** Sends one request; what does not end in a reply ends in a `JudgeCallError`. */
export const complete = async (
  client: OpenAI,
  request: ChatRequest,
  options: { signal: AbortSignal; secrets: readonly string[] }
): Promise<Reply> => {
  try {
    const body: unknown = await client.chat.completions.create(request, { signal: options.signal });
    return readCompletion(body, options.secrets);
  } catch (error) {
    throw failure(error, options.secrets);
  }
};

export const messages = (call: Pick<Call, 'system' | 'user'>): ChatRequest['messages'] => [
  { role: 'system', content: call.system },
  { role: 'user', content: call.user }
];

export const schemaFormat = (call: Call): ChatRequest['response_format'] => ({
  type: 'json_schema',
  json_schema: { name: call.schema.name, strict: true, schema: call.schema.json }
});
