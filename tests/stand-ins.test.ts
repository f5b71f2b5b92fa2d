import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeJudge, parseJudgeLine } from '../src/lib/scorer/judges/index.ts';
import type { Call, Reply } from '../src/lib/scorer/call.ts';
import { parseChecklist, checklistSchema } from '../src/lib/scorer/protocols/checklist/checklist-reply.ts';
import { delimit } from '../src/lib/scorer/protocols/delimiter.ts';
import { pairwiseSchema, parsePair } from '../src/lib/scorer/protocols/pairwise/pairwise-reply.ts';
import { depthDimensions } from '../src/lib/scorer/suites/deep-eval/prompts/dimensions.ts';
import { holdsQuote } from '../src/lib/scorer/protocols/rubric-tree/rubric-tree-quotes.ts';
import {
  parseRelevance,
  parseSupport,
  relevanceSchema,
  supportSchema
} from '../src/lib/scorer/protocols/rubric-tree/rubric-tree-reply.ts';
import { parsePointwise, pointwiseSchema } from '../src/lib/scorer/protocols/pointwise/pointwise-reply.ts';
import type { Asked } from './stand-ins/answers.ts';
import { parseFault } from './stand-ins/faults.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import { type Choices, instanceOf } from './stand-ins/schema.ts';
import type { StandIn, StandInOptions } from './stand-ins/server.ts';

describe('stand-in judges from the command line', () => {
  it('print their base URLs, take their time, misbehave as told and count', async () => {
    const file = join(import.meta.dirname, 'stand-ins/serve.ts');
    const child = spawn(
      process.execPath,
      [file, '--openai-port', '0', '--gemini-port', '0', '--fault', 'server-error@1', '--latency', '50'],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    );
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const urls = JSON.parse(line) as { OPENAI_BASE_URL: string; GEMINI_BASE_URL: string };
      expect(urls.GEMINI_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const ask = async () => {
        const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
        return (await fetch(`${urls.OPENAI_BASE_URL}/chat/completions`, { method: 'POST', body })).status;
      };
      const before = performance.now();
      expect([await ask(), await ask()]).toEqual([500, 200]);
      expect(performance.now() - before).toBeGreaterThan(95);
      const counts = await fetch(new URL('/counts', urls.OPENAI_BASE_URL));
      expect(await counts.json()).toMatchObject({ count: 2, answered: 1 });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  });

  it('read faults as kind, requests, every n-th and share', () => {
    expect(parseFault('hang')).toEqual({ kind: 'hang' });
    expect(parseFault('rate-limit@2,3')).toEqual({ kind: 'rate-limit', on: [2, 3] });
    expect(parseFault('html/5')).toEqual({ kind: 'html', every: 5 });
    expect(parseFault('cut%0.25')).toEqual({ kind: 'cut', ratio: 0.25 });
    expect(() => parseFault('nonsense')).toThrow('faults are rate-limit');
  });
});

describe('answers from a schema', () => {
  const choices = (seed: number): Choices => ({
    pick: (place, n) => (place.length * 7 + seed) % n,
    words: (place, name) => `${name} at ${place}`
  });

  const leaf = fc.oneof(
    fc.record({ type: fc.constant('string') }),
    fc.record({ type: fc.constant('boolean') }),
    fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: fc.string() }),
    fc
      .tuple(fc.integer({ min: -20, max: 20 }), fc.nat(9))
      .map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more })),
    fc
      .tuple(fc.nat(5), fc.nat(9))
      .map(([minLength, more]) => ({ type: 'string', minLength, maxLength: minLength + more }))
  );
  const { schema: anySchema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc
        .dictionary(fc.oneof(fc.stringMatching(/^[a-z]{1,6}$/), fc.constantFrom('id', 'key')), tie('schema'), {
          maxKeys: 4,
          noNullPrototype: true
        })
        .map((properties) => ({
          type: 'object',
          properties,
          required: Object.keys(properties),
          additionalProperties: false
        })),
      fc
        .tuple(tie('schema'), fc.nat(2), fc.nat(2))
        .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more })),
      fc.tuple(tie('schema'), tie('schema')).map((anyOf) => ({ anyOf }))
    )
  }));

  it('satisfy it, whatever it is made of', () => {
    fc.assert(
      fc.property(anySchema, fc.nat(100), (schema, seed) => {
        const answer = instanceOf(schema as Record<string, unknown>, choices(seed));
        const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(answer);
        expect(read.error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 1_000 }
    );
  });

  it('have every wanted id once, in its order', () => {
    const ids = ['c', 'a', 'b'];
    const answer = instanceOf(checklistSchema(ids).json, choices(1)) as { items: { id: string }[] };
    expect(answer.items.map(({ id }) => id)).toEqual(ids);
  });
});

describe('stand-in judges through the SDKs', () => {
  const running: StandIn[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  const report = '# Heat pumps\n\nA heat pump costs 12,000 euros on average [1].\n\nIt lasts for twenty years.';
  const items = [
    { key: 'c1', text: 'Is there a price?' },
    { key: 'c2', text: 'Is there a maker?' }
  ];
  const about = {
    metric: 'm',
    query: { qid: 'q', text: 't' },
    report: { id: 'r', markdown: report, collectedAt: null },
    items
  };
  const listed = JSON.stringify(
    items.map(({ key, text }) => ({ id: key, question: text })),
    null,
    1
  );
  const call = (schema: Call['schema'], system = 'Judge.'): Call => ({
    prompt: { name: 'p', version: '1', hash: 'h' },
    system,
    user: `${delimit('report', report, 'key')}\n${listed}\n`,
    schema,
    about,
    trial: 0
  });
  const start = async (provider: 'openai' | 'gemini', options: StandInOptions = {}) => {
    const server = await (provider === 'openai' ? startOpenAi : startGemini)(options);
    running.push(server);
    return (schema: Call['schema'], settings = ''): Promise<Reply> =>
      makeJudge(parseJudgeLine(`${provider}:stand-in ${settings}`), {
        OPENAI_API_KEY: 'k',
        OPENAI_BASE_URL: server.url,
        GEMINI_API_KEY: 'k',
        GEMINI_BASE_URL: server.url
      }).ask(call(schema), { signal: new AbortController().signal });
  };
  const providers = ['openai', 'gemini'] as const;

  it.each(providers)('answer each protocol usably without being told how (%s)', async (provider) => {
    const ask = await start(provider);
    for (const settings of ['', 'webSearch=on']) {
      expect(parseChecklist((await ask(checklistSchema(['c1', 'c2']), settings)).text, items).ok).toBe(true);
      expect(parsePointwise((await ask(pointwiseSchema, settings)).text, { abstains: false }).ok).toBe(true);
      expect(
        parsePair((await ask(pairwiseSchema(depthDimensions), settings)).text, depthDimensions, {
          abstains: false
        }).ok
      ).toBe(true);
      expect(parseRelevance((await ask(relevanceSchema, settings)).text).ok).toBe(true);
      const ids = ['claim-1', 'claim-2', 'claim-3'];
      const support = parseSupport((await ask(supportSchema(ids), settings)).text, ids);
      expect(support.ok && [...support.value.values()].flatMap(({ quotes }) => quotes).length).toBeGreaterThan(0);
    }
  });

  it('quote the page if the question has one', async () => {
    const server = await startOpenAi();
    running.push(server);
    const judge = makeJudge(parseJudgeLine('openai:m'), { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url });
    const text = 'The average heat pump costs 12,000 euros.\nPrices fell in spring.';
    const user = delimit('page', `Address: https://p.example\nTitle: Prices\n\n${text}`, 'key');
    const asking = { ...call(supportSchema(['claim-1'])), user };
    const support = parseSupport((await judge.ask(asking, { signal: new AbortController().signal })).text, ['claim-1']);
    const quotes = support.ok ? (support.value.get('claim-1')?.quotes ?? []) : [];
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.every((quote) => holdsQuote(text, quote))).toBe(true);
    expect(server.requests[0]?.asked.marked('page')).toContain(text);
    expect(server.requests[0]?.asked.marked('report')).toBeNull();
  });

  it.each(providers)('quote the report if a quote is wanted (%s)', async (provider) => {
    const texts = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => (await (await start(provider, { seed }))(pointwiseSchema)).text)
    );
    const quotes = texts.flatMap((text) =>
      (JSON.parse(text) as { issues: { quotes: string[] }[] }).issues.flatMap((issue) => issue.quotes)
    );
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.every((quote) => report.includes(quote))).toBe(true);
  });

  it.each(providers)('give the same answer to the same question, and mostly another’s too (%s)', async (provider) => {
    const [one, again, other] = [await start(provider), await start(provider), await start(provider, { seed: 9 })];
    const points = async (ask: typeof one) =>
      Object.values((JSON.parse((await ask(pairwiseSchema(depthDimensions))).text) as { A: object }).A);
    expect(await points(one)).toEqual(await points(again));
    const [mine, theirs] = [await points(one), await points(other)];
    expect(mine.filter((value, i) => value === theirs[i]).length).toBeGreaterThanOrEqual(3);
  });

  it.each(providers)('answer as a test tells them, and by themselves if it does not (%s)', async (provider) => {
    const asked: Asked[] = [];
    const answer = (one: Asked) => {
      asked.push(one);
      return one.schemaName === 'issues' ? { issues: [{ quotes: [], explanation: 'As told.' }] } : undefined;
    };
    for (const settings of ['', 'webSearch=on']) {
      const ask = await start(provider, { answer });
      expect((await ask(pointwiseSchema, settings)).text).toContain('As told.');
      expect(
        parsePair((await ask(pairwiseSchema(depthDimensions), settings)).text, depthDimensions, {
          abstains: false
        }).ok
      ).toBe(true);
    }
    expect(asked.map(({ schemaName }) => schemaName)).toEqual([
      'issues',
      'pairwise_points',
      'issues',
      'pairwise_points'
    ]);
    expect(asked.every((one) => one.user.includes(report) && one.system.startsWith('Judge.'))).toBe(true);
    expect(asked.every((one) => one.report === report)).toBe(true);
  });

  it('give a text as it is', async () => {
    const ask = await start('openai', { answer: () => 'no JSON at all' });
    expect((await ask(pointwiseSchema)).text).toBe('no JSON at all');
  });
});
