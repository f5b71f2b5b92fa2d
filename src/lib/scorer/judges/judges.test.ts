import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import { readChecklistReply } from '../protocols/checklist/checklist-reply.ts';
import { makeJudge, parseJudgeLine, parseJudgeSpec } from './index.ts';
import { KEY, keys, keysAt, failureOf, ask, hasPackage, items, call, standIns } from './judges.fixture.ts';

const servers = standIns();

interface Case {
  name: string;
  server: () => StandIn;
  judge: (url?: string) => Judge;
  /** As the server names it. */
  model: string;
  /** Whether its address comes from the environment alone. */
  platform?: true;
}

/** Claude on Bedrock, if Anthropic's optional package is installed. */
const bedrockCase: Case[] = hasPackage('@anthropic-ai/bedrock-sdk')
  ? [
      {
        name: 'bedrock',
        server: () => servers.bedrock,
        judge: (url = servers.bedrock.url) =>
          makeJudge(parseJudgeSpec('bedrock:us.anthropic.claude-opus-4-6-v1:0'), {
            AWS_BEARER_TOKEN_BEDROCK: KEY,
            BEDROCK_BASE_URL: url
          }),
        model: 'us.anthropic.claude-opus-4-6-v1:0',
        platform: true
      }
    ]
  : [];

const cases: Case[] = [
  {
    name: 'openai',
    server: () => servers.openai,
    judge: () =>
      makeJudge(parseJudgeSpec('openai:gpt-5'), { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: servers.openai.url }),
    model: 'gpt-5-2025-01-01'
  },
  {
    name: 'openai with web search',
    server: () => servers.openai,
    judge: () => makeJudge(parseJudgeLine('openai:gpt-5 webSearch=on'), keysAt(servers.openai.url)),
    model: 'gpt-5-2025-01-01'
  },
  {
    name: 'gemini with web search',
    server: () => servers.gemini,
    judge: () => makeJudge(parseJudgeLine('gemini:gemini-2.5-pro webSearch=on'), keysAt(servers.gemini.url)),
    model: 'gemini-2.5-pro-001'
  },
  {
    name: 'gemini',
    server: () => servers.gemini,
    judge: () =>
      makeJudge(parseJudgeSpec('gemini:gemini-2.5-pro'), { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: servers.gemini.url }),
    model: 'gemini-2.5-pro-001'
  },
  {
    name: 'anthropic',
    server: () => servers.anthropic,
    judge: () =>
      makeJudge(parseJudgeSpec('anthropic:claude-haiku-4-5'), {
        ANTHROPIC_API_KEY: KEY,
        ANTHROPIC_BASE_URL: servers.anthropic.url
      }),
    model: 'claude-haiku-4-5-20251001'
  },
  {
    name: 'anthropic with web search',
    server: () => servers.anthropic,
    judge: () => makeJudge(parseJudgeLine('anthropic:claude-opus-5 webSearch=on'), keysAt(servers.anthropic.url)),
    model: 'claude-opus-5'
  },
  {
    name: 'openai-compatible',
    server: () => servers.openai,
    judge: () =>
      makeJudge(parseJudgeSpec('openai-compatible:llama-3@lab'), {
        VOIRDIRE_SERVER_LAB: servers.openai.url,
        VOIRDIRE_KEY_LAB: KEY
      }),
    model: 'llama-3-2025-01-01'
  },
  {
    name: 'azure',
    server: () => servers.azure,
    judge: (url = servers.azure.url) =>
      makeJudge(parseJudgeSpec('azure:our-judge'), { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: url }),
    model: 'gpt-5-2025-01-01',
    platform: true
  },
  {
    name: 'vertex',
    server: () => servers.vertex,
    judge: (url = servers.vertex.url) =>
      makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), { VERTEX_API_KEY: KEY, VERTEX_BASE_URL: url }),
    model: 'gemini-2.5-pro-001',
    platform: true
  },
  ...bedrockCase
];

describe.each(cases)('$name', ({ name, server, judge, model, ...own }) => {
  const failing = async (fault: Fault): Promise<JudgeCallError> => {
    server().misbehave(fault);
    const before = server().count();
    const error = await failureOf(ask(judge()));
    expect(server().count() - before, 'requests sent').toBe(1);
    return error;
  };

  it('sends the question and reads a whole reply with usage and the model’s version', async () => {
    const reply = await ask(judge());
    expect(reply).toMatchObject({ ending: 'complete', model });
    expect(reply.usage?.inputTokens).toBeGreaterThan(100);
    expect(readChecklistReply(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
    const received = server().requests.at(-1);
    expect(received?.asked.system.startsWith(call.system)).toBe(true);
    // Anthropic's structured output takes fewer keywords; its SDK says how the schema is rewritten.
    const rewritten =
      name === 'anthropic' || name === 'bedrock' ? transformJSONSchema(call.schema.json) : call.schema.json;
    expect(received?.asked.schema).toEqual(rewritten);
    expect(received?.asked.webSearch).toBe(name.endsWith('with web search'));
    expect(received?.asked.user).toBe(call.user);
    expect(received?.asked.items.map((item) => item.id)).toEqual(items.map((item) => item.key));
  });

  it('answers the same question in the same way', async () => {
    expect((await ask(judge())).text).toBe((await ask(judge())).text);
  });

  it('says that waiting may help with a rate limit, and for how long', async () => {
    const inSeconds = await failing({ kind: 'rate-limit', retryAfterSeconds: 7 });
    expect(inSeconds).toMatchObject({ retryable: true, retryAfterMs: 7_000, status: 429 });
    const byDate = await failing({ kind: 'rate-limit-date', retryAfterSeconds: 90 });
    expect(byDate.retryAfterMs).toBeGreaterThan(85_000);
    expect(byDate.retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it('says that waiting does not help with an exhausted quota', async () => {
    expect(await failing({ kind: 'quota' })).toMatchObject({ retryable: false, closes: 'quota' });
  });

  it.each([
    ['server-error', 500],
    ['html', 200],
    ['empty', 200],
    ['bad-json', 200]
  ] as const)('takes %s for a failure that may pass', async (kind, status) => {
    expect(await failing({ kind })).toMatchObject({ retryable: true, status });
  });

  it.each([
    ['server-error', null],
    ['html', null],
    ['empty', 'unknown'],
    ['bad-json', 'unknown'],
    ['disconnect', 'unknown']
  ] as const)('says of %s whether it may have to be paid for', async (kind, used) => {
    expect((await failing({ kind })).used).toEqual(used);
  });

  it('goes by the status alone, whatever numbers an error’s words hold', async () => {
    const error = await failing({ kind: 'misleading' });
    expect(error.message).toContain('row 40112: column 4012');
    expect(error).toMatchObject({ retryable: true, status: 500 });
  });

  it('takes an error under a success’s status for a failure, never for an answer', async () => {
    const error = await failing({ kind: 'error-body' });
    expect(error).toMatchObject({ retryable: true, status: 200 });
  });

  it('takes a broken connection for a failure that may pass', async () => {
    const error = await failing({ kind: 'disconnect' });
    expect(error).toMatchObject({ retryable: true, status: null });
    expect(error.message).toMatch(/could not be reached/);
  });

  it('never shows the key, not even when the server repeats it', async () => {
    const error = await failing({ kind: 'bad-key' });
    expect(error).toMatchObject({ retryable: false, closes: 'key' });
    expect(error.message).toContain('[key]');
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.cause) + error.stack;
    expect(everything).not.toContain(KEY);
  });

  it('takes a refusal and a filtered answer for refusals, not for failures', async () => {
    server().misbehave({ kind: 'refusal' });
    expect((await ask(judge())).ending).toBe('refused');
    server().misbehave({ kind: 'content-filter' });
    expect((await ask(judge())).ending).toBe('refused');
  });

  it('marks a reply that ran out of tokens as cut', async () => {
    server().misbehave({ kind: 'cut' });
    expect((await ask(judge())).ending).toBe('cut');
  });

  it('hands on truncated JSON and a wrong count for the protocol to refuse', async () => {
    server().misbehave({ kind: 'truncated' });
    expect(readChecklistReply(await ask(judge()), items)[0]).toMatchObject({
      reason: 'The reply was not usable: it stops before its end.'
    });
    server().misbehave({ kind: 'wrong-count' });
    expect(readChecklistReply(await ask(judge()), items)[0]).toMatchObject({
      reason: 'The reply was not usable: it has no entry for p1.'
    });
  });

  it.each([
    ['wrong-ids', 'it has no entry for p1'],
    ['twice', 'it has more than one entry for p1'],
    ['contradiction', 'does not fit the schema']
  ] as const)('hands on an answer with %s for the protocol to refuse', async (kind, reason) => {
    server().misbehave({ kind });
    const verdicts = readChecklistReply(await ask(judge()), items);
    expect(verdicts[0]).toMatchObject({ state: 'unscored', reason: expect.stringContaining(reason) as string });
    expect(verdicts.every((verdict) => verdict.state === 'unscored')).toBe(true);
  });

  it('gives up at once when told to, and closes the request', async () => {
    server().misbehave({ kind: 'hang' });
    const [aborted, count] = [server().aborted(), server().count()];
    const control = new AbortController();
    const failure = failureOf(ask(judge(), control.signal));
    while (server().count() === count) await new Promise((resolve) => setTimeout(resolve, 5));
    control.abort();
    await failure;
    while (server().aborted() === aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server().aborted()).toBe(aborted + 1);
  });

  it('names a server that is not there', async () => {
    const closed = 'http://127.0.0.1:9';
    const [provider = '', settings = ''] = name.split(' with ');
    const spec = provider === 'openai-compatible' ? `${provider}:m@${closed}` : `${provider}:m baseUrl=${closed}`;
    const line = settings === 'web search' ? `${spec} webSearch=on` : spec;
    const away = 'platform' in own ? judge(closed) : makeJudge(parseJudgeLine(line), keys);
    const error = await failureOf(ask(away));
    expect(error.message).toMatch(/could not be reached/);
    expect(error).toMatchObject({ retryable: true, used: null });
  });
});

describe('a server that points elsewhere', () => {
  it.each(['openai:m', 'openai:m webSearch=on', 'gemini:m', 'anthropic:m', 'openai-compatible:m'])(
    'gets no key there: %s',
    async (line) => {
      const asked: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url);
        response.writeHead(307, { location: '/elsewhere' }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const at = line.startsWith('openai-compatible') ? `${line}@${url}` : line;
      const error = await failureOf(ask(makeJudge(parseJudgeLine(at), keysAt(url))));
      expect(error.message).toContain('HTTP 307');
      expect(asked).toHaveLength(1);
      expect(asked[0]).not.toBe('/elsewhere');
      server.close();
    }
  );
});

describe('a content filter that answers with an error', () => {
  it('refuses; it is not a failure to try again', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'x-should-retry': 'true' });
      response.end(JSON.stringify({ error: { message: 'Filtered.', code: 'content_filter' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const settings of ['', ' webSearch=on']) {
      const judge = makeJudge(parseJudgeLine(`openai:m${settings}`), keysAt(`http://127.0.0.1:${port}/v1`));
      expect(await ask(judge)).toMatchObject({ ending: 'refused' });
    }
    server.close();
  });
});
