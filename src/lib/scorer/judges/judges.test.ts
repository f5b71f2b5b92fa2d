import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { Fault } from '../../../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { Refusal } from '../../errors.ts';
import { type Call, type Judge, JudgeCallError, type Sample } from '../pipeline.ts';
import { checklistSchema, read } from '../protocols/checklist-reply.ts';
import { userMessage } from '../protocols/checklist.ts';
import { metricByName } from '../suites/index.ts';
import { makeJudge, parseJudgeSpec } from './index.ts';

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

const cases = [
  {
    name: 'openai',
    server: () => openai,
    judge: () => makeJudge(parseJudgeSpec('openai:gpt-5'), { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: openai.url }),
    model: 'gpt-5-2025-01-01'
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
    expect(received?.asked.system).toBe(call.system);
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
    const env = { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
    const spec = name === 'openai-compatible' ? `${name}:m@${closed}` : `${name}:m`;
    const error = await failureOf(ask(makeJudge({ ...parseJudgeSpec(spec), baseUrl: closed }, env)));
    expect(error.message).toMatch(/could not be reached/);
    expect(error.retryable).toBe(true);
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
  it('reach the request of each provider in its own words', async () => {
    const settings = { temperature: 0, seed: 5, maxOutputTokens: 900 };
    await ask(makeJudge({ provider: 'openai', model: 'm', baseUrl: openai.url, settings }, { OPENAI_API_KEY: KEY }));
    expect(openai.requests.at(-1)?.body).toMatchObject({ temperature: 0, seed: 5, max_completion_tokens: 900 });
    await ask(makeJudge({ provider: 'gemini', model: 'm', baseUrl: gemini.url, settings }, { GEMINI_API_KEY: KEY }));
    expect(gemini.requests.at(-1)?.body).toMatchObject({
      generationConfig: { temperature: 0, seed: 5, maxOutputTokens: 900, responseMimeType: 'application/json' }
    });
  });

  it('that do not exist or do not fit are refused by name', () => {
    const make = (settings: object) => () =>
      makeJudge({ provider: 'openai', model: 'm', settings }, { OPENAI_API_KEY: KEY });
    expect(make({ temprature: 0 })).toThrow(/temprature/);
    expect(make({ temperature: '0' })).toThrow(/temperature/);
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

describe('judge names', () => {
  it.each([
    ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['openai:ft:gpt-4o:acme::x', { provider: 'openai', model: 'ft:gpt-4o:acme::x' }],
    ['gemini:gemini-2.5-pro', { provider: 'gemini', model: 'gemini-2.5-pro' }],
    ['scripted:ferrule', { provider: 'scripted', model: 'ferrule' }],
    ['rules', { provider: 'rules', model: 'rules' }],
    [
      'openai-compatible:org/model@v2@http://127.0.0.1:8000/v1/',
      { provider: 'openai-compatible', model: 'org/model@v2', baseUrl: 'http://127.0.0.1:8000/v1' }
    ]
  ])('%s is read', (spec, config) => {
    expect(parseJudgeSpec(spec)).toEqual(config);
  });

  it.each([
    ['', /there is no provider ""/],
    ['gpt-5', /there is no provider "gpt-5"/],
    ['claude:opus', /Forms: openai:MODEL/],
    ['openai:', /the model is missing/],
    ['openai:gpt 5', /no spaces/],
    ['rules:strict', /takes no model/],
    ['openai-compatible:llama', /MODEL@URL/],
    ['openai-compatible:@http://x', /MODEL@URL/],
    ['openai-compatible:m@ftp://x', /MODEL@URL/],
    ['openai-compatible:m@http://me:secret@x/v1', /must not hold a user name or password/]
  ])('%s is refused with the reason', (spec, message) => {
    expect(() => parseJudgeSpec(spec)).toThrow(Refusal);
    expect(() => parseJudgeSpec(spec)).toThrow(message);
  });

  it('without a key are refused with the variable to set', () => {
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
