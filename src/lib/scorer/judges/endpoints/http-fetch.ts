import * as http from 'node:http';
import * as https from 'node:https';
import { isUtf8 } from 'node:buffer';
import { JudgeCallError } from '../../judge.ts';
import { bodyFailure } from './call-failure.ts';
import { utf8Bytes } from '../../web/utf8-bytes.ts';

/** Headers as they were received, by their names in lower case. */
class ReceivedHeaders {
  readonly #values: NodeJS.Dict<string | string[]>;
  constructor(values: NodeJS.Dict<string | string[]>) {
    this.#values = values;
  }
  get(name: string): string | null {
    const value = this.#values[name.toLowerCase()];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  }
  *entries(): Generator<[string, string]> {
    for (const name of Object.keys(this.#values)) yield [name, this.get(name) ?? ''];
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
}

/** The parts of a response that a client reads; the body is there already and can be read again. */
class Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: ReceivedHeaders;
  readonly url = '';
  readonly body = null;
  readonly #text: string;
  readonly damaged: boolean;
  constructor(status: number, headers: ReceivedHeaders, { text, damaged }: { text: string; damaged: boolean }) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.headers = headers;
    this.#text = text;
    this.damaged = damaged;
  }
  async text(): Promise<string> {
    return this.#text;
  }
  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

/** The text of a body, without a byte order mark; damaged if its bytes are no UTF-8. */
const textOf = (bytes: Buffer): { text: string; damaged: boolean } => {
  const text = bytes.toString('utf8');
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, damaged: !isUtf8(bytes) };
};

const tooLong = (status: number | null, most: number): JudgeCallError =>
  new JudgeCallError(`The judge’s server sent an answer of more than ${most / 1024 / 1024} MB. Check the base URL.`, {
    retryable: false,
    status,
    used: 'unknown'
  });

/**
 * Kept-alive connections, through the proxy that HTTPS_PROXY or HTTP_PROXY names unless NO_PROXY excepts the host. Node reads
 * further certificates from NODE_EXTRA_CA_CERTS when it starts. Connections are made anew if the variables change.
 */
const agents = { of: '', http: http.globalAgent, https: https.globalAgent };
const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'] as const;

const agentFor = (protocol: string): http.Agent => {
  const given = PROXY_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  const of = given.map(([name, value]) => `${name}=${value}`).join('\n');
  if (of !== agents.of) {
    const proxyEnv = Object.fromEntries(given);
    agents.http = given.length > 0 ? new http.Agent({ keepAlive: true, proxyEnv }) : http.globalAgent;
    agents.https = given.length > 0 ? new https.Agent({ keepAlive: true, proxyEnv }) : https.globalAgent;
    agents.of = of;
  }
  return protocol === 'https:' ? agents.https : agents.http;
};

/** Bytes of one answer. The longest that judges give are a hundredth of it, and so many calls may be under way at once. */
export const MOST_REPLY_BYTES = 8 * 1024 * 1024;

/** Pieces of an answer that are kept apart: a server may send every byte as one. */
const MOST_PIECES = 1_000;

export interface HttpInit extends RequestInit {
  /** Ends the request, past a client that combines `signal` with signals of its own, which takes as long as sending. */
  cancel?: AbortSignal;
  /** Bytes that the answer may have, in place of `MOST_REPLY_BYTES`. */
  mostBytes?: number;
  /** Connections of the caller's own, in place of the common ones. */
  connection?: Pick<https.RequestOptions, 'agent' | 'lookup'>;
}

/**
 * `fetch` for one JSON request and one JSON answer, over Node's own kept-alive connections: a fraction of the work per call of
 * the built-in one, whose streams and classes no judge needs. It follows no redirect, because a key must not travel to where
 * a server points. Only texts and bytes can be sent. An answer of more than `MOST_BYTES` is a failure that a retry does not solve.
 */
export const httpFetch = (input: string | URL | Request, init: HttpInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { body = null, method = 'GET', cancel = init.signal, connection, mostBytes = MOST_REPLY_BYTES } = init;
    if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
      reject(new TypeError('httpFetch requires a text or bytes as body'));
      return;
    }
    const headers = Object.fromEntries(init.headers instanceof Headers ? init.headers : new Headers(init.headers));
    const bytes =
      body === null
        ? undefined
        : typeof body === 'string'
          ? utf8Bytes(body)
          : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes) headers['content-length'] = String(bytes.length);
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { method, headers, ...(connection ?? { agent: agentFor(url.protocol) }) });
    const stop = (): void => void sent.destroy(cancel?.reason instanceof Error ? cancel.reason : new Error('aborted'));
    const over = (): void => cancel?.removeEventListener('abort', stop);
    const fail = (error: Error): void => {
      over();
      reject(error);
    };
    sent.on('error', fail);
    sent.on('response', (incoming) => {
      incoming.on('error', fail);
      const whole: Buffer[] = [];
      let pieces: Buffer[] = [];
      let size = 0;
      const refuse = (): void => {
        const failure = tooLong(incoming.statusCode ?? null, mostBytes);
        fail(failure);
        sent.destroy(failure);
      };
      if (Number(incoming.headers['content-length']) > mostBytes) return refuse();
      incoming.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > mostBytes) return refuse();
        pieces.push(piece);
        if (pieces.length < MOST_PIECES) return;
        whole.push(Buffer.concat(pieces));
        pieces = [];
      });
      incoming.on('end', () => {
        over();
        const received = new ReceivedHeaders(incoming.headers);
        const answer = new Answer(incoming.statusCode ?? 0, received, textOf(Buffer.concat([...whole, ...pieces])));
        // Bytes that were damaged on the way must not become words of a verdict.
        if (answer.ok && answer.damaged) reject(bodyFailure('broken text'));
        else resolve(answer as unknown as Response);
      });
    });
    if (cancel?.aborted) stop();
    else cancel?.addEventListener('abort', stop, { once: true });
    sent.end(bytes);
  });
