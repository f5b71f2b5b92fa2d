import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SearchStandIn, startSearch } from '../../../../../tests/stand-ins/search.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import type { Maker } from '../../making/makers/contract.ts';
import { tasksOfMaker } from '../../making/making-task.ts';
import { runProgress } from '../../runs/run-progress.server.ts';
import { searchProviderOf } from '../../search/providers.ts';
import { createMemory, memoryStore } from '../../store/memory.fixture.ts';
import { seedRuns } from '../../store/sqlite.fixture.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';
import type { RunStore } from '../../store/contract.ts';
import { drive, fastClock, judged, judgeOf, many, metricOf, question, sample } from '../engine.fixture.ts';
import type { EngineOptions, Task } from '../engine.ts';
import { estimateRun } from '../estimate/estimate.ts';

let server: SearchStandIn;
beforeAll(async () => {
  server = await startSearch((query) => [{ url: 'https://a.example/', title: query, snippet: 'Found.', date: null }]);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.misbehave();
  server.requests.length = 0;
});

/** $8 per 1,000 searches: $0.008 each. */
const searchPrice = { per1000: 8, asOf: '2026-11-01' };
/** A reply has 10 tokens in and 2 out: 10 × $2 / 1,000,000 + 2 × $10 / 1,000,000 = $0.00004. */
const prices = { j: { input: 2, output: 10, asOf: null } };

const searching = (queries: readonly string[], asks = false) =>
  metricOf(async (_sample, _metric, can) => {
    const searches = await Promise.all(queries.map((query) => can.search(query, { count: 1 })));
    if (asks) await can.ask(question('Which?'));
    return searches.map(({ outcome }, nth) => judged(`${nth}`, outcome));
  });
const task = (queries: readonly string[], { report = 'r1', asks = false } = {}): Task => ({
  ...{ sample: sample(report), metric: searching(queries, asks), judge: judgeOf(), repeat: 0 }
});
const run = (tasks: readonly Task[], over: Partial<EngineOptions> = {}) =>
  drive({
    tasks,
    search: searchProviderOf({ TAVILY_API_KEY: 'tvly-0123456789', TAVILY_BASE_URL: server.urlOf('tavily') })!,
    ...{ searchPrice, prices, clock: fastClock() },
    ...over
  });

const inDatabase = (): { open: () => RunStore; progress: () => ReturnType<typeof runProgress> } => {
  const { db } = memoryDatabase();
  seedRuns(db, {
    runs: ['a'],
    judges: [{ id: 'j', fingerprint: 'j' }],
    reports: many(3).map((id) => ({ id, markdown: `Report ${id}` }))
  });
  return { open: () => sqliteStore(db, 'a'), progress: () => runProgress(db, 'a') };
};
const inMemory = () => {
  const memory = createMemory();
  return { open: () => memoryStore(memory, 'a'), progress: () => null };
};

describe.each([
  ['in memory', inMemory],
  ['in the database', inDatabase]
])('what searches cost, kept %s', (_where, stores) => {
  it('is spent with the calls: 2 searches and 1 call are 2 × $0.008 + $0.00004', async () => {
    const { open, progress } = stores();
    const result = await run([task(['tides', 'ports', 'tides'], { asks: true })], {
      store: open()
    });
    expect(result.spent).toBeCloseTo(0.01604, 12);
    expect(open().spent()).toBeCloseTo(0.01604, 12);
    const spend = progress()?.spend;
    if (spend) {
      expect(spend.known).toBeCloseTo(0.01604, 12);
      expect(spend.searches.known).toBeCloseTo(0.016, 12);
      expect(spend.searches.unpriced).toBe(0);
    }
  });

  it('counts each request that is billed or may be: one after two refused, three without an answer, none after a used-up plan', async () => {
    const { open } = stores();
    server.misbehave('rate-limit', 'server-error');
    await run([task(['tides'])], { store: open() });
    expect(open().spent()).toBeCloseTo(0.008, 12);
    server.misbehave('hang', 'hang', 'hang');
    await run([task(['ports'], { report: 'r2' })], { store: open(), clock: fastClock({ deadlines: true }) });
    expect(open().spent()).toBeCloseTo(0.008 + 0.024, 12);
    server.misbehave('quota');
    await run([task(['piers'], { report: 'r3' })], { store: open() });
    expect(open().spent()).toBeCloseTo(0.032, 12);
  });

  it('adds up over stops: a search that was under way may be billed, and is made again', async () => {
    const { open } = stores();
    server.misbehave('hang');
    const stop = new AbortController();
    const stopped = run([task(['tides'])], { store: open(), signal: stop.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    // A kill of the process at this moment could not hide it.
    expect(open().spent()).toBeCloseTo(0.008, 12);
    stop.abort();
    expect((await stopped).status).toBe('cancelled');
    expect(open().spent()).toBeCloseTo(0.008, 12);
    server.misbehave();
    const result = await run([task(['tides'])], { store: open() });
    expect([result.status, server.requests.length]).toEqual(['done', 2]);
    expect(result.spent).toBeCloseTo(0.016, 12);
  });

  it('is held to the budget: $0.02 pays for three searches at most, and a higher one for the others', async () => {
    const { open } = stores();
    const all = ['a', 'b', 'c', 'd', 'e'];
    const tight = await run([task(all)], { store: open(), budget: 0.02 });
    expect([tight.status, server.requests.length]).toEqual(['over-budget', 3]);
    expect(tight.spent).toBeCloseTo(0.024, 12);
    expect(tight.units).toEqual({ judged: 0, abstained: 0, unscored: 0 });
    const higher = await run([task(all)], { store: open(), budget: 1 });
    expect([higher.status, server.requests.length]).toEqual(['done', 5]);
    expect(higher.spent).toBeCloseTo(0.04, 12);
  });

  it('is unknown without a price, and then no budget can be kept', async () => {
    const { open, progress } = stores();
    const unpriced = () => ({ store: open(), searchPrice: undefined as never });
    await expect(run([task(['tides'])], { ...unpriced(), budget: 1 })).rejects.toThrow(
      /what a search with tavily costs is unknown: give its price per 1,000 searches, like tavily = 8/
    );
    await run([task(['tides'])], unpriced());
    expect(open().spent()).toBe(0);
    expect(progress()?.spend.searches ?? { known: 0, unpriced: 1 }).toEqual({ known: 0, unpriced: 1 });
  });
});

it('what another run of the project found costs nothing', async () => {
  const memory = createMemory();
  await run([task(['tides'])], { store: memoryStore(memory, 'first') });
  const second = memoryStore(memory, 'second');
  expect((await run([task(['tides', 'ports'])], { store: second })).spent).toBeCloseTo(0.008, 12);
});

it('searches that cost nothing continue when the budget is used up', async () => {
  const store = memoryStore();
  const free = { ...{ store, budget: 0.00004 }, searchPrice: { per1000: 0, asOf: null } };
  await run([task(['tides'], { asks: true })], free);
  expect(await run([task(['ports'], { report: 'r2' })], free)).toMatchObject({ status: 'done', spent: 0.00004 });
});

const finder: Maker<{ text: string }> = {
  ...{ name: 'finder', title: 'Pages', about: 'Pages found.' },
  ...{ input: z.object({ text: z.string() }), needs: { search: true } },
  prompt: { name: 'finder', version: '1', hash: 'h', system: 'S' },
  async make({ text }, _prompt, can) {
    const [first] = await Promise.all([text, `${text} again`].map((query) => can.search(query, { count: 1 })));
    await can.ask(question(text));
    return { ok: true, pieces: [{ text: first!.results[0]?.url ?? 'none', why: '' }], prose: false };
  }
};
const made = (n: number): Task[] =>
  tasksOfMaker(
    { maker: finder as Maker, prompt: finder.prompt },
    Array.from({ length: n }, (_, at) => ({ id: `u${at}`, label: `q${at}`, input: { text: `What of ${at}?` } })),
    [judgeOf()]
  );

describe('a making run that searches', () => {
  it('spends on searches and calls: 3 units are 6 × $0.008 + 3 × $0.00004', async () => {
    const result = await run(made(3));
    expect([result.status, server.requests.length]).toEqual(['done', 6]);
    expect(result.spent).toBeCloseTo(0.04812, 12);
  });

  it('leaves units for later that the budget does not pay for', async () => {
    const store = memoryStore();
    const tight = { store, budget: 0.017, limits: { tasksPerJudge: 1 } };
    const result = await run(made(3), tight);
    // The first unit: $0.01604. Its two searches and call are below $0.017; one more search is above.
    expect([result.status, result.tasks.finished, server.requests.length]).toEqual(['over-budget', 1, 3]);
    expect(result.spent).toBeCloseTo(0.02404, 12);
  });
});

describe('an estimate', () => {
  const options = { concurrency: 1, limits: {}, prices: {}, search: 'tavily', searchPrice };
  it.each([
    ['a scoring run', () => [task(['tides', 'ports', 'tides']), task(['ports', 'piers'], { report: 'r2' })], 3],
    ['a making run', () => made(3), 6]
  ])('of %s has the money for its searches', async (_what, tasks, searches) => {
    const told = await estimateRun(tasks(), options);
    expect(told).toMatchObject({ searches, searchCost: searches * 0.008 });
    expect(told.cost).toBeCloseTo(searches * 0.008, 12);
    const { searchPrice: _price, ...unpriced } = options;
    expect(await estimateRun(tasks(), unpriced)).toMatchObject({
      ...{ searchCost: null, cost: 0 },
      unpriced: expect.arrayContaining(['searches with tavily'])
    });
  });
});
