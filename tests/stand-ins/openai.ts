import { understand } from './answers.ts';
import { type StandIn, type StandInOptions, startStandIn, type WireFormat } from './server.ts';

interface Message {
  role: string;
  content: string;
}

const problem = (status: number, message: string, code: string | null, headers?: Record<string, string>) => ({
  status,
  body: { error: { message, type: status === 400 ? 'invalid_request_error' : 'error', param: null, code } },
  ...(headers && { headers })
});

/** Strict mode wants every object closed and every property required. */
const strictFault = (schema: unknown, path = 'schema'): string | null => {
  if (typeof schema !== 'object' || schema === null) return null;
  const node = schema as Record<string, unknown>;
  if (node['type'] === 'object') {
    const names = Object.keys((node['properties'] as object | undefined) ?? {});
    if (node['additionalProperties'] !== false) return `${path}: additionalProperties must be false`;
    const required = (node['required'] as string[] | undefined) ?? [];
    if (names.some((name) => !required.includes(name))) return `${path}: every property must be required`;
    for (const name of names) {
      const fault = strictFault((node['properties'] as Record<string, unknown>)[name], `${path}.${name}`);
      if (fault) return fault;
    }
  }
  return strictFault(node['items'], `${path}[]`);
};

const schemaFault = (body: Record<string, unknown>): string | null => {
  const format = body['response_format'] as { type: string; json_schema?: Record<string, unknown> } | undefined;
  if (format?.type !== 'json_schema') return null;
  const { name, strict, schema } = format.json_schema ?? {};
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) return 'response_format.json_schema.name is invalid';
  return strict === true ? strictFault(schema) : null;
};

const finish = { complete: 'stop', cut: 'length', refusal: 'stop', 'content-filter': 'content_filter' } as const;

/** OpenAI's chat completions, as the official SDK and every compatible server speak them. */
export const openaiFormat: WireFormat = {
  basePath: '/v1',
  understand(path, headers, body) {
    if (path !== '/v1/chat/completions') return problem(404, `Unknown request URL: ${path}`, 'unknown_url');
    if (!Array.isArray(body['messages']) || typeof body['model'] !== 'string')
      return problem(400, 'model and messages are required', null);
    const fault = schemaFault(body);
    if (fault) return problem(400, `Invalid schema for response_format: ${fault}`, 'invalid_json_schema');
    const messages = body['messages'] as Message[];
    const said = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
    return understand(body['model'], said('system'), said('user'));
  },
  reply: (asked, text, ending) => ({
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: `${asked.model}-2025-01-01`,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: ending === 'refusal' || ending === 'content-filter' ? null : text,
          refusal: ending === 'refusal' ? 'I can not help with that.' : null
        },
        logprobs: null,
        finish_reason: finish[ending]
      }
    ],
    usage: {
      prompt_tokens: Math.ceil(asked.user.length / 4),
      completion_tokens: Math.ceil(text.length / 4),
      total_tokens: Math.ceil((asked.user.length + text.length) / 4)
    }
  }),
  error(kind, fault, headers) {
    const seconds = fault.retryAfterSeconds ?? 1;
    if (kind === 'rate-limit')
      return problem(429, 'Rate limit reached', 'rate_limit_exceeded', { 'retry-after': String(seconds) });
    if (kind === 'rate-limit-date')
      return problem(429, 'Rate limit reached', 'rate_limit_exceeded', {
        'retry-after': new Date(Date.now() + seconds * 1000).toUTCString()
      });
    if (kind === 'quota') return problem(429, 'You exceeded your current quota', 'insufficient_quota');
    if (kind === 'bad-key')
      return problem(401, `Incorrect API key provided: ${headers.authorization?.slice(7) ?? ''}.`, 'invalid_api_key');
    if (kind === 'no-schema') return problem(400, "'response_format' of type 'json_schema' is not supported", null);
    return problem(500, 'The server had an error', 'server_error');
  }
};

export const startOpenAi = (options?: StandInOptions): Promise<StandIn> => startStandIn(openaiFormat, options);
