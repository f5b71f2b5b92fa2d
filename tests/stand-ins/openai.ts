import { tokens, understand } from './answers.ts';
import { problem, rateLimit, strictFault } from './openai-rules.ts';
import { responses } from './openai-responses.ts';
import { strictOpenAi } from './strict-openai.ts';
import { type Ending, type StandIn, type StandInOptions, startStandIn, type WireFormat } from './server.ts';

interface Message {
  role: string;
  content: string;
}

interface Format {
  type: string;
  json_schema?: { name?: unknown; strict?: unknown; schema?: Record<string, unknown> };
}

const finish: Partial<Record<Ending, string>> = { cut: 'length', 'content-filter': 'content_filter' };

/** OpenAI's chat completions, as the official SDK and every compatible server speak them. */
const chat: Pick<WireFormat, 'understand' | 'reply'> = {
  understand(_path, _headers, body) {
    if (!Array.isArray(body['messages']) || typeof body['model'] !== 'string')
      return problem(400, 'model and messages are required', null);
    if (body['tools'] !== undefined) return problem(400, "Unsupported value: 'tools'", 'unsupported_value');
    const format = body['response_format'] as Format | undefined;
    const schema = format?.type === 'json_schema' ? format.json_schema : undefined;
    const fault = schema && strictFault(schema.name, schema.strict, schema.schema);
    if (fault) return problem(400, `Invalid schema for response_format: ${fault}`, 'invalid_json_schema');
    const messages = body['messages'] as Message[];
    const said = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
    return understand({
      model: body['model'],
      system: said('system'),
      user: said('user'),
      structured: format !== undefined,
      ...(schema && { schemaName: schema.name as string, schema: schema.schema ?? {} })
    });
  },
  reply: (asked, text, ending) => ({
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: `${asked.model}-2025-01-01`,
    system_fingerprint: 'fp_stand_in',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: ending === 'refusal' || ending === 'content-filter' ? null : text,
          refusal: ending === 'refusal' ? 'I cannot help with that.' : null
        },
        logprobs: null,
        finish_reason: finish[ending] ?? 'stop'
      }
    ],
    usage: {
      prompt_tokens: tokens(asked.system, asked.user),
      completion_tokens: tokens(text),
      total_tokens: tokens(asked.system, asked.user, text)
    }
  })
};

/** OpenAI's API: chat completions, and responses with web search. */
export const openaiFormat: WireFormat = {
  basePath: '/v1',
  understand(path, headers, body) {
    if (path === '/v1/chat/completions') return chat.understand(path, headers, body);
    if (path === '/v1/responses') return responses.understand(path, headers, body);
    return problem(404, `Unknown request URL: ${path}`, 'unknown_url');
  },
  refuse: (path, { authorization }, body) => strictOpenAi(path, authorization, body),
  reply: (asked, text, ending, path) => (path === '/v1/responses' ? responses : chat).reply(asked, text, ending, path),
  error(kind, fault, headers) {
    switch (kind) {
      case 'rate-limit':
      case 'rate-limit-date':
        return rateLimit(kind, fault);
      case 'quota':
        return problem(429, 'You exceeded your current quota', 'insufficient_quota');
      case 'bad-key':
        return problem(401, `Incorrect API key provided: ${headers.authorization?.slice(7) ?? ''}.`, 'invalid_api_key');
      case 'no-schema':
        return problem(400, "'response_format' of type 'json_schema' is not supported", null);
      case 'misleading':
        return problem(500, 'Query failed near row 40112: column 4012 of table 429 has 403 values', 'server_error');
      case 'error-body':
        return { ...problem(401, 'Upstream error 40112: {"items": []}', 'upstream_error'), status: 200 };
      default:
        return problem(500, 'The server had an error', 'server_error');
    }
  }
};

export const startOpenAi = (options?: StandInOptions): Promise<StandIn> => startStandIn(openaiFormat, options);
