import type * as Sdk from '@google/genai';
import type { GoogleGenAI, GoogleGenAIOptions } from '@google/genai';
import { refuse } from '../../../../errors.ts';
import { type Closing, JudgeCallError } from '../../../judge.ts';
import { bodyFailure, jsonBody, networkFailure, statusFailure } from '../../endpoints/call-failure.ts';
import { endpointFetch } from '../../endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../../endpoints/endpoints.ts';
import type { HttpInit } from '../../endpoints/http-fetch.ts';
import { vertexLocation } from '../../endpoints/platform-endpoints.ts';
import type { Env } from '../../settings/config.ts';
import { atFirstCall } from './at-first-call.ts';

/** The SDK, once a client has been made. */
let sdk: typeof Sdk | null = null;
export const loadedGenAi = async (): Promise<typeof Sdk> => (sdk ??= await import('@google/genai'));

/** Makes the client at the first call. */
export type LazyGenAi = () => Promise<GoogleGenAI>;

/** Google's client for the beta API, which has preview models too, with nothing read from the process's own environment. */
export const createGemini = (endpoint: Endpoint): LazyGenAi =>
  atFirstCall(async () => {
    const { GoogleGenAI: Client } = await loadedGenAi();
    return new Client({
      // Without a text here the SDK reads the environment; `endpointFetch` leaves the header out.
      apiKey: endpoint.key === '' ? 'none' : endpoint.key,
      enterprise: false,
      apiVersion: 'v1beta',
      httpOptions: { baseUrl: endpoint.baseUrl }
    });
  });

const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Google's client for Vertex: with an API key, or with the credentials file that GOOGLE_APPLICATION_CREDENTIALS names, for which
 * Google's library fetches tokens. Only the endpoint receives a token.
 */
export const createVertex = (endpoint: Endpoint, env: Env, spec: string): LazyGenAi => {
  const httpOptions = { baseUrl: endpoint.baseUrl };
  const options: GoogleGenAIOptions =
    endpoint.keyVariable === 'GOOGLE_APPLICATION_CREDENTIALS'
      ? {
          vertexai: true,
          project: vertexProject(env, spec),
          location: vertexLocation(env),
          googleAuthOptions: { keyFilename: endpoint.key, scopes: [CLOUD] },
          httpOptions
        }
      : { vertexai: true, apiKey: endpoint.key, httpOptions };
  return atFirstCall(async () => {
    const { GoogleGenAI: Client } = await loadedGenAi();
    return new Client(options);
  });
};

/** The project whose quota and price a judge on Vertex uses. */
export const vertexProject = (env: Env, spec: string): string =>
  env['GOOGLE_CLOUD_PROJECT']?.trim() ||
  refuse.notConfigured(`The judge ${spec}`, 'set GOOGLE_CLOUD_PROJECT to the id of your project and start again');

interface ErrorDetail {
  '@type'?: string;
  retryDelay?: string;
  reason?: string;
  violations?: { quotaId?: string; quotaMetric?: string }[];
}

interface ErrorBody {
  error?: { message?: string; details?: ErrorDetail[] };
}

const errorBody = (message: string): ErrorBody['error'] => {
  try {
    return (JSON.parse(message) as ErrorBody).error;
  } catch {
    return undefined;
  }
};

/** Milliseconds in a protobuf duration such as `3.5s`. */
const durationMs = (text: string | undefined): number | null => {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(text ?? '')?.[1];
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000);
};

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** Keeps the headers, which the SDK's errors lack, and stops what the SDK would not understand: bodies, redirections. */
export const watchedFetch = (
  endpoint: Endpoint,
  seen: { headers?: Headers; token?: string },
  mostBytes?: number
): typeof fetch => {
  const send = endpointFetch(endpoint);
  return async (input, init) => {
    const token = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '');
    if (token) seen.token = token;
    const own: HttpInit = { ...init, ...(mostBytes !== undefined && { mostBytes }) };
    const response = await send(input, own);
    seen.headers = response.headers;
    const { ok, status } = response;
    const text = await response.text();
    if (ok) jsonBody(text);
    // The SDK reads every error as JSON, and what a gateway says in its place would lose its status.
    else if (!isJson(text))
      throw statusFailure({ status, message: '', headers: response.headers, secrets: [], cause: null });
    else if (status < 400) throw statusFailure({ status, message: 'it points elsewhere', secrets: [], cause: null });
    return response;
  };
};

/** Reads an error of Google that applies to every call. A quota per day is lifted tomorrow, whatever delay it names for a retry. */
const closingOf = (status: number, message: string, details: readonly ErrorDetail[]): Closing | null => {
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return 'key';
  const quotas = details.flatMap(({ violations }) => violations ?? []);
  if (status === 429 && quotas.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''))) return 'quota';
  return status === 404 && /^(?:models\/\S+ is not found|Publisher Model\b)/.test(message) ? 'model' : null;
};

/** A status other than success, with the body that Google sends with it. */
export const geminiStatusFailure = (
  status: number,
  text: string,
  headers: Headers | undefined,
  secrets: readonly string[],
  cause: unknown = null
): JudgeCallError => {
  const body = errorBody(text);
  const delay = body?.details?.find((detail) => detail['@type']?.endsWith('RetryInfo'))?.retryDelay;
  const message = body?.message ?? (isJson(text) ? '' : text);
  const closes = closingOf(status, message, body?.details ?? []);
  return statusFailure({
    // Google answers a wrong key with 400; elsewhere that is 401.
    status: closes === 'key' ? 401 : status,
    ...{ closes, message, headers, retryAfter: durationMs(delay), secrets, cause }
  });
};

/** Turns what the SDK throws into the failure of a call. */
export const geminiFailure = (
  error: unknown,
  { headers, token = '' }: { headers?: Headers; token?: string },
  keys: readonly string[]
): JudgeCallError => {
  const secrets = [...keys, token];
  if (error instanceof JudgeCallError) return error;
  if (sdk !== null && error instanceof sdk.ApiError)
    return geminiStatusFailure(error.status, error.message, headers, secrets, error);
  if (error instanceof SyntaxError) return bodyFailure('broken text');
  return networkFailure(error, secrets);
};
