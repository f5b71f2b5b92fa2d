import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { JudgeCallError } from '../../judge.ts';
import { secretsOfHeaders } from '../../../secrets.ts';
import type { Guard } from '../../web/fetching/guard.ts';
import { guardedLookup, systemResolve } from '../../web/fetching/request.ts';
import type { Endpoint } from './endpoints.ts';
import { httpFetch, type HttpInit } from './http-fetch.ts';

/** Headers in which the providers' clients send a key. */
const credentials = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'] as const;

const blocked = (why: string): JudgeCallError =>
  new JudgeCallError(`The judge’s address was refused: ${why}. Nothing was sent to it.`, {
    retryable: false,
    closes: 'address'
  });

/**
 * Connections of their own for guarded addresses: a connection that was opened unchecked is never reused, and no proxy stands
 * between the check and the connection.
 */
const agents = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false }) };

const guarded = (url: URL, guard: Guard): Pick<HttpInit, 'connection'> => {
  const lookup = guardedLookup(url, guard, systemResolve);
  return {
    connection: {
      agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
      lookup: (host, options, callback) =>
        lookup(host, options, (error, ...found) => {
          const refused = error !== null && 'outcome' in error && error.outcome === 'not-allowed';
          callback(refused ? blocked('it is not a public one') : error, ...found);
        })
    }
  };
};

/** A form as bytes, with its boundary in the header; other bodies stay. */
const bytesOf = async (body: RequestInit['body'], headers: Headers): Promise<RequestInit['body']> => {
  if (!(body instanceof FormData || body instanceof ReadableStream)) return body;
  const form = new Response(body);
  const type = form.headers.get('content-type');
  if (type !== null) headers.set('content-type', type);
  return new Uint8Array(await form.arrayBuffer());
};

/**
 * `fetch` for one endpoint. It sends to the endpoint's origin only, without credentials if the endpoint has no key, with the
 * endpoint's own headers, and through its guard.
 */
export const endpointFetch = (endpoint: Endpoint): typeof fetch => {
  const { origin } = new URL(endpoint.baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw blocked(`${url.origin} is not ${origin}, to which its key is bound`);
    const refusal = endpoint.guard?.refusal(url) ?? null;
    if (refusal !== null) throw blocked(refusal);
    const headers = new Headers(init?.headers);
    if (endpoint.key === '' || endpoint.keyHeader !== null) for (const name of credentials) headers.delete(name);
    if (endpoint.key !== '' && endpoint.keyHeader !== null) headers.set(endpoint.keyHeader, endpoint.key);
    for (const [name, value] of Object.entries(endpoint.headers)) headers.set(name, value);
    const body = await bytesOf(init?.body, headers);
    return httpFetch(url, {
      ...init,
      ...(body !== undefined && { body }),
      headers,
      ...(endpoint.guard && guarded(url, endpoint.guard))
    });
  };
};

/** Texts that no message may repeat: the key and header values. A short value, such as a team's name, is no secret. */
export const secretsOf = ({ key, headers }: Endpoint): string[] => [key, ...secretsOfHeaders(headers)];
