import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SearchStandIn, startSearch } from '../../../../tests/stand-ins/search.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { Search } from '../search.ts';
import { searchProviderOf } from '../search/providers.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';
import { seedRuns } from '../store/sqlite.fixture.ts';
import { sqliteStore } from '../store/sqlite.server.ts';
import type { RunStore } from '../store/contract.ts';
import { estimateRun } from './estimate/estimate.ts';
import { drive, fastClock, judged, judgeOf, many, metricOf, never, question, sample, turn } from './engine.fixture.ts';
import type { EngineEvent, EngineOptions, Task } from './engine.ts';
import { searchKey, searchQuery } from './searches.ts';

let server: SearchStandIn;
beforeAll(async () => {
  server = await startSearch((query) => [
    { url: 'https://a.example/', title: query, snippet: 'Found.', date: null },
    { url: 'https://b.example/', title: query, snippet: 'Found.', date: null }
  ]);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.misbehave();
  server.requests.length = 0;
});

const provider = () =>
  searchProviderOf({ TAVILY_API_KEY: 'tvly-0123456789', TAVILY_BASE_URL: server.urlOf('tavily') })!;

/** Searches for the queries at once; a unit for each, labelled with what came back. */
const searching = (queries: readonly string[], found: Search[] = []) =>
  metricOf(async (_sample, _metric, can) => {
    const searches = await Promise.all(queries.map((query) => can.search(query, { count: 1 })));
    found.push(...searches);
    return searches.map(({ outcome, results }, nth) => judged(`${nth}`, results[0]?.url ?? outcome));
  });
const tasksOf = (queries: readonly string[], reports: readonly string[] = ['r1'], found: Search[] = []): Task[] => {
  const metric = searching(queries, found);
  const judge = judgeOf();
  return reports.map((report) => ({ sample: sample(report), metric, judge, repeat: 0 }));
};
const run = (tasks: Task[], over: Partial<EngineOptions> = {}) => drive({ tasks, search: provider(), ...over });
const task = { report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 };
const labels = (store: RunStore) => store.verdictsDone(task)?.map(({ label }) => label);

describe('a search', () => {
  it('is made once for all who ask for it, whatever their white space, and gives at most as many results as wanted', async () => {
    const found: Search[] = [];
    const result = await run(tasksOf(['tides', ' tides\n'], many(10), found));
    expect(server.requests.map(({ query }) => query)).toEqual(['tides']);
    expect(result.searches).toMatchObject({ sent: 1, shared: 0, failed: 0 });
    expect(found).toHaveLength(20);
    expect(found[0]).toEqual({
      ...{ query: 'tides', count: 1, before: null, outcome: 'ok', note: '', at: 0 },
      provider: `tavily@${server.urlOf('tavily')}`,
      results: [{ url: 'https://a.example/', title: 'tides', snippet: 'Found.', date: null, dateText: null }]
    });
  });

  it('is another one with another count, date or provider', () => {
    const key = (identity: string, count: number, before?: string) =>
      searchKey(identity, searchQuery('tides', { count, ...(before && { before }) }));
    const keys = [key('tavily', 1), key('tavily', 2), key('tavily', 1, '2024-05-01'), key('brave', 1)];
    expect(new Set(keys).size).toBe(4);
    expect(() => searchQuery('tides', { count: 21 })).toThrow(/count from 1 to 20/);
    expect(() => searchQuery('tides', { count: 1, before: 'May' })).toThrow(/ISO date/);
    expect(() => searchQuery(' ', { count: 1 })).toThrow(/a query/);
  });

  it('is taken from another run of the project, unless the run is to start afresh', async () => {
    const memory = createMemory();
    await run(tasksOf(['tides']), { store: memoryStore(memory, 'first') });
    const again = await run(tasksOf(['tides']), { store: memoryStore(memory, 'second') });
    expect(again.searches).toMatchObject({ sent: 0, shared: 1 });
    const fresh = await run(tasksOf(['tides']), { store: memoryStore(memory, 'third'), useCache: false });
    expect(fresh.searches).toMatchObject({ sent: 1, shared: 0 });
  });

  it.each(['rate-limit', 'server-error', 'disconnect'] as const)(
    'that meets %s twice is tried again and succeeds',
    async (fault) => {
      server.misbehave(fault, fault);
      const clock = fastClock();
      const store = memoryStore();
      const result = await run(tasksOf(['tides']), { store, clock });
      expect(labels(store)).toEqual(['https://a.example/']);
      expect(result.searches).toMatchObject({ sent: 3, failed: 0 });
      if (fault === 'rate-limit') for (const wait of clock.slept) expect(wait).toBeGreaterThanOrEqual(2_000);
    }
  );

  it('that fails for good is told by its outcome, and rejects nothing', async () => {
    const store = memoryStore();
    server.misbehave('server-error', 'server-error', 'server-error', 'html');
    const result = await run(tasksOf(['tides']), { store });
    expect(labels(store)).toEqual(['server-error']);
    expect(result).toMatchObject({ status: 'done', searches: { sent: 3, failed: 1 } });
    const other = memoryStore();
    await run(tasksOf(['ports']), { store: other });
    expect(labels(other)).toEqual(['unreadable']);
  });

  it('without an answer times out', async () => {
    server.misbehave('hang', 'hang', 'hang');
    const store = memoryStore();
    await run(tasksOf(['tides']), { store, clock: fastClock({ deadlines: true }) });
    expect(labels(store)).toEqual(['timed-out']);
  });

  it('by a model has the model’s longer deadline, and what it says of its results is kept', async () => {
    const note = 'the search tool takes no date';
    const model = { ...provider(), deadlineMs: 120_000, search: () => Promise.resolve({ outcome: 'ok' as const, results: [], note }) }; // prettier-ignore
    const [deadlines, found]: [number[], Search[]] = [[], []];
    const clock = fastClock();
    const after: typeof clock.after = (milliseconds, then) => {
      deadlines.push(milliseconds);
      return clock.after(milliseconds, then);
    };
    await run(tasksOf(['tides'], ['r1'], found), { search: model, clock: { ...clock, after } });
    expect(deadlines).toContain(120_000);
    expect(found).toMatchObject([{ outcome: 'ok', note }]);
  });

  it.each([
    ['quota', 'quota'],
    ['bad-key', 'not-permitted']
  ] as const)('after %s is not sent any more', async (fault, outcome) => {
    server.misbehave(fault, fault, fault, fault, fault);
    const store = memoryStore();
    const result = await run(tasksOf(['a', 'b', 'c', 'd', 'e']), {
      store,
      limits: { providers: { tavily: { concurrency: 1 } } }
    });
    expect(labels(store)).toEqual(Array(5).fill(outcome));
    expect(result.searches.sent).toBe(1);
  });

  it('waits for the limits of its provider', async () => {
    const waits: EngineEvent[] = [];
    const limits = { providers: { tavily: { requestsPerMinute: 6 } } };
    const onEvent = (event: EngineEvent) => event.type === 'limit-reached' && waits.push(event);
    await run(tasksOf(['a', 'b', 'c']), { limits, onEvent });
    expect(waits[0]).toMatchObject({ provider: 'tavily' });
  });

  it('is told as an event, with what came back', async () => {
    const told: EngineEvent[] = [];
    await run(tasksOf(['tides']), { onEvent: (event) => event.type === 'searched' && told.push(event) });
    expect(told).toMatchObject([{ source: 'sent', results: 1, search: { query: 'tides', outcome: 'ok' } }]);
  });

  it('is estimated by the number of searches that no earlier run has made', async () => {
    const [known] = tasksOf(['tides', 'ports', 'tides']);
    const options = { concurrency: 1, limits: {}, prices: {} };
    expect(await estimateRun([known!], options)).toMatchObject({ searches: 2 });
    const key = searchKey('tavily', searchQuery('ports', { count: 1 }));
    const before = {
      searchIdentity: 'tavily',
      search: (asked: string) => (asked === key ? ({ results: [] } as never) : null)
    };
    expect(await estimateRun([known!], options, before)).toMatchObject({ searches: 1 });
  });
});

describe('a run that was killed', () => {
  /** Stores over one memory or database, as processes open them one after the other. */
  const inMemory = (): (() => RunStore) => {
    const memory = createMemory();
    return () => memoryStore(memory, 'a');
  };
  const inDatabase = (): (() => RunStore) => {
    const { db } = memoryDatabase();
    seedRuns(db, {
      runs: ['a'],
      judges: [{ id: 'j', fingerprint: 'j' }],
      reports: [{ id: 'r1', markdown: 'Report r1' }]
    });
    return () => sqliteStore(db, 'a');
  };

  it.each([
    ['in memory', inMemory],
    ['in the database', inDatabase]
  ])('goes on without a second search %s, and makes those again that failed', async (_where, stores) => {
    const open = stores();
    const killed = new AbortController();
    const judge = judgeOf((_asked, signal) => never(signal));
    const stuck = metricOf(async (_sample, _metric, can) => {
      await can.search('tides', { count: 1 });
      server.misbehave('server-error', 'server-error', 'server-error');
      await can.search('ports', { count: 1 });
      await can.ask(question('Why?'));
      return [];
    });
    const task = { sample: sample('r1'), metric: stuck, judge, repeat: 0 };
    const first = run([task], { store: open(), signal: killed.signal });
    while (judge.asked === 0) await turn();
    expect(server.requests.map(({ query }) => query)).toEqual(['tides', 'ports', 'ports', 'ports']);
    server.requests.length = 0;
    const second = open();
    const result = await run(tasksOf(['tides', 'ports']), { store: second, owner: 'the next process' });
    expect(server.requests.map(({ query }) => query)).toEqual(['ports']);
    expect(labels(second)).toEqual(['https://a.example/', 'https://a.example/']);
    expect(result.searches).toEqual({ sent: 1, replayed: 1, shared: 0, failed: 0 });
    killed.abort();
    expect((await first).status).toBe('cancelled');
  });
});
