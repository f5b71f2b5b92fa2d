import { describe, expect, it } from 'vitest';
import {
  drive,
  fastClock,
  judged,
  judgeOf,
  many,
  metricOf,
  never,
  question,
  reply,
  sample,
  tasks
} from './engine.fixture.ts';
import type { EngineEvent } from './engine.ts';
import { JudgeCallError } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

/** Ten tokens in and two out, at a dollar a token in and half a dollar out: eleven dollars a call. */
const price = { input: 1_000_000, output: 500_000, asOf: null };
const prices = { j: price };

describe('the cost of a run', () => {
  it('stands with each call, and in sum', async () => {
    const store = memoryStore();
    const costs: (number | null)[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'call-answered') costs.push(event.cost);
    };
    const result = await drive({ store, tasks: tasks([judgeOf()], many(3)), prices, onEvent });
    expect(store.calls.map(({ cost }) => cost)).toEqual([11, 11, 11]);
    expect(costs).toEqual([11, 11, 11]);
    expect(result.spent).toBe(33);
  });

  it('is unknown without a price, estimated without a usage, and nothing for a reply of another run or a judge made of code', async () => {
    const memory = createMemory();
    const one = memoryStore(memory, 'one');
    await drive({ store: one, tasks: tasks([judgeOf()], ['r1']) });
    expect(one.calls.map(({ cost }) => cost)).toEqual([null]);
    const two = memoryStore(memory, 'two');
    await drive({ store: two, tasks: tasks([judgeOf()], ['r1']), prices });
    expect(two.calls).toMatchObject([{ cached: true, cost: 0 }]);
    const three = memoryStore(memory, 'three');
    const silent = judgeOf(() => ({ ...reply(), usage: null }), 'silent');
    const code = { ...judgeOf(undefined, 'code'), abstains: true as const };
    await drive({ store: three, tasks: tasks([silent, code], ['r1']), prices: { silent: price } });
    const costs = Object.fromEntries(three.calls.map(({ task, cost }) => [task.judge, cost]));
    expect(costs['code']).toBe(0);
    // The question's tokens, and the 1,000 expected of a first reply, at half a dollar each.
    expect(costs['silent']).toBeGreaterThan(500);
  });
});

describe('a budget', () => {
  it('ends the run when it is used up: what is finished stays, and the rest waits for more', async () => {
    const memory = createMemory();
    const judge = judgeOf();
    const all = () => tasks([judge], many(10));
    const limits = { calls: 1 };
    const first = await drive({ store: memoryStore(memory), tasks: all(), prices, budget: 30, limits });
    expect(first).toMatchObject({ status: 'over-budget', spent: 33, tasks: { total: 10, finished: 3 } });
    expect(judge.asked).toBe(3);

    // Taken up again with the same cap, it makes no call: what was spent before counts.
    const same = await drive({ store: memoryStore(memory), tasks: all(), prices, budget: 30, limits });
    expect(same).toMatchObject({ status: 'over-budget', spent: 33, tasks: { finished: 0, skipped: 3 } });
    expect(judge.asked).toBe(3);

    const more = await drive({ store: memoryStore(memory), tasks: all(), prices, budget: 1_000, limits });
    expect(more).toMatchObject({ status: 'done', spent: 110, tasks: { finished: 7, skipped: 3 } });
    expect(judge.asked).toBe(10);
  });

  it('is exceeded by no more than the calls under way', async () => {
    const judge = judgeOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return reply();
    });
    const result = await drive({ tasks: tasks([judge], many(60)), prices, budget: 100, limits: { calls: 4 } });
    expect(result.status).toBe('over-budget');
    expect(result.spent).toBeGreaterThanOrEqual(100);
    expect(result.spent).toBeLessThanOrEqual(100 + 4 * 11);
  });

  it('stops calls that wait for their turn when replies turn out longer than expected', async () => {
    const judge = judgeOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { ...reply(), usage: { inputTokens: 0, outputTokens: 30_000 } };
    });
    const perToken = { j: { input: 0, output: 1_000_000, asOf: null } };
    const all = { tasks: tasks([judge], many(60)), prices: perToken, budget: 40_000, limits: { calls: 4 } };
    expect((await drive(all)).status).toBe('over-budget');
    // The first four, and one that left when the first of them had been answered.
    expect(judge.asked).toBeLessThanOrEqual(5);
  });

  it('expects of a first reply what the estimate of the run assumes', async () => {
    const store = memoryStore();
    const silent = { ...judgeOf(() => ({ ...reply(), usage: null })), thinkingTokens: 3_000 };
    await drive({ store, tasks: tasks([silent], ['r1']), prices: { j: { input: 0, output: 1_000_000, asOf: null } } });
    expect(store.calls.map(({ cost }) => cost)).toEqual([3_270]);
  });

  it('leaves a task unfinished, not unscored, even if its protocol makes do without a call', async () => {
    const memory = createMemory();
    const metric = metricOf(async (_sample, _metric, can) => {
      const ask = async (part: string): Promise<Verdict> => {
        try {
          await can.ask(question(part));
          return judged(part);
        } catch {
          return judged(part, 'no');
        }
      };
      return Promise.all(many(6).map(ask));
    });
    const judge = judgeOf();
    const all = [{ sample: sample('r1'), metric, judge, repeat: 0 }];
    const store = memoryStore(memory);
    const first = await drive({ store, tasks: all, prices, budget: 30, limits: { calls: 1 } });
    expect(first).toMatchObject({ status: 'over-budget', tasks: { finished: 0 } });
    expect(store.calls.map(({ outcome }) => outcome)).toEqual(['reply', 'reply', 'reply']);
    const more = await drive({ store: memoryStore(memory), tasks: all, prices, budget: 1_000 });
    expect(more.units).toEqual({ judged: 6, abstained: 0, unscored: 0 });
    expect(more.calls).toMatchObject({ replayed: 3, sent: 3 });
  });

  it('lets everything end that costs nothing', async () => {
    const code = { ...judgeOf(undefined, 'code'), abstains: true as const };
    const result = await drive({ tasks: tasks([judgeOf(), code], many(5)), prices, budget: 5, limits: { calls: 1 } });
    expect(result.status).toBe('over-budget');
    expect(result.tasks.finished).toBe(6);
  });

  it('demands the price of every judge, by name', async () => {
    const all = tasks(
      [judgeOf(), judgeOf(undefined, 'other'), { ...judgeOf(undefined, 'code'), abstains: true }],
      ['r1']
    );
    await expect(drive({ tasks: all, prices, budget: 5 })).rejects.toThrow('give a price for other, or take');
    await expect(drive({ tasks: all, prices, budget: null })).resolves.toMatchObject({ status: 'done' });
  });

  const broken = (used: ConstructorParameters<typeof JudgeCallError>[1]['used']) =>
    new JudgeCallError('no answer', { retryable: true, status: 200, used });

  it('counts broken tries: by the usage that the server named, else estimated', async () => {
    const store = memoryStore();
    const judge = judgeOf((asked) => {
      if (asked === 1) throw broken({ inputTokens: 3, outputTokens: 4 });
      return reply();
    });
    const named = await drive({ store, tasks: tasks([judge], ['r1']), prices });
    expect(named.spent).toBe(11 + 5);
    expect(store.calls.map(({ cost }) => cost)).toEqual([16]);

    const silent = memoryStore();
    const twice = judgeOf(() => {
      throw broken('unknown');
    });
    const limits = { maxAttempts: 2 };
    const estimated = await drive({ store: silent, tasks: tasks([twice], ['r1']), prices, limits });
    expect(estimated.units.unscored).toBe(2);
    // Two tries with the question's tokens in and the 1,000 expected of a first reply out, at half a dollar each.
    expect(estimated.spent).toBeGreaterThan(2 * 500);
    expect(silent.calls).toMatchObject([{ outcome: 'error', cost: estimated.spent }]);
    expect(silent.spent()).toBe(estimated.spent);
  });

  it('counts replies without a usage as estimated, also for the run that continues', async () => {
    const memory = createMemory();
    const silent = judgeOf(() => ({ ...reply(), usage: null }));
    const over = { tasks: tasks([silent], many(5)), prices, budget: 600, limits: { calls: 1 } };
    expect(await drive({ store: memoryStore(memory), ...over })).toMatchObject({ status: 'over-budget' });
    const { asked } = silent;
    expect(await drive({ store: memoryStore(memory), ...over })).toMatchObject({ status: 'over-budget' });
    expect(silent.asked).toBe(asked);
  });

  it('allows no further try once the tries before have used it up, and asks again when there is more', async () => {
    const memory = createMemory();
    const store = memoryStore(memory);
    const judge = judgeOf((asked) => {
      if (asked < 4) throw broken({ inputTokens: 10, outputTokens: 2 });
      return reply();
    });
    const first = await drive({ store, tasks: tasks([judge], ['r1']), prices, budget: 22 });
    expect(first).toMatchObject({ status: 'over-budget', spent: 22, tasks: { finished: 0 } });
    expect(store.calls).toMatchObject([{ outcome: 'error', cost: 22, attempts: 2 }]);
    const more = await drive({ store: memoryStore(memory), tasks: tasks([judge], ['r1']), prices, budget: 50 });
    expect(more).toMatchObject({ status: 'done', spent: 44, units: { judged: 2 } });
  });

  it('keeps nothing set aside for a try whose cost could not be counted', async () => {
    let aside = 0;
    const purse = {
      spent: () => 0,
      reserve: () =>
        Promise.resolve({ renew: () => true, settle: () => void (aside -= 1) }).finally(() => (aside += 1)),
      lost: () => undefined
    };
    const store = {
      ...memoryStore(),
      lost() {
        throw new Error('PostgreSQL is away');
      }
    };
    const judge = judgeOf(() => {
      throw broken('unknown');
    });
    await expect(drive({ store, tasks: tasks([judge], ['r1']), prices, purse })).rejects.toThrow('PostgreSQL is away');
    expect(aside).toBe(0);
  });

  it('counts tries that ran into their deadline, and ends the run by them', async () => {
    const judge = judgeOf((_asked, signal) => never(signal));
    const one = { calls: 1, tasksPerJudge: 1, maxAttempts: 1, callTimeoutMs: 50 };
    const clock = fastClock({ deadlines: true });
    const result = await drive({ tasks: tasks([judge], many(20)), prices, budget: 600, limits: one, clock });
    expect(result).toMatchObject({ status: 'over-budget', calls: { failed: 1 } });
    expect(judge.asked).toBe(1);
  });

  it('counts calls that a cancelled run gave up, also for the run that continues', async () => {
    const memory = createMemory();
    const control = new AbortController();
    const judge = judgeOf((asked, signal) => {
      if (asked === 2) setImmediate(() => control.abort());
      return asked === 1 ? reply() : never(signal);
    });
    const limits = { calls: 1, tasksPerJudge: 1 };
    const all = tasks([judge], many(3));
    const store = memoryStore(memory);
    const stopped = await drive({ store, tasks: all, prices, limits, signal: control.signal });
    expect(stopped).toMatchObject({ status: 'cancelled', tasks: { finished: 1 } });
    expect(store.spent()).toBeGreaterThan(11 + 500);
    const again = await drive({ store: memoryStore(memory), tasks: tasks([judgeOf()], many(3)), prices });
    expect(again).toMatchObject({ status: 'done', units: { judged: 6 } });
    expect(again.spent).toBe(store.spent());
  });

  it('does not count tries that failed before a model had them', async () => {
    const judge = judgeOf((asked) => {
      if (asked < 3) throw new JudgeCallError('HTTP 500', { retryable: true });
      return reply();
    });
    const result = await drive({ tasks: tasks([judge], ['r1']), prices, budget: 12 });
    expect(result).toMatchObject({ status: 'done', spent: 11 });
  });
});
