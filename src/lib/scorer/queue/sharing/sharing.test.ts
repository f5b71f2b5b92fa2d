import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresOfTests, withoutPostgres } from '../../../../../tests/stand-ins/postgres.ts';
import { sized } from '../../../../../tests/timing.ts';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { runEngine, type Task } from '../../engine/engine.ts';
import { BudgetUsedUp } from '../../engine/limits/budget.ts';
import type { Judge } from '../../judge.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';
import { memoryStore } from '../../store/memory.fixture.ts';
import { metricByName } from '../../suites/index.ts';
import { openQueue, type Queue } from '../connection.server.ts';
import { createEntryWriter } from '../entries.server.ts';
import { openPartStore } from '../part-store.server.ts';
import { dividePlaces, reserveBlock } from './blocks.server.ts';
import { createPurse } from './purse.server.ts';
import { createSharedTraffic } from './shared-traffic.server.ts';

describe.skipIf(withoutPostgres !== null)('limits over all workers', () => {
  const server = postgresOfTests();
  let queue: Queue;
  beforeAll(async () => {
    queue = await openQueue(server().url);
  });
  afterAll(() => queue.close());
  beforeEach(async () => {
    for (const table of ['block', 'place', 'account', 'worker', 'run'])
      await queue.rows(`DELETE FROM voirdire.${table}`);
    for (const name of ['one', 'two'])
      await queue.rows(`INSERT INTO voirdire.worker VALUES ($1, '{}', clock_timestamp() + interval '1 hour')`, [name]);
  });

  /** Seconds from which a block was reserved until its last request can have left. */
  const BLOCK_SECONDS = 2;
  /** By which the times of this process and of PostgreSQL may differ. */
  const SLACK_SECONDS = 0.5;

  /** Simulated: a minute and more, so that it can begin anywhere. */
  const SECONDS = sized(180, 90);

  /** Reserves for simulated minutes: the queue's blocks grow older instead of the clock. Returns times in seconds with sizes. */
  const reserveFor = async (tokens: () => number, limits: ProviderLimits) => {
    const random = seededRandom(7);
    const reserved: { at: number; requests: number; tokens: number }[] = [];
    const began = performance.now();
    for (let now = 0; now < SECONDS;) {
      const block = await reserveBlock(queue, 'a', tokens(), limits);
      // PostgreSQL's clock advances as well.
      if (block) reserved.push({ at: now + (performance.now() - began) / 1_000, ...block });
      const passed = 0.1 + random.below(600) / 1_000;
      now += passed;
      await queue.rows('UPDATE voirdire.block SET at = at - make_interval(secs => $1)', [passed]);
    }
    return reserved;
  };

  /** Most that 60 seconds can hold, if each request of a block leaves at the worst moment. */
  const mostInAMinute = (blocks: readonly { at: number; size: number }[]): number =>
    Math.max(
      ...blocks.map(({ at }, first) =>
        blocks
          .slice(first)
          .filter((block) => block.at < at + 60 + BLOCK_SECONDS - SLACK_SECONDS)
          .reduce((sum, { size }) => sum + size, 0)
      )
    );

  it('let no 60 seconds hold more requests than allowed, wherever they begin, and use most of what is allowed', async () => {
    const reserved = await reserveFor(() => 0, { requestsPerMinute: 90 });
    const blocks = reserved.map(({ at, requests }) => ({ at, size: requests }));
    expect(mostInAMinute(blocks)).toBeLessThanOrEqual(90);
    expect(blocks.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(0.7 * 90 * (SECONDS / 60));
  });

  it('let no 60 seconds hold more tokens than allowed, and send a request larger than that alone', async () => {
    const random = seededRandom(3);
    const reserved = await reserveFor(() => 500 + random.below(3_000), { tokensPerMinute: 40_000 });
    expect(mostInAMinute(reserved.map(({ at, tokens }) => ({ at, size: tokens })))).toBeLessThanOrEqual(40_000);
    expect(reserved.length).toBeGreaterThan(20 * (SECONDS / 180));
    await queue.rows('DELETE FROM voirdire.block');
    expect(await reserveBlock(queue, 'a', 50_000, { tokensPerMinute: 40_000 })).toMatchObject({
      requests: 1,
      tokens: 50_000
    });
    expect(await reserveBlock(queue, 'a', 1, { tokensPerMinute: 40_000 })).toBeNull();
  });

  it('divide the requests at once among the workers that want some, and give a new one its share only when it is free', async () => {
    const divide = (worker: string, active: number, wanted: number) =>
      dividePlaces(queue, { account: 'a', worker, most: 5 }, { active, wanted });
    expect(await divide('one', 0, 5)).toBe(5);
    expect(await divide('two', 0, 5)).toBe(0);
    // The first one has four under way still: it gives one up.
    expect(await divide('one', 4, 5)).toBe(4);
    expect(await divide('two', 0, 5)).toBe(1);
    expect(await divide('one', 2, 5)).toBe(3);
    expect(await divide('two', 1, 5)).toBe(2);
    // The share of a gone worker is free.
    await queue.rows(`UPDATE voirdire.worker SET seen = seen - interval '2 hours' WHERE name = 'one'`);
    expect(await divide('two', 2, 5)).toBe(5);
  });

  it('hold for two engines that ask one judge with one key', async () => {
    let underWay = 0;
    let most = 0;
    const sent: number[] = [];
    const judge: Judge = {
      ...{ spec: 'counting:one', provider: 'counting', account: 'the key', fingerprint: 'counting' },
      async ask() {
        sent.push(performance.now());
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 60));
        underWay -= 1;
        return { text: '{}', ending: 'complete', usage: { inputTokens: 10, outputTokens: 10 }, model: null };
      }
    };
    const metric = metricByName('presentation');
    const tasksOf = (worker: string): Task[] =>
      Array.from({ length: 6 }, (_, nth) => ({
        ...{ metric, judge, repeat: 0 },
        sample: {
          ...{ metric: metric.name, query: { qid: 'q', text: 'What?' }, items: [...(metric.items ?? [])] },
          report: { id: `${worker} ${nth}`, markdown: `# ${worker} ${nth}`, collectedAt: null }
        }
      }));
    const engine = async (worker: string) => {
      const traffic = createSharedTraffic(queue, worker, 8);
      const result = await runEngine({
        ...{ tasks: tasksOf(worker), store: memoryStore(), owner: worker, delimiterKey: 'k', traffic },
        limits: { calls: 8, providers: { counting: { concurrency: 3, requestsPerMinute: 300 } } }
      });
      await traffic.close();
      return result;
    };
    const results = await Promise.all([engine('one'), engine('two')]);
    expect(results.map(({ tasks }) => tasks.finished)).toEqual([6, 6]);
    expect(most).toBeLessThanOrEqual(3);
    // Five a second, in blocks: a second can hold the end of one block and the whole of the next.
    const mostInASecond = Math.max(...sent.map((at) => sent.filter((one) => one >= at && one < at + 1_000).length));
    expect(mostInASecond).toBeLessThanOrEqual(10);
  });

  it('let workers spend the cap and at most one call more, and all of it', async () => {
    const [CAP, COST] = [1, 0.03];
    await queue.rows(
      `INSERT INTO voirdire.run (id, project, about, state, cap, coordinated) VALUES ('r', 'p', '{}', 'open', $1, now())`,
      [CAP]
    );
    const spend = async (holder: string): Promise<number> => {
      const purse = createPurse(queue, 'r', CAP, holder);
      let calls = 0;
      const { signal } = new AbortController();
      const lane = async (): Promise<void> => {
        for (;;) {
          const reserved = await purse.reserve(COST, signal);
          await queue.rows(`UPDATE voirdire.purse SET spent = spent + $2 WHERE run_id = 'r' AND holder = $1`, [
            holder,
            COST
          ]);
          calls += 1;
          reserved.settle(COST);
        }
      };
      const ends = await Promise.allSettled([lane(), lane(), lane()]);
      for (const end of ends) expect(end).toMatchObject({ reason: expect.any(BudgetUsedUp) as unknown });
      purse.close();
      return calls;
    };
    const calls = await Promise.all([spend('one'), spend('two')]);
    const spent = (calls[0]! + calls[1]!) * COST;
    expect(spent).toBeGreaterThanOrEqual(CAP);
    expect(spent).toBeLessThanOrEqual(CAP + COST);
  });

  it('let a worker spend what another one had set aside for calls that turned out cheaper', async () => {
    await queue.rows(
      `INSERT INTO voirdire.run (id, project, about, state, cap, coordinated) VALUES ('r', 'p', '{}', 'open', 1, now())`
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const [one, two] = [createPurse(queue, 'r', 1, 'one'), createPurse(queue, 'r', 1, 'two')];
    const signal = AbortSignal.timeout(2_000);
    try {
      const last = await one.reserve(1, signal);
      const waiting = two.reserve(0.2, signal);
      last.settle(0.1);
      vi.advanceTimersByTime(1_000);
      await expect(waiting).resolves.toBeDefined();
    } finally {
      one.close();
      two.close();
      vi.useRealTimers();
    }
  });

  it('let workers count a try that brought no answer at once, and not again with its call', async () => {
    const part = randomUUID();
    await queue.rows(
      `INSERT INTO voirdire.run (id, project, about, state, cap, coordinated) VALUES ('r', 'p', '{}', 'open', 1, now())`
    );
    await queue.rows(`INSERT INTO voirdire.part (id, run_id, about) VALUES ($1, 'r', '{}')`, [part]);
    const [one, two] = [createPurse(queue, 'r', 1, 'one'), createPurse(queue, 'r', 1, 'two')];
    const { signal } = new AbortController();
    const store = await openPartStore({ queue, writer: createEntryWriter(queue, 'one'), run: 'r', part });
    await store.acquireLease('one', queue.now(), 60_000);
    const first = await one.reserve(0.5, signal);
    await store.lost('k', 0.5);
    first.settle(0);
    const second = await one.reserve(0.25, signal);
    await store.putCall({
      ...{
        task: { report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 },
        key: 'k',
        outcome: 'error',
        reply: null
      },
      ...{ error: 'x', status: null, attempts: 2, unanswered: 2, cached: false, milliseconds: 1, at: queue.now() },
      ...{ cost: 0.75, lost: 0.5 }
    });
    second.settle(0.25);
    expect(await store.spent()).toBe(0.75);
    (await one.reserve(0.1, signal)).settle(0);
    await store.lost('l', 0.25);
    await expect(two.reserve(0.1, signal)).rejects.toThrow(BudgetUsedUp);
    one.close();
    two.close();
  });

  it('count a try without an answer once, at what it cost, if its worker is killed before the call is over', async () => {
    const part = randomUUID();
    await queue.rows(
      `INSERT INTO voirdire.run (id, project, about, state, cap, coordinated) VALUES ('r', 'p', '{}', 'open', 1, now())`
    );
    await queue.rows(`INSERT INTO voirdire.part (id, run_id, about) VALUES ($1, 'r', '{}')`, [part]);
    const open = (worker: string) => openPartStore({ queue, writer: createEntryWriter(queue, worker), run: 'r', part });
    const killed = await open('one');
    await killed.acquireLease('one', 0, 1);
    const task = { report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 };
    await killed.sending(task, 'k', 0.25, 1);
    await killed.lost('k', 0.5);
    await killed.sending(task, 'k', 0.125, 2);
    const next = await open('two');
    await next.acquireLease('two', 100_000, 60_000);
    expect(await next.spent()).toBe(0.625);
    expect(await queue.rows('SELECT sum(spent) AS spent FROM voirdire.purse')).toEqual([{ spent: 0.625 }]);
  });

  it('let no worker spend what a killed one may have spent on requests without an answer', async () => {
    const part = randomUUID();
    await queue.rows(
      `INSERT INTO voirdire.run (id, project, about, state, cap, coordinated) VALUES ('r', 'p', '{}', 'open', 1, now())`
    );
    await queue.rows(`INSERT INTO voirdire.part (id, run_id, about) VALUES ($1, 'r', '{}')`, [part]);
    const open = (worker: string) => openPartStore({ queue, writer: createEntryWriter(queue, worker), run: 'r', part });
    const { signal } = new AbortController();
    const [one, two] = [createPurse(queue, 'r', 1, 'killed'), createPurse(queue, 'r', 1, 'two')];
    try {
      const killed = await open('killed');
      await killed.acquireLease('killed part', 0, 1);
      await one.reserve(0.6, signal);
      await killed.sending({ report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 }, 'k', 0.6, 1);
      const next = await open('two');
      await queue.rows(`UPDATE voirdire.purse SET spent = 0.25 WHERE holder = 'killed'`);
      (await two.reserve(0.1, signal)).settle(0.1);
      await queue.rows(`UPDATE voirdire.purse SET spent = 0.2 WHERE holder = 'two'`);
      await expect(two.reserve(0.1, signal)).rejects.toThrow(BudgetUsedUp);
      await next.acquireLease('two part', 100_000, 60_000);
      expect(await queue.rows('SELECT sum(spent) AS spent FROM voirdire.purse')).toEqual([{ spent: 1.05 }]);
    } finally {
      one.close();
      two.close();
    }
  });
});
