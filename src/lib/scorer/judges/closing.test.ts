import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { makeJudge, parseJudgeLine } from './index.ts';
import { ask, failureOf, keys, keysAt } from './judges.fixture.ts';

const opened: (() => void)[] = [];
afterAll(() => opened.forEach((close) => close()));

/** A server that answers every request in the same way. */
const answering = async (status: number, body: unknown): Promise<string> => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const asked = async (line: string, status: number, body: unknown) => {
  const url = await answering(status, body);
  const at = line.startsWith('openai-compatible') ? `${line}@${url}/v1` : line;
  return failureOf(ask(makeJudge(parseJudgeLine(at), keysAt(`${url}/v1`))));
};

const openai = (message: string, code: string | null, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code }
});
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const google = (code: number, message: string, ...details: object[]) => ({
  error: { code, message, status: 'X', details }
});
const quotaOf = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'generate_content_requests', quotaId }]
});
const retryIn = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });

const compatible = 'openai-compatible:m';

describe('a failure that concerns its own request', () => {
  it.each([
    ['openai:m', 403, openai('Your request was flagged for violence.', 'permission_denied')],
    ['openai:m webSearch=on', 403, openai('Flagged.', null)],
    ['openai:m', 404, openai('Unknown request URL', 'unknown_url')],
    ['openai:m', 400, openai('Your input exceeds the context window', 'context_length_exceeded')],
    [compatible, 403, { error: { message: 'Flagged: violence', code: 403 } }],
    [compatible, 404, { detail: 'Not Found' }],
    ['anthropic:m', 403, anthropic('permission_error', 'Not for this request')],
    ['anthropic:m', 404, anthropic('not_found_error', 'Not found')],
    ['anthropic:m', 400, anthropic('invalid_request_error', 'prompt is too long')],
    ['gemini:m', 403, google(403, 'The caller does not have permission')],
    ['gemini:m', 404, google(404, 'Requested entity was not found.')],
    ['gemini:m', 400, google(400, 'Request contains an invalid argument.')]
  ])('closes nothing: %s answers %d', async (line, status, body) => {
    expect(await asked(line, status, body)).toMatchObject({ retryable: false, status, closes: null });
  });
});

describe('a failure that concerns every request', () => {
  it.each([
    ['openai:m', 401, openai('Incorrect API key', 'invalid_api_key'), 'key'],
    ['openai:m', 429, openai('You exceeded your quota', 'insufficient_quota'), 'quota'],
    ['openai:m', 404, openai('The model m does not exist', 'model_not_found'), 'model'],
    ['openai:m webSearch=on', 403, openai('No access to model m', 'model_not_found'), 'model'],
    [compatible, 401, { error: 'Unauthorized' }, 'key'],
    [compatible, 402, { error: { message: 'Insufficient credits', code: 402 } }, 'quota'],
    [compatible, 404, openai('The model `m` does not exist.', null, 'model'), 'model'],
    [compatible, 404, { error: { message: 'model "m" not found, try pulling it first' } }, 'model'],
    ['anthropic:m', 401, anthropic('authentication_error', 'invalid x-api-key'), 'key'],
    ['anthropic:m', 402, anthropic('billing_error', 'Check your payment'), 'quota'],
    ['anthropic:m', 400, anthropic('invalid_request_error', 'Your credit balance is too low to access'), 'quota'],
    ['anthropic:m', 404, anthropic('not_found_error', 'model: m'), 'model'],
    ['gemini:m', 400, google(400, 'API key not valid.', { reason: 'API_KEY_INVALID' }), 'key'],
    ['gemini:m', 404, google(404, 'models/m is not found for API version v1beta'), 'model'],
    [
      'gemini:m',
      429,
      google(429, 'Quota', quotaOf('GenerateRequestsPerDayPerProjectPerModel'), retryIn('36s')),
      'quota'
    ]
  ])('says so, and is not tried again: %s answers %d %j', async (line, status, body, closes) => {
    expect(await asked(line, status, body)).toMatchObject({ retryable: false, closes });
  });
});

it('Gemini’s quota per minute passes: it is waited for', async () => {
  const body = google(429, 'Quota', quotaOf('GenerateRequestsPerMinutePerProjectPerModel'), retryIn('36s'));
  const failure = await asked('gemini:m', 429, body);
  expect(failure).toMatchObject({ retryable: true, retryAfterMs: 36_000, closes: null });
});

it.each([
  [
    [
      { type: 'text', text: '{"items"' },
      { type: 'text', text: ': []}' }
    ],
    { text: '{"items": []}' }
  ],
  [null, { text: '' }]
])('reads the content of a compatible server, whatever its form: %j', async (content, reply) => {
  const url = await answering(200, { choices: [{ message: { content }, finish_reason: 'stop' }] });
  expect(await ask(makeJudge(parseJudgeLine(`${compatible}@${url}/v1`), keys))).toMatchObject(reply);
});

it.each([7, { text: 'x' }, [{ text: { deep: [] } }]])(
  'takes content that is no text for no answer: %j',
  async (content) => {
    const body = { choices: [{ message: { content }, finish_reason: 'stop' }] };
    const failure = await asked(compatible, 200, body);
    expect(failure).toMatchObject({ retryable: true, status: 200 });
    expect(failure.message).toContain('its content is no text');
  }
);

it.each([
  [compatible, { choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } }],
  ['openai:m webSearch=on', { output: [], status: 'completed', usage: { input_tokens: 5, output_tokens: 7 } }],
  ['gemini:m', { candidates: [], usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7 } }],
  [
    'anthropic:m',
    { type: 'message', content: [], stop_reason: 'end_turn', usage: { input_tokens: 5, output_tokens: 7 } }
  ]
])('an answer of %s without text is paid for as its server counted it', async (line, body) => {
  expect((await asked(line, 200, body)).used).toMatchObject({ inputTokens: 5, outputTokens: 7 });
});
