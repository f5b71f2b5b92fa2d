import type { GoogleGenAI } from '@google/genai';
import { JudgeCallError } from '../../../judge.ts';
import { bodyFailure, jsonBody, networkFailure } from '../../endpoints/call-failure.ts';
import { endpointFetch } from '../../endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../../endpoints/endpoints.ts';
import type { HttpInit } from '../../endpoints/http-fetch.ts';
import { geminiStatusFailure, loadedGenAi } from './gemini-client.ts';

/**
 * `fetch` as the SDK's client of interactions calls it: with a whole request. A failure is read here, where status, headers and body
 * are known, and kept, because the SDK wraps what is thrown.
 */
const requestFetch = (
  endpoint: Endpoint,
  kept: { failure?: JudgeCallError },
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] }
): typeof fetch => {
  const send = endpointFetch(endpoint);
  const fail = (failure: JudgeCallError): never => {
    kept.failure = failure;
    throw failure;
  };
  return async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const body = await request.text();
    const own: HttpInit = {
      ...{ method: request.method, headers: request.headers, cancel: signal },
      ...(body !== '' && { body })
    };
    const response = await send(request.url, own).catch((error: unknown) => fail(networkFailure(error, secrets)));
    const text = await response.text();
    const { status } = response;
    if (!response.ok) fail(geminiStatusFailure(status, text, response.headers, secrets));
    try {
      jsonBody(text);
    } catch (error) {
      fail(error instanceof JudgeCallError ? error : bodyFailure('broken text'));
    }
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
};

/** Does one thing with Google's Interactions API; what does not succeed is a `JudgeCallError`. */
export const withInteractions = async <T>(
  endpoint: Endpoint,
  using: { signal: AbortSignal; secrets: readonly string[] },
  work: (interactions: GoogleGenAI['interactions']) => Promise<T>
): Promise<T> => {
  const kept: { failure?: JudgeCallError } = {};
  const { GoogleGenAI: Client } = await loadedGenAi();
  const client = new Client({
    // Without a text here the SDK reads the environment; `endpointFetch` leaves the header out.
    apiKey: endpoint.key === '' ? 'none' : endpoint.key,
    enterprise: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: endpoint.baseUrl, fetch: requestFetch(endpoint, kept, using) }
  });
  try {
    return await work(client.interactions);
  } catch (error) {
    throw kept.failure ?? networkFailure(error, using.secrets);
  }
};
