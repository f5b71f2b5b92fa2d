import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { Fault } from '../../../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { type Call, type Judge, JudgeCallError, type Sample } from '../pipeline.ts';
import { checklistSchema, read } from '../protocols/checklist-reply.ts';
import { userMessage } from '../protocols/checklist.ts';
import { metricByName } from '../suites/index.ts';
import { makeJudge, parseJudgeLine, parseJudgeSpec } from './index.ts';

const KEY = 'sk-test-0123456789abcdef';
const metric = metricByName('presentation');
const items = metric.items ?? [];
const about: Sample = {
  metric: metric.name,
  query: { qid: 'q1', text: 'What do heat pumps cost?' },
  report: { id: 'r1', markdown: '# Heat pumps\n\nThey cost money [1].', collectedAt: null },
  items: [...items]
};
const call: Call = {
  prompt: metric.prompt,
  system: metric.prompt.system,
  user: userMessage(about, 'key'),
  schema: checklistSchema(items.map((item) => item.key)),
  about,
  trial: 0
};

let openai: StandIn;
let gemini: StandIn;
beforeAll(async () => {
  openai = await startOpenAi({ seed: 1 });
  gemini = await startGemini({ seed: 2 });
});
afterEach(() => {
  openai.misbehave();
  gemini.misbehave();
});
afterAll(async () => {
  await openai.stop();
  await gemini.stop();
});

const keys = { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };

const cases = [
  {
    name: 'openai',
    server: () => openai,
    judge: () => makeJudge(parseJudgeSpec('openai:gpt-5'), { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: openai.url }),
    model: 'gpt-5-2025-01-01'
  },
  {
    name: 'openai with web search',
    server: () => openai,
    judge: () => makeJudge(parseJudgeLine(`openai:gpt-5 webSearch=on baseUrl=${openai.url}`), keys),
    model: 'gpt-5-2025-01-01'
  },
  {
    name: 'gemini with web search',
    server: () => gemini,
    judge: () => makeJudge(parseJudgeLine(`gemini:gemini-2.5-pro webSearch=on baseUrl=${gemini.url}`), keys),
    model: 'gemini-2.5-pro-001'
  },
  {
    name: 'gemini',
    server: () => gemini,
    judge: () =>
      makeJudge(parseJudgeSpec('gemini:gemini-2.5-pro'), { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.url }),
    model: 'gemini-2.5-pro-001'
  },
  {
    name: 'openai-compatible',
    server: () => openai,
    judge: () =>
      makeJudge(parseJudgeSpec(`openai-compatible:llama-3@${openai.url}`), { OPENAI_COMPATIBLE_API_KEY: KEY }),
    model: 'llama-3-2025-01-01'
  }
];

const ask = (judge: Judge, signal = new AbortController().signal) => judge.ask(call, { signal });
const failureOf = async (asking: Promise<unknown>): Promise<JudgeCallError> => {
  const error: unknown = await asking.then(
    () => new Error('it answered'),
    (thrown: unknown) => thrown
  );
  expect(error).toBeInstanceOf(JudgeCallError);
  return error as JudgeCallError;
};

describe.each(cases)('$name', ({ name, server, judge, model }) => {
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
    expect(read(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
    const received = server().requests.at(-1);
    expect(received?.asked.system.startsWith(call.system)).toBe(true);
    expect(received?.asked.schema).toEqual(call.schema.json);
    expect(received?.asked.webSearch).toBe(name.endsWith('with web search'));
    expect(received?.asked.user).toBe(call.user);
    expect(received?.asked.items.map((item) => item.id)).toEqual(items.map((item) => item.key));
  });

  it('answers the same question in the same way', async () => {
    expect((await ask(judge())).text).toBe((await ask(judge())).text);
  });

  it('says that waiting may mend a rate limit, and for how long', async () => {
    const inSeconds = await failing({ kind: 'rate-limit', retryAfterSeconds: 7 });
    expect(inSeconds).toMatchObject({ retryable: true, retryAfterMs: 7_000, status: 429 });
    const byDate = await failing({ kind: 'rate-limit-date', retryAfterSeconds: 90 });
    expect(byDate.retryAfterMs).toBeGreaterThan(85_000);
    expect(byDate.retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it('says that waiting does not mend an exhausted quota', async () => {
    expect((await failing({ kind: 'quota' })).retryable).toBe(false);
  });

  it.each([
    ['server-error', 500],
    ['html', 200],
    ['empty', 200],
    ['bad-json', 200]
  ] as const)('takes %s for a failure that may pass', async (kind, status) => {
    expect(await failing({ kind })).toMatchObject({ retryable: true, status });
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
    expect(error.retryable).toBe(false);
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
    expect(read(await ask(judge()), items)[0]).toMatchObject({
      reason: 'The reply was not usable: it stops before its end.'
    });
    server().misbehave({ kind: 'wrong-count' });
    expect(read(await ask(judge()), items)[0]).toMatchObject({
      reason: 'The reply was not usable: it has no entry for p1.'
    });
  });

  it.each([
    ['wrong-ids', 'it has no entry for p1'],
    ['twice', 'it has more than one entry for p1'],
    ['contradiction', 'does not fit the schema'],
    ['prose', 'it ']
  ] as const)('hands on an answer with %s for the protocol to refuse', async (kind, reason) => {
    server().misbehave({ kind });
    const verdicts = read(await ask(judge()), items);
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
    const error = await failureOf(ask(makeJudge(parseJudgeLine(line), keys)));
    expect(error.message).toMatch(/could not be reached/);
    expect(error.retryable).toBe(true);
  });
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
      const judge = makeJudge(parseJudgeLine(`openai:m baseUrl=http://127.0.0.1:${port}/v1${settings}`), keys);
      expect(await ask(judge)).toMatchObject({ ending: 'refused' });
    }
    server.close();
  });
});

describe('openai-compatible', () => {
  const plain = (env = {}) => makeJudge(parseJudgeSpec(`openai-compatible:llama-3@${openai.url}`), env);

  it('words the schema where the server knows no structured output, and remembers that', async () => {
    openai.misbehave({ kind: 'no-schema' });
    const judge = plain();
    const before = openai.count();
    const reply = await ask(judge);
    expect(read(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
    expect(openai.count() - before).toBe(2);
    expect(openai.requests.at(-1)?.asked.system).toContain('"additionalProperties":false');
    expect(openai.requests.at(-1)?.asked.user).toBe(call.user);
    await ask(judge);
    expect(openai.count() - before).toBe(3);
  });

  it('leaves out the thoughts that a reasoning model puts before its answer', async () => {
    const thinking = await startOpenAi({ wrap: (text) => `<think>\n{"items": maybe}\n</think>\n\n${text}` });
    const reply = await ask(makeJudge(parseJudgeSpec(`openai-compatible:r1@${thinking.url}`), {}));
    await thinking.stop();
    expect(read(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
  });

  it('sends no authorization where no key is set', async () => {
    await ask(plain());
    expect(openai.requests.at(-1)?.headers.authorization).toBeUndefined();
    await ask(plain({ OPENAI_COMPATIBLE_API_KEY: KEY, OPENAI_API_KEY: 'other' }));
    expect(openai.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

describe('settings', () => {
  const sent = async (line: string, server: StandIn): Promise<Record<string, unknown>> => {
    await ask(makeJudge(parseJudgeLine(`${line} baseUrl=${server.url}`), keys));
    return server.requests.at(-1)?.body ?? {};
  };

  it('reach the request of each provider in its own words', async () => {
    const settings = 'temperature=0 seed=5 maxOutputTokens=900 contextTokens=9000';
    const asked = await sent(`openai:m ${settings} reasoningEffort=low`, openai);
    expect(asked).toMatchObject({ temperature: 0, seed: 5, max_completion_tokens: 900, reasoning_effort: 'low' });
    expect(JSON.stringify(asked)).not.toContain('9000');
    expect(await sent(`gemini:m ${settings} thinkingBudget=0`, gemini)).toMatchObject({
      generationConfig: {
        temperature: 0,
        seed: 5,
        maxOutputTokens: 900,
        thinkingConfig: { thinkingBudget: 0 },
        responseMimeType: 'application/json'
      }
    });
    expect(await sent('gemini:m reasoningEffort=high', gemini)).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } }
    });
  });

  it('for web search let OpenAI search by its own tool and still answer by the schema, and keep nothing', async () => {
    const line = 'openai:m webSearch=on temperature=0 maxOutputTokens=900 reasoningEffort=low';
    expect(await sent(line, openai)).toEqual({
      model: 'm',
      instructions: call.system,
      input: call.user,
      text: { format: { type: 'json_schema', name: call.schema.name, strict: true, schema: call.schema.json } },
      tools: [{ type: 'web_search' }],
      store: false,
      temperature: 0,
      max_output_tokens: 900,
      reasoning: { effort: 'low' }
    });
    expect(openai.requests.at(-1)?.path).toBe('/v1/responses');
  });

  it('for web search let Gemini search with the schema in words, since it refuses both at once', async () => {
    const body = await sent('gemini:m webSearch=on temperature=0', gemini);
    expect(body).toMatchObject({ tools: [{ googleSearch: {} }], generationConfig: { temperature: 0 } });
    expect(JSON.stringify(body['generationConfig'])).not.toContain('response');
    expect(gemini.requests.at(-1)?.asked.system).toContain(JSON.stringify(call.schema.json));
    expect(gemini.requests.at(-1)?.asked.user).toBe(call.user);
  });
});

describe('fingerprints', () => {
  const base = { provider: 'openai', model: 'm', settings: { temperature: 0 } } as const;
  const print = (config: object, env = {}) =>
    makeJudge({ ...base, ...config }, { OPENAI_API_KEY: KEY, ...env }).fingerprint;

  it('differ with model, base URL and settings', () => {
    const prints = [
      print({}),
      print({ model: 'n' }),
      print({ settings: {} }),
      print({ settings: { temperature: 0, seed: 1 } }),
      print({ baseUrl: 'http://127.0.0.1:1/v1' }),
      print({}, { OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' })
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('do not depend on the key, on where the URL comes from, or on a trailing slash', () => {
    expect(print({}, { OPENAI_API_KEY: 'another' })).toBe(print({}));
    expect(print({ baseUrl: 'http://127.0.0.1:2/v1/' })).toBe(print({}, { OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' }));
  });
});

describe('keys', () => {
  it('that are missing are named with the variable to set', () => {
    expect(() => makeJudge(parseJudgeSpec('openai:gpt-5'), {})).toThrow(/set OPENAI_API_KEY/);
    expect(() => makeJudge(parseJudgeSpec('gemini:g'), { GEMINI_API_KEY: ' ' })).toThrow(/set GEMINI_API_KEY/);
  });
});

describe('scripted', () => {
  const answers = items.map((item) => ({
    report: 'r1',
    metric: 'presentation',
    item: item.key,
    label: item.key === 'p2' ? ('abstain' as const) : ('yes' as const),
    rationale: 'Written beforehand.',
    quotes: ['# Heat pumps']
  }));
  const judge = (given = answers) =>
    makeJudge(parseJudgeSpec('scripted:ferrule'), {}, { script: (name) => ({ name, answers: given }) });

  it('gives the answers written down for a report, its abstentions too', async () => {
    const verdicts = read(await ask(judge()), items, { abstains: true });
    expect(verdicts[0]).toMatchObject({ label: 'yes', rationale: 'Written beforehand.' });
    expect(verdicts[1]).toMatchObject({ state: 'abstained' });
  });

  it('finds a report by its content too', async () => {
    const { sha256 } = await import('../fingerprint.ts');
    const digest = sha256(about.report.markdown);
    const reply = await ask(judge(answers.map((one) => ({ ...one, report: digest }))));
    expect(read(reply, items, { abstains: true })[0]?.state).toBe('judged');
  });

  it('fails for good where an answer is missing', async () => {
    const error = await failureOf(ask(judge(answers.slice(1))));
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toMatch(/no answer to item p1/);
  });

  it('has another fingerprint with other answers', () => {
    expect(judge(answers.slice(1)).fingerprint).not.toBe(judge().fingerprint);
  });

  it('is refused where no such script is known', () => {
    expect(() => makeJudge(parseJudgeSpec('scripted:nobody'), {})).toThrow(/no script of that name/);
  });
});
