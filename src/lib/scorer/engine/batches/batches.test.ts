import { afterEach, describe, expect, it } from 'vitest';
import { type BatchBehaviour, type BatchProvider, type BatchStandIn, startBatches } from '../../../../../tests/stand-ins/batches.ts'; // prettier-ignore
import { makeJudge, parseJudgeLine } from '../../judges/index.ts';
import { keysAt } from '../../judges/judges.fixture.ts';
import { memoryStore } from '../../store/memory.fixture.ts';
import { drive, many, tasks } from '../engine.fixture.ts';
import type { EngineEvent, EngineOptions } from '../contract.ts';
import { systemClock } from '../limits/clock.ts';
import { memoryBatches } from './batch-store.fixture.ts';
import type { BatchRest } from '../../runs/run-options.ts';

const lines: Record<BatchProvider, string> = {
  openai: 'openai:gpt-5',
  anthropic: 'anthropic:claude-opus-5',
  gemini: 'gemini:gemini-2.5-pro'
};
const price = { input: 1_000, output: 1_000, asOf: null };
const servers: BatchStandIn[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const start = async (provider: BatchProvider, behaviour: Partial<BatchBehaviour> = {}) => {
  const server = await startBatches(provider, behaviour);
  servers.push(server);
  const judge = makeJudge(parseJudgeLine(lines[provider]), keysAt(server.url));
  return { server, judge, store: memoryStore(), batches: memoryBatches() };
};
type Started = Awaited<ReturnType<typeof start>>;

const run = (
  { judge, store, batches }: Started,
  { rest = 'single', reports = 5, ...over }: { rest?: BatchRest; reports?: number } & Partial<EngineOptions> = {}
) =>
  drive({
    tasks: tasks([judge], many(reports)),
    ...{ store, clock: systemClock, random: Math.random, limits: { outageWaitMs: 2_000, backoffMs: 5 } },
    batches: { store: batches, rest, settleMs: 40, pollMs: 5, maxPollMs: 20 },
    ...over
  });

describe.each(['openai', 'anthropic', 'gemini'] as const)('batches of %s', (provider) => {
  it('answer all first questions of a run in one batch, at half the price', async () => {
    const at = await start(provider);
    const events: EngineEvent[] = [];
    const spec = at.judge.spec;
    const result = await run(at, { prices: { [spec]: price }, onEvent: (event) => events.push(event) });
    expect(result).toMatchObject({ status: 'done', tasks: { finished: 5 }, calls: { sent: 5, answered: 5 } });
    expect(result.units.judged).toBe(10);
    expect(at.server.batches.map((batch) => batch.lines.length)).toEqual([5]);
    expect(at.server.singles()).toBe(0);
    const { inputTokens, outputTokens } = result.usage;
    expect(result.spent).toBeCloseTo(((inputTokens + outputTokens) * 1_000 * 0.5) / 1e6, 9);
    expect(at.batches.all).toMatchObject([{ remoteId: at.server.batches[0]!.id, problem: null }]);
    const states = events.flatMap((event) => (event.type === 'batch' ? [event.state] : []));
    expect([states[0], states.at(-1)]).toEqual(['submitted', 'ended']);
  });

  it('give the verdicts that single calls give', async () => {
    const at = await start(provider);
    const verdicts = (from: EngineEvent[]) =>
      from.flatMap((event) => (event.type === 'task-finished' ? [[event.task.report, event.verdicts]] : [])).sort();
    const [batched, single]: EngineEvent[][] = [[], []];
    await run(at, { onEvent: (event) => batched!.push(event) });
    await run({ ...at, store: memoryStore() }, { batches: null, onEvent: (event) => single!.push(event) });
    expect(at.server.singles()).toBe(5);
    expect(verdicts(batched!)).toEqual(verdicts(single!));
  });

  it('match results by their ids, in any order, and name double and foreign ones', async () => {
    const at = await start(provider, { disorder: true });
    const result = await run(at);
    expect(result).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.batches.all[0]!.problem).toMatch(/1 results have ids of no question.*1 results came twice/);
  });

  it('leave a refused line unscored, and ask a line that failed on the server by a single call', async () => {
    const at = await start(provider, { fate: (line) => (['refuse', 'break'] as const)[line] ?? 'answer' });
    const result = await run(at);
    expect(result).toMatchObject({ status: 'done', calls: { answered: 4, failed: 1 }, units: { unscored: 2 } });
    expect(at.server.singles()).toBe(1);
    expect(at.batches.all[0]!.problem).toMatch(/1 of 5 questions were not answered/);
  });

  it.each(['expired', 'cancelled'] as const)(
    'that are %s keep what was answered; the rest goes by single calls',
    async (end) => {
      const at = await start(provider, { end, fate: (line) => (line < 2 ? 'answer' : 'leave') });
      const result = await run(at);
      expect(result).toMatchObject({ status: 'done', units: { judged: 10 } });
      // A batch of Gemini that ends so has no results at all.
      expect(at.server.singles()).toBe(provider === 'gemini' ? 5 : 3);
      expect(at.server.batches).toHaveLength(1);
    }
  );

  it('leave the rest for a resume if so told, which asks it in a new batch', async () => {
    const at = await start(provider, { fate: (line) => (line < 3 ? 'answer' : 'leave') });
    const first = await run(at, { rest: 'leave' });
    expect(first).toMatchObject({ status: 'paused', tasks: { finished: 3 }, calls: { answered: 3 } });
    expect(first.unavailable).toMatch(/left questions unanswered/);
    at.server.behaviour.fate = () => 'answer';
    const second = await run(at, { rest: 'leave' });
    expect(second).toMatchObject({ status: 'done', tasks: { finished: 2, skipped: 3 } });
    expect(at.server.batches.map((batch) => batch.lines.length)).toEqual([5, 2]);
    expect(at.server.singles()).toBe(0);
  });

  it('continue after a stop of the process: the batch is read again and nothing is asked twice', async () => {
    const at = await start(provider, { looks: 1_000 });
    const stop = new AbortController();
    const first = run(at, { signal: stop.signal });
    while (at.server.batches[0]?.looks !== 3) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await first).toMatchObject({ status: 'cancelled', calls: { answered: 0 } });
    at.server.behaviour.looks = 0;
    const second = await run(at);
    expect(second).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.batches).toHaveLength(1);
    expect(at.server.singles()).toBe(0);
    expect(at.batches.open()).toEqual([]);
  });

  it('are found again if a kill came between the submission and its stored id', async () => {
    const at = await start(provider);
    const stop = new AbortController();
    const submitted = at.batches.submitted;
    // The process ends before the id is stored: nothing after the creation happens.
    at.batches.submitted = () => stop.abort();
    await run(at, { signal: stop.signal });
    expect(at.batches.open()).toMatchObject([{ remoteId: null }]);
    at.batches.submitted = submitted;
    const second = await run(at);
    expect(second).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.batches, 'one batch was created and paid for').toHaveLength(1);
    expect(at.batches.all).toMatchObject([{ remoteId: at.server.batches[0]!.id }]);
  });

  it('that were stored and never submitted are submitted by the next process', async () => {
    const at = await start(provider);
    const stop = new AbortController();
    const begin = at.batches.begin;
    at.batches.begin = (batch) => {
      begin(batch);
      stop.abort();
    };
    await run(at, { signal: stop.signal });
    at.batches.begin = begin;
    if (at.server.batches.length > 0) return; // The request was quicker than the abort: the test above covers it.
    const second = await run(at);
    expect(second).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.batches).toHaveLength(1);
    expect(at.batches.all[0]!.problem).toBe('It was never submitted.');
  });

  it('are not created twice if the answer to their creation is lost', async () => {
    const at = await start(provider, { loseAnswers: 1 });
    const result = await run(at);
    expect(result).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.batches).toHaveLength(1);
    expect(at.server.singles()).toBe(0);
  });

  it('outlast an outage of the provider, and pause the run if it lasts', async () => {
    const at = await start(provider, { outages: 3 });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 5 } });
    const long = await start(provider, { outages: Infinity });
    const paused = await run(long, { limits: { outageWaitMs: 50, backoffMs: 5 } });
    expect(paused).toMatchObject({ status: 'paused', calls: { answered: 0 } });
    expect(paused.unavailable).toMatch(/has not answered/);
  });

  it('that the provider refuses go by single calls', async () => {
    const at = await start(provider, { refuse: 404 });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.singles()).toBe(5);
    expect(at.batches.all[0]!.problem).toMatch(/Batches are not available here/);
  });

  it('take no page of a gateway for an answer about them', async () => {
    const seen = new Set<string>();
    const between: BatchBehaviour['between'] = (method, path) => {
      const kind = `${method} ${path.replace(/\?.*/, '')}`;
      const first = !seen.has(kind) && !/(?:chat\/completions|messages|:generateContent)$/.test(path);
      seen.add(kind);
      return first ? { status: 200, text: '<title>Sign in</title>', headers: { 'content-type': 'text/html' } } : null;
    };
    const at = await start(provider, { between });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect([at.server.batches.length, at.server.singles()]).toEqual([1, 0]);
    expect(at.batches.all).toMatchObject([{ problem: null }]);
  });

  it('wait no day because a server asks for it', async () => {
    const waits = [{ status: 503, text: '{}', headers: { 'retry-after': '100000' } }];
    const at = await start(provider, { between: (method) => (method === 'GET' ? (waits.pop() ?? null) : null) });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 5 } });
  });

  it('that the provider does not have any more count as perhaps billed', async () => {
    const gone = { status: 404, text: '{"error": {"code": 404, "message": "No such batch"}}' };
    const at = await start(provider, { between: (method) => (method === 'GET' ? gone : null) });
    const { spent, usage } = await run(at, { prices: { [at.judge.spec]: price } });
    const singles = (usage.inputTokens + usage.outputTokens) * 1e-3;
    // A judge that has not answered yet is expected to answer with 1,000 tokens, at half of $1,000 per million.
    expect(spent - singles).toBeGreaterThan(5 * 0.5);
    expect(spent).toBeCloseTo(await at.store.spent(), 9);
  });

  it('keep to the budget: what does not fit waits, and the run says that it is used up', async () => {
    const at = await start(provider);
    const result = await run(at, { prices: { [at.judge.spec]: price }, budget: 0.2 });
    expect(result.status).toBe('over-budget');
    expect(result.tasks.finished).toBeLessThan(5);
    expect(at.server.batches.flatMap((batch) => batch.lines).length).toBe(result.calls.answered);
  });
});

describe('a batch of OpenAI that fails before it begins', () => {
  it('is named with the provider’s reason, and its questions go by single calls', async () => {
    const at = await start('openai', { end: 'failed' });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.singles()).toBe(5);
    expect(at.batches.all[0]!.problem).toMatch(/5 of 5 questions were not answered \(failed: Enqueued token limit/);
  });
});

describe('a line of a batch that has tokens but no answer', () => {
  it('costs them at half the price, and is asked again', async () => {
    const at = await start('openai');
    const body = { choices: [], usage: { prompt_tokens: 2_000, completion_tokens: 1_000 } };
    const text = () =>
      at.server.batches[0]!.lines.map(({ id }) =>
        JSON.stringify({ custom_id: id, response: { status_code: 200, body } })
      );
    at.server.behaviour.between = (_method, path) =>
      path.endsWith('/content') ? { status: 200, text: text().join('\n') } : null;
    const { spent, usage } = await run(at, { reports: 2, prices: { [at.judge.spec]: price } });
    const singles = (usage.inputTokens + usage.outputTokens) * 1e-3;
    expect(at.server.singles()).toBe(2);
    expect(spent - singles).toBeCloseTo(2 * 3_000 * 1e-3 * 0.5, 9);
  });
});

describe('a batch of Anthropic of which two may be the one', () => {
  it('is named as perhaps billed, and its questions are asked again', async () => {
    const at = await start('anthropic');
    const stop = new AbortController();
    const submitted = at.batches.submitted;
    at.batches.submitted = () => stop.abort();
    await run(at, { signal: stop.signal });
    at.batches.submitted = submitted;
    at.server.batches.push({ ...at.server.batches[0]!, id: 'batch_foreign' });
    const result = await run(at, { prices: { [at.judge.spec]: price } });
    expect(result).toMatchObject({ status: 'done', calls: { answered: 5 } });
    expect(at.server.singles()).toBe(5);
    expect(at.batches.all[0]!.problem).toMatch(/not known which batch .* may have been billed/);
  });
});

describe('a question with web search', () => {
  it('goes by a single call, because the search tool has no batches here', async () => {
    const { judge } = await start('anthropic');
    const asked = { webSearch: true } as Parameters<NonNullable<typeof judge.batch>['takes']>[0];
    expect(judge.batch?.takes(asked)).toBe(false);
  });
});
