import { type Asked, tokens, understand } from './answers.ts';
import { asRead, parameterFault } from './anthropic-rules.ts';
import { strictAnthropic } from './strict-anthropic.ts';
import {
  type Answered,
  type Ending,
  type StandIn,
  type StandInOptions,
  startStandIn,
  type WireFormat
} from './server.ts';

interface Block {
  type: string;
  [member: string]: unknown;
}

interface Message {
  role: string;
  content: string | Block[];
}

const problem = (status: number, type: string, message: string, details?: object): Answered => ({
  status,
  body: { type: 'error', error: { type, message, ...(details && { details }) }, request_id: 'req_stand_in' },
  headers: { 'request-id': 'req_stand_in' }
});

const invalid = (message: string): Answered => problem(400, 'invalid_request_error', message);

/** A turn continues if the last message is the assistant's own, unchanged; an answer begun by the client is refused. */
const goesOn = (message: Message | undefined): boolean =>
  Array.isArray(message?.content) && message.content.some(({ type }) => type === 'server_tool_use');

const thinking: Block = { type: 'thinking', thinking: 'Not {"items": []} yet.', signature: 'c2lnbmVk' };

const search = (number: number): Block[] => [
  { type: 'text', text: 'I will look this up.', citations: null },
  { type: 'server_tool_use', id: `srvtoolu_${number}`, name: 'web_search', input: { query: 'stand-in' } }
];

const found = (number: number, ending: Ending): Block => ({
  type: 'web_search_tool_result',
  tool_use_id: `srvtoolu_${number}`,
  content:
    ending === 'search-down'
      ? { type: 'web_search_tool_result_error', error_code: 'unavailable' }
      : [
          {
            type: 'web_search_result',
            url: 'https://example.org/a',
            title: 'A page',
            page_age: null,
            encrypted_content: 'ZW5j'
          }
        ]
});

/** Citations cut the text into blocks. */
const cutIntoBlocks = (text: string, source: object | null = null): Block[] => {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].map((part, at) => ({
    ...{ type: 'text', text: part },
    citations: at === 1 && source ? [source] : null
  }));
};

const source = {
  ...{ type: 'web_search_result_location', url: 'https://example.org/a', title: 'A page' },
  ...{ cited_text: 'Words.', encrypted_index: 'ZW5j' }
};

const contentOf = (asked: Asked, text: string, ending: Ending): Block[] => {
  if (ending === 'refusal' || ending === 'content-filter') return cutIntoBlocks(text);
  if (ending === 'paused') return [thinking, ...search(1)];
  return [
    thinking,
    ...(asked.webSearch ? [...search(2), found(2, ending)] : []),
    ...cutIntoBlocks(text, asked.webSearch ? source : null)
  ];
};

const stops: Record<Ending, string> = {
  complete: 'end_turn',
  'search-down': 'end_turn',
  cut: 'max_tokens',
  refusal: 'refusal',
  'content-filter': 'refusal',
  paused: 'pause_turn'
};

/** From Claude 4.6 on a model's name is its id; an older name is answered with its dated id. */
const served = (model: string): string => (/-4-5$/.test(model) ? `${model}-20251001` : model);

const textIn = (content: Message['content'] | undefined): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');

/** The message with which the API refuses breakpoints of the prompt cache. */
const cacheFault = (messages: readonly Message[]): string | undefined => {
  const marked = messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block['cache_control'] !== undefined);
  if (marked.length > 4) return 'A maximum of 4 blocks with cache_control may be provided.';
  for (const block of marked) {
    const control = block['cache_control'] as { type?: unknown; ttl?: unknown };
    const foreign = Object.keys(control).find((name) => name !== 'type' && name !== 'ttl');
    if (foreign) return `cache_control.${foreign}: Extra inputs are not permitted`;
    if (control.type !== 'ephemeral') return "cache_control.type: Input should be 'ephemeral'";
    if (control.ttl !== undefined && control.ttl !== '5m' && control.ttl !== '1h')
      return "cache_control.ttl: Input should be '5m' or '1h'";
    if (block.type === 'text' && block['text'] === '') return 'cache_control cannot be set for empty text blocks';
  }
  return undefined;
};

/** All that stands up to the last breakpoint, format and tools included: a change of any of it makes another entry. */
const beginningOf = (body: Record<string, unknown>, messages: readonly Message[]): { beginning?: string } => {
  const blocks = typeof messages[0]?.content === 'string' ? [] : (messages[0]?.content ?? []);
  const last = blocks.findLastIndex((block) => block['cache_control'] !== undefined);
  if (last < 0) return {};
  const { format } = (body['output_config'] ?? {}) as { format?: unknown };
  const before = [body['model'], format ?? null, body['tools'] ?? null, body['system'] ?? null];
  return { beginning: JSON.stringify([...before, blocks.slice(0, last + 1).map(({ text }) => text)]) };
};

/** Beginnings that were answered before. */
const kept = new Set<string>();

/** Tokens up to the breakpoint are written once and read from then on. */
const cachedUsage = (beginning: string, input: number) => {
  const long = Math.min(input, tokens(beginning));
  const read = kept.has(beginning);
  kept.add(beginning);
  return {
    input_tokens: input - long,
    cache_creation_input_tokens: read ? 0 : long,
    cache_read_input_tokens: read ? long : 0
  };
};

/** Anthropic's Messages API. */
export const anthropicFormat: WireFormat = {
  basePath: '',
  understand(path, headers, body) {
    if (path !== '/v1/messages') return problem(404, 'not_found_error', `Not found: ${path}`);
    if (!headers['x-api-key'] && !headers.authorization?.startsWith('Bearer '))
      return problem(401, 'authentication_error', 'x-api-key header is required');
    const version = String(headers['anthropic-version'] ?? '');
    if (version !== '2023-06-01' && version !== '2026-10-21')
      return invalid(`anthropic-version: "${version}" is not a valid version`);
    const fault = parameterFault(body, version);
    if (fault) return invalid(fault);
    const messages = (body['messages'] as Message[] | undefined) ?? [];
    const last = messages.at(-1);
    if (last?.role === 'assistant' && !goesOn(last))
      return invalid(
        'This model does not support assistant message prefill. The conversation must end with a user message.'
      );
    const cached = cacheFault(messages);
    if (cached) return invalid(cached);
    const tools = (body['tools'] as { type: string; name: string }[] | undefined) ?? [];
    const tool = tools.find(({ type, name }) => !/^web_search_20\d{6}$/.test(type) || name !== 'web_search');
    if (tool)
      return invalid(`tools: Input tag '${tool.type}' found using 'type' does not match any of the expected tags`);
    const format = (body['output_config'] as { format?: { schema: Record<string, unknown> } } | undefined)?.format;
    return understand({
      model: body['model'] as string,
      system: typeof body['system'] === 'string' ? body['system'] : '',
      user: textIn(messages[0]?.content),
      ...beginningOf(body, messages),
      structured: format !== undefined,
      webSearch: tools.length > 0,
      ...(format && { schema: asRead(format.schema) as Record<string, unknown> })
    });
  },
  refuse(_path, _headers, body) {
    const refused = strictAnthropic(body);
    if (refused?.kind === 'not-found') return problem(404, 'not_found_error', refused.message);
    return refused && invalid(refused.message);
  },
  reply(asked, text, ending) {
    const input = tokens(asked.system, asked.user);
    const refused = ending === 'refusal' || ending === 'content-filter';
    return {
      id: 'msg_stand_in',
      type: 'message',
      role: 'assistant',
      model: served(asked.model),
      content: contentOf(asked, text, ending),
      stop_reason: stops[ending],
      stop_sequence: null,
      stop_details: refused ? { type: 'refusal', category: 'frontier_llm', explanation: null } : null,
      container: null,
      usage: {
        ...(asked.beginning === undefined
          ? // Most of the input counts as cached: only the sum of the three is the question's length.
            { input_tokens: 3, cache_creation_input_tokens: 5, cache_read_input_tokens: input - 8 }
          : cachedUsage(asked.beginning, input)),
        output_tokens: tokens(text) + 20,
        output_tokens_details: { thinking_tokens: 20 },
        ...(asked.webSearch && { server_tool_use: { web_search_requests: 1 } }),
        service_tier: 'standard'
      }
    };
  },
  error(kind, fault, headers) {
    const seconds = fault.retryAfterSeconds ?? 1;
    switch (kind) {
      case 'rate-limit':
      case 'rate-limit-date': {
        const when = kind === 'rate-limit' ? String(seconds) : new Date(Date.now() + seconds * 1000).toUTCString();
        const limited = problem(429, 'rate_limit_error', 'This request would exceed your rate limit.');
        return { ...limited, headers: { ...limited.headers, 'retry-after': when } };
      }
      case 'quota': {
        // The service says that this may be tried again; it lasts to the end of the month.
        const details = { error_code: 'enforced_spend_limit_reached' };
        const limited = problem(429, 'rate_limit_error', 'You have reached your monthly spend limit.', details);
        return { ...limited, headers: { ...limited.headers, 'x-should-retry': 'true' } };
      }
      case 'overloaded':
        return problem(529, 'overloaded_error', 'Overloaded');
      case 'bad-key':
        return problem(401, 'authentication_error', `invalid x-api-key: ${headers.authorization?.slice(7) ?? ''}`);
      case 'no-schema':
        return invalid('output_config.format: Extra inputs are not permitted');
      case 'misleading':
        return problem(500, 'api_error', 'Query failed near row 40112: column 4012 of table 429 has 403 values');
      case 'error-body':
        return { ...problem(401, 'authentication_error', 'Upstream error 40112: {"items": []}'), status: 200 };
      default:
        return problem(500, 'api_error', 'Internal server error');
    }
  }
};

export const startAnthropic = (options?: StandInOptions): Promise<StandIn> => startStandIn(anthropicFormat, options);
