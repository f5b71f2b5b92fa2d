import type Anthropic from '@anthropic-ai/sdk';
import { type Closing, JudgeCallError } from '../../../judge.ts';
import { networkFailure, statusFailure } from '../../endpoints/call-failure.ts';
import { endpointFetch } from '../../endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../../endpoints/endpoints.ts';
import type { HttpInit } from '../../endpoints/http-fetch.ts';
import { atFirstCall } from './at-first-call.ts';

/** API version under which models that sample still take `temperature`. */
export const SAMPLING_VERSION = '2023-06-01';

/** Headers that a request of ours may carry. The SDK adds those of the variable ANTHROPIC_CUSTOM_HEADERS of the process. */
const ours = /^(?:accept|content-type|user-agent|authorization|anthropic-version|x-stainless-.+|x-amz-.+|x-goog-.+)$/;

/** Leaves out headers that an SDK adds from the environment of the process. */
export const oursAlone =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers([...given].filter(([name]) => ours.test(name)));
    return send(input, { ...init, headers });
  };

/** Creates the official client without retries, logs, traces or credentials from the process's own environment. */
export const anthropicClient = (endpoint: Endpoint): (() => Promise<Anthropic>) =>
  atFirstCall(async () => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    return new Client({
      apiKey: endpoint.key === '' ? 'none' : endpoint.key,
      authToken: null,
      webhookKey: null,
      baseURL: endpoint.baseUrl,
      maxRetries: 0,
      // Without a timeout of its own the SDK refuses answers that may be long; the request's signal ends every call.
      timeout: 60 * 60_000,
      logLevel: 'off',
      openTelemetry: false,
      defaultHeaders: { Authorization: `Bearer ${endpoint.key}` },
      fetch: oursAlone(endpointFetch(endpoint))
    });
  });

/** Options of a request that ends with the signal, its body included. */
export const endedBy = (signal: AbortSignal, version?: string): Anthropic.RequestOptions => {
  const fetchOptions: object = { cancel: signal } satisfies HttpInit;
  return { fetchOptions, ...(version && { headers: { 'anthropic-version': version } }) };
};

/** Limits on spending, which no waiting within a run lifts. */
const spent = new Set(['enforced_spend_limit_reached', 'contract_spend_limit_reached']);

/** Names of a parameter in the message of a 400, and the setting of the judge behind it. */
const settingOf: readonly (readonly [RegExp, string])[] = [
  [/`?temperature`?/, 'temperature'],
  [/budget_tokens|thinking/i, 'thinkingBudget or reasoningEffort'],
  [/effort/i, 'reasoningEffort'],
  [/max_tokens/, 'maxOutputTokens'],
  [/web_search/, 'webSearch'],
  [/output_config|output_format/, 'structuredOutput']
];

const advice = (status: number, message: string): string => {
  if (status !== 400) return '';
  const setting = settingOf.find(([names]) => names.test(message))?.[1];
  return setting === undefined ? '' : ` Change ${setting} in the settings of the judge.`;
};

/** A 404 is about the model if it begins so; others are about the address. */
const closingOf = (status: number, code: string | null, message: string): Closing | null => {
  if (code !== null && spent.has(code)) return 'quota';
  return status === 404 &&
    /^model:|\bmodel\b.*(?:not found|not exist)|could not resolve the foundation model/i.test(message)
    ? 'model'
    : null;
};

type ApiError = Pick<InstanceType<typeof Anthropic.APIError>, 'apiMessage' | 'errorCode' | 'message' | 'name'> & {
  status: number;
  headers: Headers | undefined;
};

/** An SDK of another platform throws errors of its own copy of the class, so their members tell. */
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && 'errorCode' in error;

/** Turns what the SDK throws into the failure of a call. The status and the error's own code decide, never its words. */
export const failureOf = (error: unknown, secrets: readonly string[]): JudgeCallError => {
  if (error instanceof JudgeCallError) return error;
  if (isApiError(error)) {
    const { apiMessage, errorCode, headers } = error;
    const message = apiMessage ?? error.message.replace(/^\d{3} /, '');
    // An empty account is answered with 400; elsewhere that is 402, and the engine stops asking.
    const unpaid = error.status === 400 && /credit balance is too low/i.test(message);
    const status = unpaid ? 402 : error.status;
    return statusFailure({
      status,
      message: message + advice(status, message),
      headers,
      closes: closingOf(status, errorCode, message),
      secrets,
      cause: error
    });
  }
  return networkFailure(error, secrets);
};
