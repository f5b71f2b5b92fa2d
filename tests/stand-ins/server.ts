import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, type AnswerFunction, seededAnswer } from './answers.ts';
import { type Fault, type FaultKind, faultFor } from './faults.ts';
import { spoil } from './spoil.ts';

export interface StandInOptions {
  /** 0 for any free port. */
  port?: number;
  seed?: number;
  /** Answers of a test's own; if it gives none, the stand-in answers as the schema demands. */
  answer?: AnswerFunction;
  faults?: Fault[];
  /** Wraps an answer in text as a model does. */
  wrap?: (text: string) => string;
  /** Time that an answer takes. */
  delayMs?: number;
  /** Refuses whatever the provider refuses: settings that a model does not take, parameters and models that do not exist. */
  strict?: boolean;
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
  /** Replaces the faults from here on; request numbers continue. */
  misbehave(...faults: Fault[]): void;
  /** The version of the model that replies name from here on; null is the stand-in's own way to name one. */
  serve(version: string | null): void;
  /** No client gets an answer from here on until the function that it returns is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

export interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** `paused`: the turn is to be continued; `search-down`: the web search failed. Formats without such an ending complete. */
export type Ending = 'complete' | 'cut' | 'refusal' | 'content-filter' | 'paused' | 'search-down';

/** The parts that a wire format adds to the common server. */
export interface WireFormat {
  basePath: string;
  /** Returns the question, or the error with which the real server would answer a malformed request. */
  understand(path: string, headers: IncomingMessage['headers'], body: Record<string, unknown>): Asked | Answered;
  /** The error with which the real server answers what a lenient stand-in lets pass; null if it answers. */
  refuse(path: string, headers: IncomingMessage['headers'], body: Record<string, unknown>): Answered | null;
  reply(asked: Asked, text: string, ending: Ending, path: string): unknown;
  error(kind: FaultKind, fault: Fault, headers: IncomingMessage['headers']): Answered;
}

const isAnswered = (value: Asked | Answered): value is Answered => 'status' in value;

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
};

const send = (response: ServerResponse, { status, body, headers }: Answered): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers
  });
  response.end(text);
};

const endings: Partial<Record<FaultKind, Ending>> = {
  cut: 'cut',
  refusal: 'refusal',
  'content-filter': 'content-filter',
  pause: 'paused',
  'search-down': 'search-down'
};

/** These still answer, if badly; all other faults answer with an error, or not at all. */
const answering: ReadonlySet<FaultKind> = new Set([
  ...(Object.keys(endings) as FaultKind[]),
  'truncated',
  'wrong-count',
  'wrong-ids',
  'twice',
  'contradiction',
  'prose'
]);

/** A reply that names another version of the model, if its format has one. */
const renamed = (body: unknown, version: string | null): unknown => {
  if (version === null || typeof body !== 'object' || body === null) return body;
  const field = ['modelVersion', 'model'].find((name) => name in body);
  return field === undefined ? body : { ...body, [field]: version };
};

const HTML = '<!doctype html><title>Gateway</title><p>Sign in.';

/** A loopback server that speaks a wire format, counts, and misbehaves on request. */
export const startStandIn = async (format: WireFormat, options: StandInOptions = {}): Promise<StandIn> => {
  const seed = options.seed ?? 1;
  let faults = options.faults ?? [];
  let [count, answered, aborted, active, mostAtOnce] = [0, 0, 0, 0, 0];
  let held: Promise<void> | undefined;
  const requests: Received[] = [];
  let served: string | null = null;

  const answerText = (asked: Asked): string => {
    const answer = options.answer?.(asked) ?? seededAnswer(seed, asked);
    return typeof answer === 'string' ? answer : JSON.stringify(answer);
  };

  const misbehave = (response: ServerResponse, fault: Fault, headers: IncomingMessage['headers']): void => {
    const { kind } = fault;
    if (kind === 'hang') return;
    if (kind === 'unavailable')
      return send(response, { status: 503, body: { error: { message: 'no upstream is available' } } });
    if (kind === 'disconnect') response.destroy();
    else if (kind === 'stall') response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": ');
    else if (kind === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
    else if (kind === 'empty') response.writeHead(200, { 'content-type': 'application/json' }).end();
    else if (kind === 'bad-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "x", ');
    else send(response, format.error(kind, fault, headers));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
    const path = request.url ?? '';
    const body = await readBody(request);
    const refused = options.strict ? format.refuse(path, request.headers, body) : null;
    if (refused) return send(response, refused);
    const asked = format.understand(path, request.headers, body);
    if (isAnswered(asked)) return send(response, asked);
    const struck = faultFor(faults, number, seed);
    const fault = struck?.kind === 'no-schema' && !asked.structured ? undefined : struck;
    requests.push({ number, path, headers: request.headers, body, asked, fault: fault?.kind ?? null });
    if (requests.length > 500) requests.shift();
    if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
    await held;
    if (fault?.act) {
      const sound = JSON.stringify(format.reply(asked, answerText(asked), 'complete', path));
      return fault.act(response, { status: 200, text: sound }, number);
    }
    if (fault && !answering.has(fault.kind)) return misbehave(response, fault, request.headers);
    if (!fault) answered += 1;
    const text = spoil(answerText(asked), fault?.kind);
    const ending = (fault && endings[fault.kind]) ?? 'complete';
    const reply = format.reply(asked, options.wrap?.(text) ?? text, ending, path);
    send(response, { status: 200, body: renamed(reply, served) });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
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
    serve(version) {
      served = version;
    },
    hold() {
      let go = (): void => {};
      held = new Promise((resolve) => (go = resolve));
      return go;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  };
};
