import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicFormat } from './anthropic.ts';
import { seededAnswer } from './answers.ts';
import { geminiFormat } from './gemini.ts';
import { openaiFormat } from './openai.ts';
import type { Answered, WireFormat } from './server.ts';

type Body = Record<string, unknown>;
/** The outcome of a line: it is answered, refused (400), fails on the server (500), or is not run. */
type LineFate = 'answer' | 'refuse' | 'break' | 'leave';

export interface BatchBehaviour {
  /** Number of requests for its state until a batch ends. */
  looks: number;
  /** How it ends. */
  end: 'done' | 'expired' | 'cancelled' | 'failed';
  fate: (line: number) => LineFate;
  /** Results in the order of the lines reversed, the first of them twice, and one of no line. */
  disorder: boolean;
  /** Creations whose answer is lost: the batch exists, but its id is not returned. */
  loseAnswers: number;
  /** Requests about batches answered with 503. */
  outages: number;
  /** The status with which creations are refused; null if they are not. */
  refuse: number | null;
  /** Answers a request in place of the provider, as a gateway does, after the provider has done what was asked; null leaves its answer. */
  between: (method: string, path: string) => { status: number; text: string; headers?: Record<string, string> } | null;
}

interface Line {
  id: string;
  request: Body;
}

interface Batch {
  id: string;
  name: string;
  lines: Line[];
  looks: number;
  cancelled: boolean;
  createdAt: number;
}

export interface BatchStandIn {
  url: string;
  behaviour: BatchBehaviour;
  batches: Batch[];
  singles(): number;
  /** Lines that were answered, which the provider bills. */
  billed(): number;
  stop(): Promise<void>;
}

const usual: BatchBehaviour = {
  ...{ looks: 2, end: 'done', fate: () => 'answer', disorder: false, loseAnswers: 0, outages: 0, refuse: null },
  between: () => null
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const isOver = (batch: Batch, { looks }: BatchBehaviour): boolean => batch.cancelled || batch.looks >= looks;

/** Additions of a provider's batch API to the common server: an answer to a request about batches; null to any other. */
interface BatchWire {
  format: WireFormat;
  basePath: string;
  /** Path of a single call, by which a line is answered. */
  linePath: (request: Body) => string;
  headers: Record<string, string>;
  route: (
    at: { method: string; path: string; text: string; behaviour: BatchBehaviour; batches: Batch[] },
    make: { batch: (name: string, lines: Line[]) => Batch; results: (batch: Batch) => [string, LineFate, unknown][] }
  ) => { status?: number; body: unknown; made?: true; raw?: string } | null;
}

const openaiFiles = new Map<string, string>();

const openai: BatchWire = {
  format: openaiFormat,
  basePath: '/v1',
  headers: { authorization: 'Bearer x' },
  linePath: () => '/v1/chat/completions',
  route({ method, path, text, behaviour, batches }, { batch, results }) {
    const shown = (one: Batch): unknown => {
      const over = isOver(one, behaviour);
      const status = one.cancelled ? 'cancelled' : behaviour.end === 'done' ? 'completed' : behaviour.end;
      return {
        ...{ id: one.id, object: 'batch', status: over ? status : 'in_progress', created_at: one.createdAt / 1000 },
        metadata: { voirdire: one.name },
        ...(over && status === 'failed' && { errors: { data: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached' }] } }), // prettier-ignore
        ...(over && status !== 'failed' && { output_file_id: `out-${one.id}`, error_file_id: `err-${one.id}` })
      };
    };
    if (method === 'POST' && path === '/v1/files') {
      const id = `file-${openaiFiles.size + 1}`;
      openaiFiles.set(id, text);
      return { body: { id, object: 'file' } };
    }
    if (method === 'POST' && path === '/v1/batches') {
      const { input_file_id: file, metadata } = JSON.parse(text) as {
        input_file_id: string;
        metadata: { voirdire: string };
      };
      const lines = (openaiFiles.get(file) ?? '')
        .split('\n')
        .filter((line) => line.startsWith('{"custom_id"'))
        .map((line) => JSON.parse(line) as { custom_id: string; body: Body });
      const made = batch(metadata.voirdire, lines.map((line) => ({ id: line.custom_id, request: line.body }))); // prettier-ignore
      return { body: shown(made), made: true };
    }
    if (method === 'GET' && path.startsWith('/v1/batches?'))
      return { body: { object: 'list', data: batches.toReversed().map(shown), has_more: false } };
    const [, id, act] = /^\/v1\/batches\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
    const one = batches.find((candidate) => candidate.id === id);
    if (id !== undefined && !one) return { status: 404, body: { error: { message: 'No such batch' } } };
    if (one) {
      if (act) one.cancelled = true;
      else one.looks += 1;
      return { body: shown(one) };
    }
    const [, file, of] = /^\/v1\/files\/(out|err)-([\w-]+)\/content$/.exec(path) ?? [];
    const owner = batches.find((candidate) => candidate.id === of);
    if (!owner) return null;
    const lines = results(owner).flatMap(([custom_id, fate, reply]): unknown[] => {
      if (fate === 'answer')
        return file === 'out' ? [{ custom_id, response: { status_code: 200, body: reply }, error: null }] : [];
      if (file === 'out') return [];
      if (fate === 'leave') return [{ custom_id, response: null, error: { code: 'batch_expired', message: 'This request could not be executed.' } }]; // prettier-ignore
      const status = fate === 'refuse' ? 400 : 500;
      return [{ custom_id, response: { status_code: status, body: { error: { message: `Line failed with ${status}` } } }, error: null }]; // prettier-ignore
    });
    return { body: null, raw: lines.map((line) => JSON.stringify(line)).join('\n') };
  }
};

const anthropic: BatchWire = {
  format: anthropicFormat,
  basePath: '',
  headers: { authorization: 'Bearer x', 'anthropic-version': '2023-06-01' },
  linePath: () => '/v1/messages',
  route({ method, path, text, behaviour, batches }, { batch, results }) {
    const shown = (one: Batch): unknown => ({
      ...{ id: one.id, type: 'message_batch', processing_status: isOver(one, behaviour) ? 'ended' : 'in_progress' },
      request_counts: { processing: one.lines.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      created_at: new Date(one.createdAt).toISOString(),
      cancel_initiated_at: one.cancelled ? new Date().toISOString() : null,
      results_url: `https://elsewhere.example/${one.id}`
    });
    if (method === 'POST' && path === '/v1/messages/batches') {
      const { requests } = JSON.parse(text) as { requests: { custom_id: string; params: Body }[] };
      const fault = requests.findIndex(({ custom_id }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(custom_id));
      if (fault >= 0)
        return { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: `requests.${fault}.custom_id: String should match pattern` } } }; // prettier-ignore
      return { body: shown(batch('', requests.map((one) => ({ id: one.custom_id, request: one.params })))), made: true }; // prettier-ignore
    }
    if (method === 'GET' && path.startsWith('/v1/messages/batches?'))
      return { body: { data: batches.toReversed().map(shown), has_more: false, first_id: null, last_id: null } };
    const [, id, act] = /^\/v1\/messages\/batches\/([\w-]+)(\/cancel|\/results)?$/.exec(path) ?? [];
    const one = batches.find((candidate) => candidate.id === id);
    if (id === undefined) return null;
    if (!one) return { status: 404, body: { type: 'error', error: { type: 'not_found_error', message: 'No such batch' } } }; // prettier-ignore
    if (act === '/cancel') one.cancelled = true;
    if (act !== '/results') {
      one.looks += 1;
      return { body: shown(one) };
    }
    const kinds = { refuse: 'invalid_request_error', break: 'api_error' } as const;
    const lines = results(one).map(([custom_id, fate, message]) => {
      if (fate === 'answer') return { custom_id, result: { type: 'succeeded', message } };
      if (fate === 'leave') return { custom_id, result: { type: one.cancelled ? 'canceled' : 'expired' } };
      const error = { type: 'error', error: { type: kinds[fate], message: `Line failed: ${fate}` } };
      return { custom_id, result: { type: 'errored', error } };
    });
    return { body: null, raw: lines.map((line) => JSON.stringify(line)).join('\n') };
  }
};

const gemini: BatchWire = {
  format: geminiFormat,
  basePath: '',
  headers: { 'x-goog-api-key': 'x' },
  linePath: () => '/v1beta/models/gemini-2.5-pro:generateContent',
  route({ method, path, text, behaviour, batches }, { batch, results }) {
    const states = { done: 'SUCCEEDED', expired: 'EXPIRED', cancelled: 'CANCELLED', failed: 'FAILED' } as const;
    const shown = (one: Batch): unknown => {
      const over = isOver(one, behaviour);
      const end = one.cancelled ? 'cancelled' : behaviour.end;
      const inlined = results(one).flatMap(([key, fate, response]): unknown[] => {
        if (fate === 'leave') return [];
        if (fate === 'answer') return [{ metadata: { key }, response }];
        return [{ metadata: { key }, error: { code: fate === 'refuse' ? 3 : 13, message: `Line failed: ${fate}` } }];
      });
      return {
        name: one.id,
        metadata: {
          ...{ name: one.id, displayName: one.name, createTime: new Date(one.createdAt).toISOString() },
          state: `BATCH_STATE_${over ? states[end] : 'RUNNING'}`,
          // A batch that expired has no results.
          ...(over && end === 'done' && { output: { inlinedResponses: { inlinedResponses: inlined } } })
        },
        done: over
      };
    };
    if (method === 'POST' && path.endsWith(':batchGenerateContent')) {
      const { batch: given } = JSON.parse(text) as {
        batch: {
          displayName: string;
          inputConfig: { requests: { requests: { request: Body; metadata: { key: string } }[] } };
        };
      };
      const lines = given.inputConfig.requests.requests.map(({ request, metadata }) => ({ id: metadata.key, request }));
      return { body: shown(batch(given.displayName, lines)), made: true };
    }
    if (method === 'GET' && /^\/v1beta\/batches(?:\?|$)/.test(path))
      return { body: { operations: batches.toReversed().map(shown) } };
    const [, id, act] = /^\/v1beta\/(batches\/[\w-]+)(:cancel)?(?:\?|$)/.exec(path) ?? [];
    const one = batches.find((candidate) => candidate.id === id);
    if (id === undefined) return null;
    if (!one) return { status: 404, body: { error: { code: 404, message: 'No such batch', status: 'NOT_FOUND' } } };
    if (act) {
      one.cancelled = true;
      return { body: {} };
    }
    one.looks += 1;
    return { body: shown(one) };
  }
};

const wires = { openai, anthropic, gemini };
export type BatchProvider = keyof typeof wires;

/** A loopback server with a provider's batch API and its single calls. */
export const startBatches = async (
  provider: BatchProvider,
  given: Partial<BatchBehaviour> = {}
): Promise<BatchStandIn> => {
  const { format, basePath, route, headers, linePath } = wires[provider];
  const behaviour = { ...usual, ...given };
  const batches: Batch[] = [];
  let [singles, billed] = [0, 0];

  const answer = (path: string, sent: IncomingMessage['headers'], body: Body): Answered => {
    const asked = format.understand(path, sent, body);
    if ('status' in asked) return asked;
    return { status: 200, body: format.reply(asked, JSON.stringify(seededAnswer(1, asked)), 'complete', path) };
  };
  const batch = (name: string, lines: Line[]): Batch => {
    const id = provider === 'gemini' ? `batches/b${batches.length + 1}` : `batch_${batches.length + 1}`;
    const made = { id, name, lines, looks: 0, cancelled: false, createdAt: Date.now() };
    batches.push(made);
    return made;
  };
  const results = (one: Batch): [string, LineFate, unknown][] => {
    const all = one.lines.map(({ id, request }, at): [string, LineFate, unknown] => {
      const fate = behaviour.fate(at);
      if (fate === 'answer') billed += 1;
      return [id, fate, fate === 'answer' ? answer(linePath(request), headers, request).body : null];
    });
    if (!behaviour.disorder) return all;
    const turned = all.toReversed();
    return [...turned, turned[0]!, ['of-no-line', 'answer', turned[0]![2]]];
  };
  const send = (response: ServerResponse, status: number, text: string): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const text = await readAll(request);
    const single = /\/(?:chat\/completions|messages)$|:generateContent$/.test(path);
    if (single) {
      singles += 1;
      const { status, body } = answer(path, request.headers, JSON.parse(text) as Body);
      return send(response, status, JSON.stringify(body));
    }
    if (behaviour.outages > 0) {
      behaviour.outages -= 1;
      return send(response, 503, JSON.stringify({ error: { message: 'no upstream is available' } }));
    }
    const creates = request.method === 'POST' && /(?:files|batches|:batchGenerateContent)$/.test(path);
    if (creates && behaviour.refuse !== null)
      return send(response, behaviour.refuse, JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'Batches are not available here', code: behaviour.refuse } })); // prettier-ignore
    const got = route({ method: request.method ?? '', path, text, behaviour, batches }, { batch, results });
    if (got?.made && behaviour.loseAnswers > 0) {
      behaviour.loseAnswers -= 1;
      response.destroy();
      return;
    }
    const between = behaviour.between(request.method ?? '', path);
    if (between) return void response.writeHead(between.status, between.headers).end(between.text);
    if (!got) return send(response, 404, JSON.stringify({ error: { message: `Not found: ${path}`, code: 404 } }));
    send(response, got.status ?? 200, got.raw ?? JSON.stringify(got.body));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 400, JSON.stringify({ error: { message: String(error) } }))); // prettier-ignore
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    ...{ behaviour, batches },
    singles: () => singles,
    billed: () => billed,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  };
};
