import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a background job ends. `expired`: the provider does not have it any more. */
type JobFate =
  | 'completed'
  | 'failed'
  | 'refused-prompt'
  | 'incomplete'
  | 'filtered'
  | 'cancelled'
  | 'requires-action'
  | 'expired'
  | 'empty'
  | 'refusal';

export interface ResearchBehaviour {
  /** Requests for its state until a job is over. */
  looks: number;
  fate: (job: number) => JobFate;
  report: (question: string) => string;
  /** Creations answered with 429 and a wait. */
  limited: number;
  /** Creations whose connection breaks after the job has begun. */
  loseAnswers: number;
  /** Requests for states whose connection breaks. */
  dropPolls: number;
  /** Requests for states that a gateway answers with its own error, under a status of success. */
  foreignPolls: number;
  /** Creations refused with 401. */
  badKey: boolean;
}

interface Job {
  id: string;
  body: Record<string, unknown>;
  question: string;
  looks: number;
  cancelled: boolean;
}

export interface ResearchStandIn {
  url: string;
  behaviour: ResearchBehaviour;
  jobs: Job[];
  polls(): number;
  /** Jobs that were not cancelled, which the provider bills. */
  billed(): number;
  stop(): Promise<void>;
}

const usual: ResearchBehaviour = {
  ...{ looks: 2, fate: () => 'completed', limited: 0, loseAnswers: 0, dropPolls: 0, foreignPolls: 0, badKey: false },
  report: (question) => `# Report\n\nOn: ${question}\n\nThe figure is 12.`
};

const CITED = 'https://source.example/figures';

interface Wire {
  basePath: string;
  /** Returns the act and the job of a request; null if the path is none of the API's. */
  route(method: string, path: string): { act: 'create' | 'state' | 'cancel'; id: string } | null;
  /** Returns the fault of a creation; null if it has none. */
  fault(body: Record<string, unknown>): string | null;
  question(body: Record<string, unknown>): string;
  shown(job: Job, fate: JobFate, text: string | null): unknown;
  error(status: number, message: string): unknown;
}

const routed =
  (base: string) =>
  (method: string, path: string): ReturnType<Wire['route']> => {
    const [, id = '', cancel = ''] = new RegExp(`^${base}(?:/([^/?]+))?(/cancel)?(?:\\?.*)?$`).exec(path) ?? [];
    if (!path.startsWith(base)) return null;
    if (method === 'POST') return cancel === '' ? { act: 'create', id: '' } : { act: 'cancel', id };
    return method === 'GET' && id !== '' ? { act: 'state', id } : null;
  };

/** OpenAI's Responses API in the background. */
const openai: Wire = {
  basePath: '/v1',
  route: routed('/v1/responses'),
  fault(body) {
    const known = 'model input instructions background store tools metadata max_tool_calls max_output_tokens reasoning';
    const unknown = Object.keys(body).find((name) => !known.split(' ').includes(name));
    if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`;
    if (body['background'] !== true || body['store'] !== true) return 'background requires store';
    const tools = (body['tools'] as { type: string }[] | undefined) ?? [];
    return tools.length === 0 ? 'Deep research models require at least one of web_search, file_search' : null;
  },
  question: (body) => String(body['input']),
  shown(job, fate, text) {
    const over = text !== null;
    const status = { completed: 'completed', empty: 'completed', refusal: 'completed', 'refused-prompt': 'failed', filtered: 'incomplete' }[fate as string] ?? fate; // prettier-ignore
    const errors: Partial<Record<JobFate, object>> = {
      failed: { code: 'server_error', message: 'The research could not be finished.' },
      'refused-prompt': { code: 'bio_policy', message: 'The question is against the policy.' }
    };
    const words = text ?? '';
    const at = words.indexOf('12') + 1;
    const content =
      fate === 'refusal'
        ? [{ type: 'refusal', refusal: 'I cannot help with that.' }]
        : [{ type: 'output_text', text: words, annotations: at > 0 ? [{ type: 'url_citation', start_index: at - 1, end_index: at, url: CITED, title: 'Figures' }] : [] }]; // prettier-ignore
    const incomplete = { incomplete: 'max_output_tokens', filtered: 'content_filter' }[fate as string];
    return {
      ...{ id: job.id, object: 'response', created_at: 1_760_000_000, background: true },
      status: over ? status : job.looks === 0 ? 'queued' : 'in_progress',
      error: over ? (errors[fate] ?? null) : null,
      incomplete_details: over && incomplete ? { reason: incomplete } : null,
      model: `${String(job.body['model'])}-2025-06-26`,
      output: over
        ? [
            { type: 'web_search_call', id: 'ws1', status: 'completed', action: { type: 'search', queries: ['a'] } },
            { type: 'web_search_call', id: 'ws2', status: 'completed', action: { type: 'open_page', url: CITED } },
            { type: 'message', id: 'm1', role: 'assistant', status: 'completed', content }
          ]
        : [],
      usage: over
        ? {
            ...{ input_tokens: 1_000, input_tokens_details: { cached_tokens: 0 } },
            ...{ output_tokens: 200, output_tokens_details: { reasoning_tokens: 100 }, total_tokens: 1_200 }
          }
        : null
    };
  },
  error: (status, message) => ({
    error: { message, type: 'error', param: null, code: status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : null } // prettier-ignore
  })
};

/** Google's Interactions API with a deep research agent. */
const gemini: Wire = {
  basePath: '',
  route: routed('/v1beta/interactions'),
  fault(body) {
    if (typeof body['agent'] !== 'string' || typeof body['input'] !== 'string') return 'agent and input are required';
    return body['background'] === true ? null : 'Deep research runs in the background only';
  },
  question: (body) => String(body['input']).split('\n\n').at(-1) ?? '',
  shown(job, fate, text) {
    const over = text !== null;
    const status = { empty: 'completed', refusal: 'failed', 'refused-prompt': 'failed', filtered: 'failed', 'requires-action': 'requires_action' }[fate as string] ?? fate; // prettier-ignore
    const errors: Partial<Record<JobFate, object>> = {
      failed: { code: 'internal', message: 'The research could not be finished.' },
      refusal: { code: 'prohibited_content', message: 'The question was blocked.' },
      'refused-prompt': { code: 'safety', message: 'The question was blocked for safety.' },
      filtered: { code: 'safety', message: 'The report was blocked for safety.' }
    };
    const words = text ?? '';
    const at = words.indexOf('12');
    const bytes = Buffer.byteLength(words.slice(0, at + 2));
    return {
      ...{ id: job.id, agent: job.body['agent'], created: '2026-11-01T00:00:00Z', updated: '2026-11-01T00:00:00Z' },
      status: over ? status : job.looks === 0 ? 'queued' : 'in_progress',
      ...(over && errors[fate] && { errors: [errors[fate]] }),
      steps: over
        ? [
            { type: 'google_search_call', id: 's1', arguments: { queries: ['a'] } },
            { type: 'url_context_call', id: 'u1', arguments: { urls: [CITED] } },
            {
              type: 'model_output',
              content: [
                {
                  type: 'text',
                  text: words,
                  annotations: at < 0 ? [] : [{ type: 'url_citation', start_index: bytes - 2, end_index: bytes, url: CITED, title: 'Figures' }] // prettier-ignore
                }
              ]
            }
          ]
        : [],
      ...(over && {
        usage: {
          ...{ total_input_tokens: 900, total_tool_use_tokens: 100, total_output_tokens: 100 },
          ...{ total_thought_tokens: 100, total_cached_tokens: 0, total_tokens: 1_200 }
        }
      })
    };
  },
  error: (status, message) => ({
    error: {
      ...{ code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
      details:
        status === 429
          ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.02s' }]
          : status === 401
            ? [{ reason: 'API_KEY_INVALID' }]
            : []
    }
  })
};

const wires = { openai, gemini };

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A loopback server with the background research of a provider. Jobs end after some requests for their state. */
export const startResearch = async (
  provider: keyof typeof wires,
  behaviour: Partial<ResearchBehaviour> = {}
): Promise<ResearchStandIn> => {
  const wire = wires[provider];
  const own: ResearchBehaviour = { ...usual, ...behaviour };
  const jobs: Job[] = [];
  let polls = 0;
  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const create = (body: Record<string, unknown>, response: ServerResponse): void => {
    const fault = wire.fault(body);
    if (own.badKey) return send(response, 401, wire.error(401, 'Incorrect API key'));
    if (fault !== null) return send(response, 400, wire.error(400, fault));
    if (own.limited > 0) {
      own.limited -= 1;
      return send(response, 429, wire.error(429, 'Too many requests'), { 'retry-after-ms': '20' });
    }
    const job = { id: `job-${jobs.length + 1}`, body, question: wire.question(body), looks: 0, cancelled: false };
    jobs.push(job);
    if (own.loseAnswers > 0) {
      own.loseAnswers -= 1;
      response.destroy();
      return;
    }
    send(response, 200, wire.shown(job, 'completed', null));
  };

  const state = (job: Job, response: ServerResponse): void => {
    polls += 1;
    if (own.dropPolls > 0) {
      own.dropPolls -= 1;
      response.destroy();
      return;
    }
    if (own.foreignPolls > 0) {
      own.foreignPolls -= 1;
      return send(response, 200, { error: { message: 'no upstream' } });
    }
    job.looks += 1;
    const fate = job.cancelled ? 'cancelled' : own.fate(jobs.indexOf(job));
    const over = job.cancelled || job.looks >= own.looks;
    if (over && fate === 'expired') return send(response, 404, wire.error(404, 'No such job'));
    const text = fate === 'empty' ? ' ' : fate === 'completed' || fate === 'incomplete' ? own.report(job.question) : '';
    send(response, 200, wire.shown(job, fate, over ? text : null));
  };

  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      const at = wire.route(request.method ?? '', request.url ?? '');
      if (at === null) return send(response, 404, wire.error(404, `${request.url} is not found`));
      if (at.act === 'create') return create(JSON.parse(text || '{}') as Record<string, unknown>, response);
      const job = jobs.find(({ id }) => id === at.id);
      if (!job) return send(response, 404, wire.error(404, 'No such job'));
      if (at.act === 'state') return state(job, response);
      job.cancelled = true;
      send(response, 200, wire.shown(job, 'cancelled', ''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${wire.basePath}`,
    behaviour: own,
    jobs,
    polls: () => polls,
    billed: () => jobs.filter(({ cancelled }) => !cancelled).length,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  };
};
