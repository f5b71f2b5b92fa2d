import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import type { Call } from '../../call.ts';
import { readChecklistReply } from '../../protocols/checklist/checklist-reply.ts';
import { pairwiseSchema, parsePair } from '../../protocols/pairwise/pairwise-reply.ts';
import { depthDimensions } from '../../suites/deep-eval/prompts/dimensions.ts';
import { MOST_REPLY_BYTES } from '../endpoints/http-fetch.ts';
import { makeJudge, parseJudgeLine, priceOf, sameFamily } from '../index.ts';
import { ask, call, failureOf, items, KEY, keys, keysAt, standIns } from '../judges.fixture.ts';

const servers = standIns();
const judge = (settings = '', model = 'claude-opus-5') =>
  makeJudge(parseJudgeLine(`anthropic:${model} ${settings}`.trim()), keysAt(servers.anthropic.url));
const last = () => servers.anthropic.requests.at(-1);

/** A server that gives one body for every request. */
const stopping: (() => void)[] = [];
afterEach(() => stopping.splice(0).forEach((stop) => stop()));
const serving = async (answer: (response: ServerResponse, number: number) => void): Promise<string> => {
  let number = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response, ++number));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stopping.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const message = (over: object): string =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: '{"items": []}', citations: null }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
    ...over
  });
const json = (response: ServerResponse, body: string, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const at = (url: string, settings = '') => makeJudge(parseJudgeLine(`anthropic:claude-opus-5${settings}`), keysAt(url));

describe('a request to Claude', () => {
  it('has the key as a bearer, the version of the SDK, a limit, and nothing that the API does not know', async () => {
    await ask(judge('reasoningEffort=low maxOutputTokens=900 contextTokens=9000'));
    expect(last()?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'anthropic-version': '2026-10-21' });
    expect(last()?.path).toBe('/v1/messages');
    expect(last()?.body).toEqual({
      model: 'claude-opus-5',
      max_tokens: 900,
      system: call.system,
      messages: [{ role: 'user', content: call.user }],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: expect.anything() as unknown } }
    });
    await ask(judge());
    expect(last()?.body).toMatchObject({ max_tokens: 32_000 });
    expect(last()?.body).not.toHaveProperty('thinking');
  });

  it('puts limits that structured output does not know into descriptions, and we check them', async () => {
    const pair: Call = { ...call, schema: pairwiseSchema(depthDimensions) };
    const reply = await judge().ask(pair, { signal: new AbortController().signal });
    expect(parsePair(reply.text, depthDimensions).ok).toBe(true);
    const sent = JSON.stringify(last()?.body['output_config']);
    expect(sent).toContain('{minimum: 0, maximum: 5}');
    expect(sent).not.toContain('"maximum"');
    expect(parsePair(reply.text.replace(/"insight":\d/, '"insight":6'), depthDimensions).ok).toBe(false);
  });

  it('asks for temperature under the API version that has it', async () => {
    await ask(judge('temperature=0', 'claude-haiku-4-5'));
    expect(last()?.headers['anthropic-version']).toBe('2023-06-01');
    expect(last()?.body).toMatchObject({ temperature: 0 });
  });

  it.each([
    ['thinkingBudget=0', { thinking: { type: 'disabled' }, max_tokens: 32_000 }],
    ['thinkingBudget=-1', { thinking: { type: 'adaptive' } }]
  ])('words %s as thinking', async (settings, body) => {
    await ask(judge(settings));
    expect(last()?.body).toMatchObject(body);
  });

  it('leaves room for the answer beside a thinking budget', async () => {
    await ask(judge('thinkingBudget=40000', 'claude-haiku-4-5'));
    expect(last()?.body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 40_000 },
      max_tokens: 56_000
    });
  });

  it('lets it search by its own tool a bounded number of times, with the schema in words', async () => {
    await ask(judge('webSearch=on'));
    expect(last()?.body['tools']).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 10 }]);
    expect(last()?.body).not.toHaveProperty('output_config');
    expect(last()?.asked.system).toContain(JSON.stringify(call.schema.json));
  });

  it('takes neither headers nor a key nor an address from the environment of the process', async () => {
    const before = { ...process.env };
    process.env['ANTHROPIC_CUSTOM_HEADERS'] = 'X-Secret: from-elsewhere\nAuthorization: Bearer another';
    process.env['ANTHROPIC_AUTH_TOKEN'] = 'another';
    process.env['ANTHROPIC_BASE_URL'] = 'http://127.0.0.1:9';
    try {
      await ask(judge());
      expect(last()?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(last()?.headers).not.toHaveProperty('x-secret');
    } finally {
      for (const name of ['ANTHROPIC_CUSTOM_HEADERS', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL'])
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }
  });
});

describe('settings that a Claude model refuses', () => {
  it.each([
    ['claude-opus-5 temperature=0', /temperature: claude-opus-5 takes no sampling parameters/],
    ['claude-opus-4-7 temperature=1', /takes no sampling parameters/],
    ['claude-fable-5-1 temperature=0', /takes no sampling parameters/],
    ['claude-mythos-preview temperature=0', /takes no sampling parameters/],
    ['claude-haiku-5-5 thinkingBudget=2048', /thinkingBudget: claude-haiku-5-5 takes no budget; use reasoningEffort/],
    ['claude-opus-5-5 thinkingBudget=0', /claude-opus-5-5 always thinks/],
    ['claude-haiku-4-5 thinkingBudget=-1', /does not choose by itself/],
    ['claude-haiku-4-5 thinkingBudget=512', /Anthropic takes 0, or 1024 and more/],
    ['claude-haiku-4-5 thinkingBudget=2048 maxOutputTokens=2048', /must be smaller than maxOutputTokens/],
    ['claude-opus-4-6 temperature=0 reasoningEffort=low', /temperature: Claude takes it only without thinking/],
    ['claude-opus-5 reasoningEffort=minimal', /reasoningEffort: Anthropic has low, medium/],
    ['claude-opus-5 seed=1', /seed: Anthropic takes no seed/],
    ['claude-opus-5 structuredOutput=none', /always answers by schema/]
  ])('are refused before a run: %s', (line, reason) => {
    expect(() => makeJudge(parseJudgeLine(`anthropic:${line}`), keys)).toThrow(reason);
  });

  it.each([
    'claude-opus-4-6 temperature=0',
    'claude-sonnet-4-6 thinkingBudget=0 temperature=0',
    'claude-3-5-haiku-20241022 temperature=0',
    'claude-next temperature=0 maxOutputTokens=100',
    'claude-haiku-4-5-20251001 thinkingBudget=1024'
  ])('are not refused if the model takes them, or is not known: %s', (line) => {
    expect(makeJudge(parseJudgeLine(`anthropic:${line}`), keys).provider).toBe('anthropic');
  });

  it('that only the service knows of are named by the setting to change', async () => {
    const refusal = { type: 'error', error: { type: 'invalid_request_error', message: 'temperature: out of range' } };
    const url = await serving((response) => json(response, JSON.stringify(refusal), 400));
    const error = await failureOf(ask(at(url)));
    expect(error.message).toContain('Change temperature in the settings of the judge.');
    expect(error.retryable).toBe(false);
  });
});

describe('an answer of Claude', () => {
  it('is all text blocks, after thinking and searches, without anything between them', async () => {
    for (const settings of ['', 'webSearch=on'])
      expect(readChecklistReply(await ask(judge(settings)), items).every(({ state }) => state === 'judged')).toBe(true);
  });

  it('counts what was written to and read from the cache as input, and thinking as output', async () => {
    const cached = { input_tokens: 3, cache_creation_input_tokens: 100, cache_read_input_tokens: 2000 };
    const usage = { ...cached, output_tokens: 50, output_tokens_details: { thinking_tokens: 40 } };
    const url = await serving((response) => json(response, message({ usage })));
    expect((await ask(at(url))).usage).toEqual({
      inputTokens: 2103,
      outputTokens: 50,
      cachedTokens: 2000,
      cacheWriteTokens: 100
    });
  });

  it('that refuses is no answer, even if its text parses', async () => {
    const details = { type: 'refusal', category: 'frontier_llm', explanation: null };
    const url = await serving((response) => json(response, message({ stop_reason: 'refusal', stop_details: details })));
    expect(await ask(at(url))).toMatchObject({ ending: 'refused', text: 'Refused: category frontier_llm' });
    const bare = await serving((response) => json(response, message({ stop_reason: 'refusal', content: [] })));
    expect(await ask(at(bare))).toMatchObject({ ending: 'refused', text: 'Refused.' });
  });

  it.each(['max_tokens', 'model_context_window_exceeded'])('that ends with %s is cut', async (stop) => {
    const url = await serving((response) => json(response, message({ stop_reason: stop })));
    expect((await ask(at(url))).ending).toBe('cut');
  });

  it.each(['tool_use', 'a_reason_of_tomorrow', null])('that ends with %s is a failure', async (stop) => {
    const url = await serving((response) => json(response, message({ stop_reason: stop })));
    const error = await failureOf(ask(at(url)));
    expect(error.message).toContain(`stop reason ${stop ?? 'none'}`);
    expect(error.retryable).toBe(true);
  });

  it.each(['{"type":"message"}', '[]', 'null', '"ok"', '{}'])('that is %s is a failure', async (body) => {
    const url = await serving((response) => json(response, body));
    expect(await failureOf(ask(at(url)))).toMatchObject({ retryable: true, status: 200 });
  });

  it('whose search failed does not count, and may be asked for again', async () => {
    servers.anthropic.misbehave({ kind: 'search-down' });
    const error = await failureOf(ask(judge('webSearch=on')));
    expect(error.message).toContain('web search of the judge failed (unavailable)');
    expect(error.retryable).toBe(true);
  });
});

describe('a paused turn', () => {
  it('continues from the blocks as they came, and its tokens add up', async () => {
    const before = servers.anthropic.count();
    const once = await ask(judge('webSearch=on'));
    servers.anthropic.misbehave({ kind: 'pause', on: [before + 2, before + 3] });
    const reply = await ask(judge('webSearch=on'));
    expect(servers.anthropic.count() - before).toBe(4);
    expect(reply).toMatchObject({ ending: 'complete', text: once.text });
    expect(reply.usage?.inputTokens).toBe(3 * (once.usage?.inputTokens ?? 0));
    const sent = last()?.body['messages'] as { role: string; content: { type: string; signature?: string }[] }[];
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
    expect(sent[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'server_tool_use']);
    expect(sent[1]?.content[0]?.signature).toBe('c2lnbmVk');
  });

  it.each([
    ['overloaded', 2],
    ['empty', 'unknown']
  ] as const)(
    'that fails later, by an answer that is %s, leaves what its requests took to pay',
    async (kind, rounds) => {
      const before = servers.anthropic.count();
      const { usage } = await ask(judge('webSearch=on'));
      servers.anthropic.misbehave({ kind: 'pause', on: [before + 2, before + 3] }, { kind, on: [before + 4] });
      const { used } = await failureOf(ask(judge('webSearch=on')));
      expect(used).toEqual(
        rounds === 'unknown'
          ? rounds
          : expect.objectContaining({
              inputTokens: rounds * usage!.inputTokens,
              cachedTokens: rounds * usage!.cachedTokens!,
              cacheWriteTokens: rounds * usage!.cacheWriteTokens!
            })
      );
    }
  );

  it('that never ends is cut after six requests', async () => {
    servers.anthropic.misbehave({ kind: 'pause' });
    const before = servers.anthropic.count();
    expect((await ask(judge('webSearch=on'))).ending).toBe('cut');
    expect(servers.anthropic.count() - before).toBe(6);
  });
});

describe('a failure of Claude', () => {
  it('by overload may pass; by a spend limit it may not, whatever the header says', async () => {
    servers.anthropic.misbehave({ kind: 'overloaded' });
    expect(await failureOf(ask(judge()))).toMatchObject({ retryable: true, status: 529 });
    servers.anthropic.misbehave({ kind: 'quota' });
    expect(await failureOf(ask(judge()))).toMatchObject({ retryable: false, status: 429 });
  });

  it('by an empty account closes the judge, as a missing payment does', async () => {
    const error = { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' };
    const url = await serving((response) => json(response, JSON.stringify({ type: 'error', error }), 400));
    expect(await failureOf(ask(at(url)))).toMatchObject({ retryable: false, status: 402 });
  });

  it('that sends headers and stalls ends with the signal', async () => {
    const server = await startAnthropic({ faults: [{ kind: 'stall' }] });
    const control = new AbortController();
    const failure = failureOf(at(server.url).ask(call, { signal: control.signal }));
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    control.abort();
    expect((await failure).retryable).toBe(true);
    await server.stop();
  });

  it('that never stops sending is ended', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 32);
    const url = await serving((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let sent = 0;
      const more = (): void => {
        while (sent <= MOST_REPLY_BYTES * 2 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    const error = await failureOf(ask(at(url)));
    expect(error.message).toContain('more than 8 MB');
    expect(error.retryable).toBe(false);
  });
});

describe('what is known of Claude models', () => {
  it('has their price with its date, that of long requests too, and their context', () => {
    const price = (model: string) => priceOf({ provider: 'anthropic', model });
    expect(price('claude-sonnet-5-5')).toEqual({
      ...{ input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
      asOf: '2026-10-07'
    });
    expect(price('claude-haiku-5-5')?.long).toEqual({ above: 100_000, input: 0.5, output: 2.5 });
    expect(price('claude-haiku-4-5-20251001')).toMatchObject({ input: 1, output: 5 });
    expect(price('claude-mythos-5')).toBeNull();
    expect(priceOf({ provider: 'anthropic', model: 'claude-opus-5', baseUrl: 'https://gateway.example' })).toBeNull();
    expect(judge('', 'claude-haiku-4-5').contextTokens).toBe(200_000);
    expect(judge('', 'claude-mythos-5').contextTokens).toBeNull();
  });

  it('has their maker, for judges that judge their own kind', () => {
    expect(sameFamily('anthropic:some-model', { name: 'Claude Research' })).toBe(true);
    expect(sameFamily('anthropic:claude-opus-5', { name: 'Gemini' })).toBe(false);
  });
});
