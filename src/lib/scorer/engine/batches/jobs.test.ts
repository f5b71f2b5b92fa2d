import { afterEach, describe, expect, it } from 'vitest';
import {
  type ResearchBehaviour,
  type ResearchStandIn,
  startResearch
} from '../../../../../tests/stand-ins/research.ts';
import { makeJudge, parseJudgeLine } from '../../judges/index.ts';
import { keysAt } from '../../judges/judges.fixture.ts';
import { tasksOfMaker } from '../../making/making-task.ts';
import { reports } from '../../making/makers/reports.ts';
import { memoryStore } from '../../store/memory.fixture.ts';
import type { Verdict } from '../../verdict.ts';
import { drive } from '../engine.fixture.ts';
import type { EngineEvent, EngineOptions } from '../contract.ts';
import { systemClock } from '../limits/clock.ts';
import { memoryBatches } from './batch-store.fixture.ts';

const lines = {
  openai: 'openai-research:o4-mini-deep-research maxToolCalls=9',
  gemini: 'gemini-research:deep-research-preview-04-2026'
};
const servers: ResearchStandIn[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const start = async (provider: keyof typeof lines, behaviour: Partial<ResearchBehaviour> = {}) => {
  const server = await startResearch(provider, behaviour);
  servers.push(server);
  const judge = makeJudge(parseJudgeLine(lines[provider]), keysAt(server.url));
  return { server, judge, store: memoryStore(), jobs: memoryBatches() };
};
type Started = Awaited<ReturnType<typeof start>>;

const asking = { maker: reports as Parameters<typeof tasksOfMaker>[0]['maker'], prompt: reports.prompt };

/** Collects reports on some queries. */
const run = async (
  { judge, store, jobs }: Started,
  { queries = 2, tries = 2, ...over }: { queries?: number; tries?: number } & Partial<EngineOptions> = {}
) => {
  const units = Array.from({ length: queries }, (_, at) => {
    const text = `What of ${at + 1}?`;
    return { id: `u${at + 1}`, label: `q${at + 1}`, input: { qid: `q${at + 1}`, text, asked: text, on: '2026-11-27', tries } }; // prettier-ignore
  });
  const found: Verdict[] = [];
  const result = await drive({
    tasks: tasksOfMaker(asking, units, [judge]),
    ...{ store, clock: systemClock, random: Math.random },
    limits: { outageWaitMs: 2_000, backoffMs: 5, maxAttempts: 3 },
    jobs: { store: jobs, pollMs: 5, maxPollMs: 20 },
    onEvent: (event: EngineEvent) => void (event.type === 'task-finished' && found.push(...event.verdicts)),
    ...over
  });
  return { ...result, found };
};

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe.each(['openai', 'gemini'] as const)('background research of %s', (provider) => {
  it('brings a report with its sources, searches, tokens and served version', async () => {
    const at = await start(provider);
    const result = await run(at, { prices: { [at.judge.spec]: { input: 10, output: 100, asOf: null } } });
    expect(result).toMatchObject({ status: 'done', tasks: { finished: 2 }, calls: { sent: 2, answered: 2 } });
    expect(result.found.map(({ text }) => text)).toContain(
      '# Report\n\nOn: What of 1?\n\nThe figure is 12 ([Figures](https://source.example/figures)).'
    );
    expect(result.found[0]!.detail).toMatchObject({
      kind: 'made',
      data: { tries: 1, searches: 1, pages: 1, inputTokens: 1_000, outputTokens: 200 }
    });
    // Full price: 2 × (1,000 × 10 + 200 × 100) per million.
    expect(result.spent).toBeCloseTo(0.06, 9);
    expect(at.jobs.open()).toEqual([]);
    expect(at.jobs.all.map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('starts further jobs while the first is followed, also after 429, up to the limit', async () => {
    for (const limited of [0, 2]) {
      const at = await start(provider, { looks: Infinity, limited });
      const stop = new AbortController();
      const limits = { calls: 3, outageWaitMs: 2_000, backoffMs: 5, maxAttempts: 3 };
      const running = run(at, { queries: 5, signal: stop.signal, limits });
      while (at.server.jobs.length < 3 || at.server.polls() < 20) await soon();
      expect(at.server.jobs).toHaveLength(3);
      stop.abort();
      await running;
    }
  });

  it('continues after a stop while it is polled: nothing is submitted or paid twice', async () => {
    const at = await start(provider, { looks: 1_000 });
    const stop = new AbortController();
    const prices = { [at.judge.spec]: { input: 10, output: 100, asOf: null } };
    const first = run(at, { signal: stop.signal, prices });
    while (at.server.polls() < 6) await soon();
    stop.abort();
    expect(await first).toMatchObject({ status: 'cancelled', calls: { answered: 0 }, spent: 0 });
    at.server.behaviour.looks = 0;
    const second = await run(at, { prices });
    expect(second).toMatchObject({ status: 'done', calls: { answered: 2 } });
    expect(second.spent).toBeCloseTo(0.06, 9);
    expect(at.store.calls.map(({ unanswered }) => unanswered)).toEqual([0, 0]);
    expect(at.server.jobs).toHaveLength(2);
    expect(at.jobs.open()).toEqual([]);
  });

  it('reads a report again that came before its process ended without storing it', async () => {
    const at = await start(provider);
    const stop = new AbortController();
    const kept = at.store.putCall;
    at.store.putCall = async () => {
      stop.abort();
      throw new Error('the process ended');
    };
    await run(at, { queries: 1, signal: stop.signal }).catch(() => undefined);
    at.store.putCall = kept;
    expect(await run(at, { queries: 1 })).toMatchObject({ status: 'done', calls: { answered: 1 } });
    expect(at.server.jobs).toHaveLength(1);
  });

  it('outlasts broken connections and answers of gateways while it is polled, and pauses the run if they last', async () => {
    const at = await start(provider, { dropPolls: 5, foreignPolls: 5 });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 2 } });
    expect(at.server.jobs).toHaveLength(2);
    const long = await start(provider, { dropPolls: Infinity });
    const limits = { outageWaitMs: 50, backoffMs: 5 };
    expect(await run(long, { limits })).toMatchObject({ status: 'paused', calls: { answered: 0 } });
    long.server.behaviour.dropPolls = 0;
    expect(await run(long)).toMatchObject({ status: 'done', calls: { answered: 2 } });
    expect(long.server.jobs).toHaveLength(2);
  });

  it('waits as the provider asks after 429', async () => {
    const at = await start(provider, { limited: 3 });
    expect(await run(at)).toMatchObject({ status: 'done', calls: { answered: 2 } });
    expect(at.server.jobs).toHaveLength(2);
  });

  it('counts a job whose id was lost as perhaps billed, also if the process is killed later, and asks again', async () => {
    const unanswered: number[] = [];
    let left = 0;
    const noted = (at: Started) => {
      const { putCall: put } = at.store;
      at.store.sending = () => void (left += 1);
      at.store.putCall = (record, kept) => {
        unanswered.push(record.unanswered);
        return put(record, kept);
      };
      return at;
    };
    const at = noted(await start(provider, { loseAnswers: 1 }));
    expect(await run(at, { queries: 1 })).toMatchObject({ status: 'done', calls: { answered: 1 } });
    expect(at.server.jobs).toHaveLength(2);
    expect(left).toBe(1);
    // The same if the process ends before the id is stored: neither provider lists its jobs.
    const killed = await start(provider);
    const stop = new AbortController();
    const { submitted } = killed.jobs;
    killed.jobs.submitted = () => stop.abort();
    await run(killed, { queries: 1, signal: stop.signal });
    killed.jobs.submitted = submitted;
    expect(await run(noted(killed), { queries: 1 })).toMatchObject({ status: 'done', calls: { answered: 1 } });
    expect(killed.jobs.all[0]!.problem).toMatch(/not known which job .* may have been billed/);
    expect(unanswered).toEqual([1, 1]);
    expect(left).toBe(2);
  });

  it('starts a failed, cancelled or expired job anew, up to the tries', async () => {
    for (const fate of ['failed', 'cancelled', 'expired'] as const) {
      const at = await start(provider, { fate: (job) => (job === 0 ? fate : 'completed') });
      expect(await run(at, { queries: 1 }), fate).toMatchObject({ status: 'done', units: { judged: 1 } });
      expect(at.server.jobs, fate).toHaveLength(2);
      const never = await start(provider, { fate: () => fate });
      const { found } = await run(never, { queries: 1 });
      expect(found, fate).toMatchObject([{ state: 'unscored', reason: expect.stringContaining('after 3 tries') }]);
      expect(never.server.jobs, fate).toHaveLength(3);
    }
  });

  it('asks again for an empty or refused answer, and stores none of them', async () => {
    for (const fate of ['empty', 'refusal', 'refused-prompt', 'filtered'] as const) {
      const at = await start(provider, { fate: (job) => (job === 0 ? fate : 'completed') });
      expect(await run(at, { queries: 1 }), fate).toMatchObject({ units: { judged: 1 } });
      const never = await start(provider, { fate: () => fate });
      const { found } = await run(never, { queries: 1 });
      expect(found, fate).toMatchObject([{ state: 'unscored', reason: expect.stringMatching(/^No report after 2 tries: the (?:answer was empty|system refused)/) }]); // prettier-ignore
      expect(never.server.jobs, fate).toHaveLength(2);
    }
  });

  it('does not count a report that was cut off', async () => {
    const at = await start(provider, { fate: () => 'incomplete' });
    const { found } = await run(at, { queries: 1 });
    expect(found).toMatchObject([{ state: 'unscored', reason: expect.stringContaining('cut off') }]);
    expect(at.server.jobs).toHaveLength(1);
  });

  it('is cancelled at the provider after its deadline', async () => {
    const at = await start(provider, { looks: Infinity });
    const limits = { callTimeoutMs: 60, maxAttempts: 2, backoffMs: 5, outageWaitMs: 2_000 };
    const { found } = await run(at, { queries: 1, limits });
    expect(found).toMatchObject([{ state: 'unscored', reason: expect.stringMatching(/no answer within .* \(after 2 tries\)/) }]); // prettier-ignore
    while (at.server.billed() > 0) await soon();
    expect(at.server.jobs.map(({ cancelled }) => cancelled)).toEqual([true, true]);
    expect(at.jobs.open()).toEqual([]);
  });

  it('leaves the others unasked after a wrong key', async () => {
    const at = await start(provider, { badKey: true });
    const result = await run(at, { queries: 6, limits: { calls: 1, maxAttempts: 3, backoffMs: 5, outageWaitMs: 2_000 } }); // prettier-ignore
    expect(result.units.unscored).toBe(6);
    expect(at.server.jobs).toEqual([]);
    expect(result.found.at(-1)).toMatchObject({ reason: expect.stringContaining('Two earlier calls failed') });
  });
});

describe('an agent of Google that asks for an action', () => {
  it('fails with that reason, once', async () => {
    const at = await start('gemini', { fate: () => 'requires-action' });
    const { found } = await run(at, { queries: 1 });
    expect(found).toMatchObject([{ state: 'unscored', reason: expect.stringContaining('asks for an action') }]);
    expect(at.server.jobs).toHaveLength(1);
  });
});
