import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, type AnswerFunction, replyText, seededAnswers } from './answers.ts';
import { type Fault, type FaultKind, faultFor } from './faults.ts';

export interface StandInOptions {
  /** 0 for any free port. */
  port?: number;
  seed?: number;
  answer?: AnswerFunction;
  faults?: Fault[];
  /** What a model puts around its answer. */
  wrap?: (text: string) => string;
  /** Time that an answer takes. */
  delayMs?: number;
}

export interface Received {
  number: number;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  asked: Asked;
  fault: FaultKind | null;
}

export interface StandIn {
  /** Base URL for the SDK. */
  url: string;
  /** Requests so far; the newest 500 are in `requests`. */
  count(): number;
  /** Requests answered as a sound server would. */
  answered(): number;
  /** Requests that the client gave up before the answer. */
  aborted(): number;
  mostAtOnce(): number;
  requests: Received[];
  /** Replaces the faults from here on; request numbers go on counting. */
  misbehave(...faults: Fault[]): void;
  stop(): Promise<void>;
}

export interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What a wire format adds to the common server. */
export interface WireFormat {
  basePath: string;
  /** What is asked, or the error with which the real server would answer a malformed request. */
  understand(path: string, headers: IncomingMessage['headers'], body: Record<string, unknown>): Asked | Answered;
  reply(asked: Asked, text: string, ending: 'complete' | 'cut' | 'refusal' | 'content-filter'): unknown;
  error(kind: FaultKind, fault: Fault, headers: IncomingMessage['headers']): Answered;
}

const isAnswered = (value: Asked | Answered): value is Answered => 'status' in value;

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
};

const send = (response: ServerResponse, { status, body, headers }: Answered): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const endings: Partial<Record<FaultKind, 'cut' | 'refusal' | 'content-filter'>> = {
  cut: 'cut',
  refusal: 'refusal',
  'content-filter': 'content-filter'
};

const spoil = (text: string, kind: FaultKind | undefined): string => {
  if (kind === 'truncated' || kind === 'cut') return text.slice(0, Math.floor(text.length * 0.7));
  if (kind !== 'wrong-count') return text;
  const value = JSON.parse(text) as { items: unknown[] };
  return JSON.stringify({ items: value.items.slice(1) });
};

/** A loopback server that speaks a wire format, counts, and misbehaves on request. */
export const startStandIn = async (format: WireFormat, options: StandInOptions = {}): Promise<StandIn> => {
  const seed = options.seed ?? 1;
  const answer = options.answer ?? seededAnswers(seed);
  let faults = options.faults ?? [];
  let [count, answered, aborted, active, mostAtOnce] = [0, 0, 0, 0, 0];
  const requests: Received[] = [];

  const misbehaved = (response: ServerResponse, fault: Fault, headers: IncomingMessage['headers']): boolean => {
    const { kind } = fault;
    if (kind === 'hang') return true;
    if (kind === 'disconnect') response.destroy();
    else if (kind === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Gateway</title><p>Sign in.');
    else if (kind === 'empty') response.writeHead(200, { 'content-type': 'application/json' }).end();
    else if (kind === 'bad-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "x", ');
    else if (kind in endings || kind === 'truncated' || kind === 'wrong-count') return false;
    else send(response, format.error(kind, fault, headers));
    return true;
  };

  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      if (request.method === 'GET' && request.url === '/counts')
        return send(response, { status: 200, body: { count, answered, aborted, mostAtOnce } });
      count += 1;
      const number = count;
      active += 1;
      mostAtOnce = Math.max(mostAtOnce, active);
      response.on('close', () => {
        active -= 1;
        if (!response.writableEnded) aborted += 1;
      });
      const body = await readBody(request);
      const asked = format.understand(request.url ?? '', request.headers, body);
      if (isAnswered(asked)) return send(response, asked);
      const fault = faultFor(faults, number, seed);
      requests.push({
        number,
        path: request.url ?? '',
        headers: request.headers,
        body,
        asked,
        fault: fault?.kind ?? null
      });
      if (requests.length > 500) requests.shift();
      if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
      if (fault && (fault.kind !== 'no-schema' || 'response_format' in body)) {
        if (misbehaved(response, fault, request.headers)) return;
      } else answered += 1;
      const text = (options.wrap ?? String)(spoil(replyText(asked, answer), fault?.kind));
      send(response, { status: 200, body: format.reply(asked, text, endings[fault?.kind ?? 'hang'] ?? 'complete') });
    };
    handle().catch((error: unknown) => {
      send(response, { status: 400, body: { error: { message: String(error) } } });
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${format.basePath}`,
    count: () => count,
    answered: () => answered,
    aborted: () => aborted,
    mostAtOnce: () => mostAtOnce,
    requests,
    misbehave(...next) {
      faults = next;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  };
};
