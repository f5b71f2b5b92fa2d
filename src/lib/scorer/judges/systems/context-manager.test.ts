import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { Fault } from '../../../../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../../../../tests/stand-ins/server.ts';
import { freeText, type Call } from '../../call.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { failureOf } from '../judges.fixture.ts';
import { contextBudget, type ContextMessage, contextTokensOf, fitContext } from './context-manager.ts';

const words = (name: string, n: number): string => Array.from({ length: n }, (_, at) => `${name}${at}`).join(' ');
const conversation: ContextMessage[] = [
  { role: 'system', content: 'Write a report.' },
  { role: 'user', content: 'What of it?' },
  { role: 'assistant', content: words('old', 500) },
  { role: 'user', content: words('middle', 500) },
  { role: 'assistant', content: words('new', 500) },
  { role: 'user', content: 'Go on.' }
];
const contents = (budget: Parameters<typeof fitContext>[1]) => fitContext(conversation, budget).map(({ content }) => content); // prettier-ignore

describe('the budget of a call', () => {
  it('is split between input and output', () => {
    expect(contextBudget(8_000, 0.25)).toEqual({ input: 6_000, output: 2_000 });
    expect(contextBudget(1_000, 0.5)).toEqual({ input: 500, output: 500 });
  });
});

describe('a conversation', () => {
  it('that fits is left as it is', () => {
    expect(fitContext(conversation, { input: contextTokensOf(conversation), output: 1 })).toEqual(conversation);
  });

  it('that does not fit loses its oldest part first, and stays within the budget at every size', () => {
    const whole = contextTokensOf(conversation);
    const least = contextTokensOf([0, 1, 5].map((at) => conversation[at]!));
    let before = Infinity;
    for (let input = whole; input >= least; input -= 97) {
      const fitted = fitContext(conversation, { input, output: 1 });
      expect(contextTokensOf(fitted)).toBeLessThanOrEqual(input);
      expect(fitted.slice(0, 2)).toEqual(conversation.slice(0, 2));
      expect(fitted.at(-1)).toEqual(conversation.at(-1));
      const length = fitted.reduce((sum, { content }) => sum + content.length, 0);
      expect(length).toBeLessThanOrEqual(before);
      before = length;
    }
    const some = contents({ input: whole - 200, output: 1 });
    expect(some[2]).toMatch(/^\[[\d,]+ earlier characters left out\]\n.*old499$/s);
    expect(some.slice(3)).toEqual(conversation.slice(3).map(({ content }) => content));
    const half = contents({ input: Math.ceil(whole / 2), output: 1 });
    expect(half.join(' ')).not.toContain('old');
    expect(half.at(-2)).toBe(conversation[4]!.content);
    expect(half.at(-3)).toMatch(/left out\]\n.*middle499$/s);
  });

  it('is not cut within a character', () => {
    const emoji: ContextMessage[] = [
      { role: 'user', content: 'Q' },
      { role: 'assistant', content: '😀'.repeat(200) },
      { role: 'user', content: 'Go on.' }
    ];
    for (let input = 80; input < 130; input += 1)
      expect(fitContext(emoji, { input, output: 1 }).every(({ content }) => content.isWellFormed())).toBe(true);
  });

  it('whose question alone does not fit fails with both numbers', async () => {
    const asked = (async () => fitContext([{ role: 'user', content: words('w', 900) }], contextBudget(400)))();
    const { message, retryable } = await failureOf(asked);
    expect(message).toMatch(/needs about [\d,]+ tokens, and contextTokens leaves 300 for input \(100 for output\)/);
    expect(retryable).toBe(false);
  });
});

describe('a report of a compatible server', () => {
  let server: StandIn;
  beforeAll(async () => {
    server = await startOpenAi({ answer: () => words('part', 60) });
  });
  beforeEach(() => server.misbehave());
  afterAll(() => server.stop());
  const call: Call = {
    prompt: { name: 'collect/report', version: '1', hash: 'h' },
    ...{ system: 'Write.', user: 'What of it?', schema: freeText, trial: 0 },
    about: { metric: 'reports', query: { qid: 'q1', text: '' }, report: { id: 'u', markdown: '', collectedAt: null }, items: [] } // prettier-ignore
  };
  const ask = (settings: string) =>
    makeJudge(parseJudgeLine(`openai-compatible:m@${server.url} ${settings}`), {}).ask(call, { signal: new AbortController().signal }); // prettier-ignore

  it('that is cut off continues in the next turns, each within the budget, and has the tokens of all', async () => {
    const first = server.count() + 1;
    server.misbehave({ kind: 'cut', on: [first, first + 1, first + 2] });
    const reply = await ask('contextTokens=600 outputShare=0.5 turns=4');
    // A cut answer has the beginning of the text.
    const begun = words('part', 60).slice(0, (reply.text.length - words('part', 60).length) / 3);
    expect(begun.length).toBeGreaterThan(100);
    expect(reply).toMatchObject({ ending: 'complete', text: begun.repeat(3) + words('part', 60) });
    const sent = server.requests
      .slice(-4)
      .map(({ body }) => body as { max_tokens: number; messages: ContextMessage[] });
    expect(sent.map(({ max_tokens: most }) => most)).toEqual([300, 300, 300, 300]);
    for (const { messages } of sent) expect(contextTokensOf(messages)).toBeLessThanOrEqual(300);
    expect(sent.map(({ messages }) => messages.length)).toEqual([2, 4, 4, 4]);
    expect(sent[3]!.messages[2]!.content).toMatch(/^\[[\d,]+ earlier characters left out\]/);
    expect(sent[3]!.messages[2]!.content.endsWith(begun.slice(-20))).toBe(true);
    expect(reply.usage!.outputTokens).toBeGreaterThan(3 * (begun.length / 4));
  });

  it('has an unknown number of tokens if its server did not count those of one turn', async () => {
    for (const uncounted of [0, 1]) {
      const first = server.count() + 1;
      const act: NonNullable<Fault['act']> = (response, { text }) => {
        const { usage: _usage, ...rest } = JSON.parse(text) as Record<string, unknown>;
        const ended = uncounted === 0 ? JSON.stringify(rest).replace('"stop"', '"length"') : JSON.stringify(rest);
        response.writeHead(200, { 'content-type': 'application/json' }).end(ended);
      };
      const cut: Fault[] = uncounted === 0 ? [] : [{ kind: 'cut', on: [first] }];
      server.misbehave({ kind: 'raw', act, on: [first + uncounted] }, ...cut);
      const reply = await ask('contextTokens=600 outputShare=0.5 turns=4');
      expect(reply).toMatchObject({ ending: 'complete', usage: null });
      expect(server.count()).toBe(first + 1);
    }
  });

  it('has the tokens that its turns read from and wrote to a prompt cache', async () => {
    const first = server.count() + 1;
    const act: NonNullable<Fault['act']> = (response, { text }, number) => {
      const body = text.replace(
        '"usage":{',
        '"usage":{"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":1},'
      );
      const ended = number === first ? body.replace('"stop"', '"length"') : body;
      response.writeHead(200, { 'content-type': 'application/json' }).end(ended);
    };
    server.misbehave({ kind: 'raw', act, on: [first, first + 1] });
    expect((await ask('turns=2')).usage).toMatchObject({ cachedTokens: 4, cacheWriteTokens: 2 });
  });

  it('keeps the blanks at the joints of its turns, and no thoughts', async () => {
    const texts = ['<think>Hm.</think>\n# One\n\nText.', '\n\n## Two', '<think>never closed'];
    const own = await startOpenAi({ answer: () => texts[own.count() - 1]! });
    try {
      own.misbehave({ kind: 'pause', on: [1] });
      const judge = makeJudge(parseJudgeLine(`openai-compatible:m@${own.url}`), {});
      const asked = () => judge.ask(call, { signal: new AbortController().signal });
      expect((await asked()).text).toBe('# One\n\nText.');
      expect((await asked()).text).toBe('\n\n## Two');
      expect((await asked()).text).toBe('');
    } finally {
      await own.stop();
    }
  });

  it('is cut off itself if its last turn is', async () => {
    server.misbehave({ kind: 'cut', on: [server.count() + 1, server.count() + 2] });
    expect(await ask('turns=2')).toMatchObject({ ending: 'cut' });
  });

  it('that fails in a later turn leaves the tokens of the earlier ones to pay', async () => {
    server.misbehave({ kind: 'cut', on: [server.count() + 1] }, { kind: 'rate-limit', on: [server.count() + 2] });
    const failure = await failureOf(ask('turns=2'));
    expect([failure.status, failure.used]).toMatchObject([429, { outputTokens: expect.any(Number) }]);
  });

  it('refuses a share that leaves nothing for input or output', () => {
    expect(() => makeJudge(parseJudgeLine('openai-compatible:m@http://a.example outputShare=1'), {})).toThrow('outputShare: write a share above 0 and below 1'); // prettier-ignore
    expect(() => makeJudge(parseJudgeLine('openai:gpt-5 turns=2'), { OPENAI_API_KEY: 'x' })).toThrow('turns');
  });
});
