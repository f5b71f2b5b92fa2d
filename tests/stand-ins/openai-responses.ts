import { tokens, understand } from './answers.ts';
import { problem, strictFault } from './openai-rules.ts';
import type { Ending, WireFormat } from './server.ts';

interface TextFormat {
  type: string;
  name?: unknown;
  strict?: unknown;
  schema?: Record<string, unknown>;
}

/** Fields of a request that the responses API knows; it refuses any other by name. */
const known = new Set(
  'model input instructions text tools tool_choice temperature max_output_tokens reasoning store include'.split(' ')
);

const message = (text: string, ending: Ending) => ({
  id: 'msg_stand_in',
  type: 'message',
  role: 'assistant',
  status: ending === 'cut' ? 'incomplete' : 'completed',
  content:
    ending === 'refusal'
      ? [{ type: 'refusal', refusal: 'I cannot help with that.' }]
      : [{ type: 'output_text', text, annotations: [], logprobs: [] }]
});

const searched = {
  id: 'ws_stand_in',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'stand-in', queries: ['stand-in'] }
};

const incomplete: Partial<Record<Ending, string>> = { cut: 'max_output_tokens', 'content-filter': 'content_filter' };

/** OpenAI's responses API with its own web search. */
export const responses: Pick<WireFormat, 'understand' | 'reply'> = {
  understand(_path, _headers, body) {
    const unknown = Object.keys(body).find((name) => !known.has(name));
    if (unknown) return problem(400, `Unknown parameter: '${unknown}'.`, 'unknown_parameter');
    if (typeof body['model'] !== 'string' || typeof body['input'] !== 'string')
      return problem(400, 'model and input are required', null);
    const format = (body['text'] as { format?: TextFormat } | undefined)?.format;
    const schema = format?.type === 'json_schema' ? format : undefined;
    const fault = schema && strictFault(schema.name, schema.strict, schema.schema);
    if (fault) return problem(400, `Invalid schema for text.format: ${fault}`, 'invalid_json_schema');
    const tools = (body['tools'] as { type: string }[] | undefined) ?? [];
    const tool = tools.find(({ type }) => type !== 'web_search');
    if (tool) return problem(400, `Invalid value: '${tool.type}'`, 'invalid_value');
    return understand({
      model: body['model'],
      system: typeof body['instructions'] === 'string' ? body['instructions'] : '',
      user: body['input'],
      structured: schema !== undefined,
      webSearch: tools.length > 0,
      ...(schema && { schemaName: schema.name as string, schema: schema.schema ?? {} })
    });
  },
  reply(asked, text, ending) {
    const reason = incomplete[ending];
    return {
      id: 'resp_stand_in',
      object: 'response',
      created_at: 1_760_000_000,
      status: reason ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: reason ? { reason } : null,
      model: `${asked.model}-2025-01-01`,
      output: [...(asked.webSearch ? [searched] : []), ...(ending === 'content-filter' ? [] : [message(text, ending)])],
      usage: {
        input_tokens: tokens(asked.system, asked.user),
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokens(text),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: tokens(asked.system, asked.user, text)
      }
    };
  }
};
