import type * as Sdk from 'openai';
import type OpenAI from 'openai';
import type { Reply, Usage } from '../../../call.ts';
import { type Closing, JudgeCallError } from '../../../judge.ts';
import { bodyFailure, networkFailure, redact, statusFailure } from '../../endpoints/call-failure.ts';
import { endpointFetch } from '../../endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../../endpoints/endpoints.ts';
import type { HttpInit } from '../../endpoints/http-fetch.ts';
import { atFirstCall } from './at-first-call.ts';

/** The SDK, once a client has been made. */
let sdk: typeof Sdk | null = null;
const loaded = async (): Promise<typeof Sdk> => (sdk ??= await import('openai'));

/** Makes the client at the first call. */
export type LazyOpenAi = () => Promise<OpenAI>;

/** The official client, told not to retry, log, or read the process's own environment. */
export const openaiClient = (
  endpoint: Endpoint,
  options: { organization?: string | undefined; project?: string | undefined } = {}
): LazyOpenAi =>
  atFirstCall(async () => {
    const { OpenAI: Client } = await loaded();
    return new Client({
      apiKey: endpoint.key === '' ? 'none' : endpoint.key,
      adminAPIKey: null,
      webhookSecret: null,
      organization: options.organization ?? null,
      project: options.project ?? null,
      baseURL: endpoint.baseUrl,
      maxRetries: 0,
      timeout: 60 * 60_000,
      logLevel: 'off',
      fetch: endpointFetch(endpoint)
    });
  });

/** Azure's stable version of chat completions with structured output. */
const AZURE_VERSION = '2024-10-21';

/** The official client for Azure: the deployment stands in the path, the key in the header `api-key`. */
export const azureClient = (endpoint: Endpoint, version: string | undefined): LazyOpenAi =>
  atFirstCall(async () => {
    const { AzureOpenAI: Client } = await loaded();
    return new Client({
      apiKey: endpoint.key === '' ? 'none' : endpoint.key,
      apiVersion: endpoint.apiVersion ?? version ?? AZURE_VERSION,
      adminAPIKey: null,
      webhookSecret: null,
      organization: null,
      project: null,
      baseURL: `${endpoint.baseUrl}/openai`,
      maxRetries: 0,
      timeout: 60 * 60_000,
      logLevel: 'off',
      fetch: endpointFetch(endpoint)
    });
  });

/** Options of a request that ends with the signal. */
export const cancelledBy = (signal: AbortSignal): OpenAI.RequestOptions => {
  const fetchOptions: object = { cancel: signal } satisfies HttpInit;
  return { fetchOptions };
};

export const closingCodes: Readonly<Record<string, Closing>> = {
  invalid_api_key: 'key',
  insufficient_quota: 'quota',
  billing_not_active: 'quota',
  billing_hard_limit_reached: 'quota',
  model_not_found: 'model',
  DeploymentNotFound: 'model'
};

/** Reads an error of a server that applies to every call. Servers that only speak OpenAI's protocol name an unknown model in words. */
const closingOf = ({ status, code, param, message }: Sdk.APIError): Closing | null => {
  const named = closingCodes[String(code)];
  if (named) return named;
  const unknown = param === 'model' || /\bmodel\b.*(?:not found|does not exist|not exist)/i.test(message);
  return status === 404 && unknown ? 'model' : null;
};

const isApiError = (error: unknown): error is Sdk.APIError => sdk !== null && error instanceof sdk.APIError;

/** Turns what the SDK throws into the failure of a call. */
export const openaiFailure = (error: unknown, secrets: readonly string[]): JudgeCallError => {
  if (error instanceof JudgeCallError) return error;
  if (isApiError(error) && typeof error.status === 'number') {
    return statusFailure({
      status: error.status,
      message: error.message.replace(/^\d{3} /, ''),
      headers: error.headers,
      closes: closingOf(error),
      secrets,
      cause: error
    });
  }
  if (error instanceof SyntaxError) return bodyFailure('broken text');
  return networkFailure(error, secrets);
};

/** Some servers answer with an error if their content filter stops a question. That is a refusal, not a failure. */
const filtered = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'content_filter' || error.code === 'content_policy_violation');

/** Body of a response with a status of success; throws the failure that it is if it has no JSON at all, or an error without an answer. */
export const demandBody = <Body extends object>(body: unknown): Partial<Body> => {
  if (typeof body === 'string') throw bodyFailure(body.trim() === '' ? 'an empty body' : 'a page or plain text');
  if (body === undefined || body === null) throw bodyFailure('an empty body');
  return body as Partial<Body>;
};

/** Parts of the input that were read from and written to the prompt cache, as both of OpenAI's APIs name them. */
export const cachedOf = (
  details: { cached_tokens?: number; cache_write_tokens?: number } | null | undefined
): Pick<Usage, 'cachedTokens' | 'cacheWriteTokens'> => ({
  ...(typeof details?.cached_tokens === 'number' && { cachedTokens: details.cached_tokens }),
  ...(typeof details?.cache_write_tokens === 'number' && { cacheWriteTokens: details.cache_write_tokens })
});

/** The message of an error in a body, in the shapes of several servers; null if there is none. */
export const saidOf = (body: object): string | null => {
  const { error, errors, detail, message } = body as Record<string, unknown>;
  const first = [error, Array.isArray(errors) ? errors[0] : errors, detail, message].find(
    (one) => one != null && one !== ''
  );
  if (typeof first === 'object' && first !== null) {
    const inside: Record<string, unknown> = { ...first };
    const said = inside['message'] ?? inside['msg'] ?? inside['code'];
    return typeof said === 'string' || typeof said === 'number' ? String(said) : null;
  }
  return typeof first === 'string' ? first : null;
};

/** An error under a success's status, or nothing where an answer should be. The status alone says what may help. */
export const noAnswer = (
  message: string | null | undefined,
  { usage, secrets }: { usage: Usage | null; secrets: readonly string[] }
): JudgeCallError =>
  new JudgeCallError(`The judge’s server sent no answer${message ? `: ${redact(message, secrets)}` : '.'}`, {
    retryable: true,
    status: 200,
    used: usage ?? 'unknown'
  });

/** What a server made, with its id; a page of a gateway in its place, or an object without an id, is a failure. */
export const demandMade = <Made extends { id: string }>(body: Made, secrets: readonly string[]): Made => {
  const { id } = demandBody<Made>(body);
  if (typeof id !== 'string' || id === '') throw noAnswer(saidOf(body), { usage: null, secrets });
  return body;
};

/** Sends one request; what does not end in a reply ends in a `JudgeCallError`. */
export const sending = async (
  send: () => Promise<unknown>,
  read: (body: unknown) => Reply,
  secrets: readonly string[]
): Promise<Reply> => {
  try {
    return read(await send());
  } catch (error) {
    if (filtered(error)) return { text: 'Stopped by a content filter.', ending: 'refused', usage: null, model: null };
    throw openaiFailure(error, secrets);
  }
};
