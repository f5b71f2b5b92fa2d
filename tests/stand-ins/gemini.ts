import { tokens, understand } from './answers.ts';
import { strictGemini } from './strict-gemini.ts';
import { type Ending, type StandIn, type StandInOptions, startStandIn, type WireFormat } from './server.ts';

interface Content {
  parts?: { text?: string }[];
}

const problem = (code: number, message: string, status: string, details?: unknown[]) => ({
  status: code,
  body: { error: { code, message, status, ...(details && { details }) } }
});

/** The JSON schema keywords that Gemini documents as supported. */
const known = new Set(
  'type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required'.split(
    ' '
  )
);

const unknownKeyword = (schema: unknown): string | undefined => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const node = schema as Record<string, unknown>;
  const children = [node['items'], ...Object.values((node['properties'] as object | undefined) ?? {})];
  return Object.keys(node).find((key) => !known.has(key)) ?? children.map(unknownKeyword).find((key) => key);
};

const modelIn = (path: string): string | undefined => /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(path)?.[1];

const textOf = (content: Content | undefined): string => content?.parts?.map((part) => part.text ?? '').join('') ?? '';

const finish: Partial<Record<Ending, string>> = { cut: 'MAX_TOKENS', 'content-filter': 'SAFETY' };

/** Gemini's generateContent. */
export const geminiFormat: WireFormat = {
  basePath: '',
  understand(path, headers, body) {
    const model = modelIn(path);
    if (model === undefined) return problem(404, `${path} is not found for API version v1beta`, 'NOT_FOUND');
    if (!headers['x-goog-api-key'])
      return problem(403, 'Method does not allow unregistered callers', 'PERMISSION_DENIED');
    const config = body['generationConfig'] as Record<string, unknown> | undefined;
    const schema = config?.['responseJsonSchema'] as Record<string, unknown> | undefined;
    const keyword = unknownKeyword(schema);
    if (keyword) return problem(400, `Unknown name "${keyword}" at response_json_schema`, 'INVALID_ARGUMENT');
    const tools = (body['tools'] as object[] | undefined) ?? [];
    const structured = config?.['responseMimeType'] === 'application/json';
    if (tools.length > 0 && structured)
      return problem(400, "Tool use with a response mime type: 'application/json' is unsupported", 'INVALID_ARGUMENT');
    const [content] = (body['contents'] as Content[] | undefined) ?? [];
    return understand({
      model,
      system: textOf(body['systemInstruction'] as Content | undefined),
      user: textOf(content),
      structured,
      webSearch: tools.some((tool) => 'googleSearch' in tool),
      ...(schema && { schema })
    });
  },
  refuse: (path, _headers, body) => strictGemini(modelIn(path) ?? '', body),
  reply(asked, text, ending) {
    const usageMetadata = {
      promptTokenCount: tokens(asked.system, asked.user),
      candidatesTokenCount: tokens(text),
      totalTokenCount: tokens(asked.system, asked.user, text),
      ...(asked.webSearch && { toolUsePromptTokenCount: 100 })
    };
    const common = { usageMetadata, modelVersion: `${asked.model}-001`, responseId: 'stand-in' };
    if (ending === 'refusal') return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...common };
    const candidate = {
      ...(ending !== 'content-filter' && { content: { role: 'model', parts: [{ text }] } }),
      ...(asked.webSearch && {
        groundingMetadata: {
          webSearchQueries: ['stand-in'],
          groundingChunks: [{ web: { uri: 'https://example.org/a', title: 'A page' } }],
          // Offsets are bytes.
          groundingSupports: [{ segment: { endIndex: Buffer.byteLength(text) }, groundingChunkIndices: [0] }]
        }
      }),
      finishReason: finish[ending] ?? 'STOP',
      index: 0
    };
    return { candidates: [candidate], ...common };
  },
  error(kind, fault, headers) {
    const seconds = fault.retryAfterSeconds ?? 1;
    if (kind === 'rate-limit')
      return problem(429, 'Resource has been exhausted', 'RESOURCE_EXHAUSTED', [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }
      ]);
    if (kind === 'rate-limit-date')
      return {
        ...problem(429, 'Resource has been exhausted', 'RESOURCE_EXHAUSTED'),
        headers: { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() }
      };
    if (kind === 'quota')
      return problem(429, 'You exceeded your current quota', 'RESOURCE_EXHAUSTED', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }]
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }
      ]);
    if (kind === 'bad-key')
      return problem(400, `API key not valid: ${String(headers['x-goog-api-key'])}.`, 'INVALID_ARGUMENT', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
      ]);
    if (kind === 'misleading')
      return problem(500, 'Query failed near row 40112: column 4012 of table 429 has 403 values', 'INTERNAL');
    if (kind === 'error-body')
      return { ...problem(401, 'Upstream error 40112: {"items": []}', 'UNAUTHENTICATED'), status: 200 };
    if (kind === 'no-schema') return problem(400, 'JSON mode is not enabled for this model', 'INVALID_ARGUMENT');
    return problem(500, 'An internal error has occurred', 'INTERNAL');
  }
};

export const startGemini = (options?: StandInOptions): Promise<StandIn> => startStandIn(geminiFormat, options);
