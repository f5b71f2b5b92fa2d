import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import type { Clock } from './engine-clock.ts';
import {
  type Act,
  coverage,
  drive,
  fail,
  fastClock,
  items,
  judgeOf,
  many,
  never,
  reply,
  sample,
  tasks,
  turn
} from './engine.fixture.ts';
import type { EngineEvent, EngineOptions } from './engine.ts';
import { type Judge, JudgeCallError, type Reply, type Verdict } from './pipeline.ts';
import { createMemory, memoryStore } from './store/memory.ts';

describe('a run', () => {
  it('gives every task its verdicts and counts what happened', async () => {
    const store = memoryStore();
    const judges = [judgeOf(undefined, 'a'), judgeOf(undefined, 'b')];
    const result = await drive({ store, tasks: tasks(judges, many(3)) });
    expect(result).toEqual({
      status: 'done',
      tasks: { total: 6, finished: 6, skipped: 0 },
      calls: { sent: 6, answered: 6, replayed: 0, shared: 0, failed: 0 },
      units: { judged: 12, abstained: 0, unscored: 0 },
      usage: { inputTokens: 60, outputTokens: 12 },
      spent: 0
    });
    expect(store.verdictsDone({ report: 'r2', metric: 'coverage', judge: 'b', repeat: 0 })).toHaveLength(2);
  });

  it('keeps to the limits, for each provider and in all', async () => {
    const slow: Act = async () => {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return reply();
    };
    const judges = [judgeOf(slow, 'a'), judgeOf(slow, 'b'), judgeOf(slow, 'c')];
    let most = 0;
    const watch = () => {
      most = Math.max(
        most,
        judges.reduce((sum, judge) => sum + judge.atOnce, 0)
      );
    };
    const watching = setInterval(watch, 0);
    const providers = { a: { concurrency: 2 }, b: { concurrency: 2 }, c: { concurrency: 2 } };
    await drive({ tasks: tasks(judges, many(10)), limits: { calls: 4, providers }, onEvent: watch });
    clearInterval(watching);
    expect(judges.map((judge) => judge.most)).toEqual([2, 2, 2]);
    expect(most).toBe(4);
  });

  it('lets others run between the tasks of a judge that never waits', async () => {
    let turns = 0;
    let going = true;
    const count = async () => {
      for (; going; turns += 1) await turn();
    };
    const counting = count();
    await drive({ tasks: tasks([judgeOf()], many(20)), limits: { tasksPerJudge: 1 } });
    going = false;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('refuses misuse: the same task twice', async () => {
    const twice = tasks([judgeOf()], ['r1', 'r1']);
    await expect(drive({ tasks: twice })).rejects.toThrow('requires each task once');
  });

  it('reports events in the order in which they happen', async () => {
    const events: EngineEvent['type'][] = [];
    const judge = judgeOf((asked) => {
      if (asked === 1) throw fail();
      return reply();
    });
    await drive({ tasks: tasks([judge], ['r1']), onEvent: (event) => events.push(event.type) });
    expect(events).toEqual([
      'task-started',
      'calls-under-way',
      'calls-under-way',
      'call-retried',
      'calls-under-way',
      'calls-under-way',
      'call-answered',
      'task-finished'
    ]);
  });

  it.each([
    ['gives no verdict', []],
    ['gives a unit twice', ['i1', 'i2', 'i1']]
  ])('ends with an error when a protocol %s', async (_what, units) => {
    const verdicts = units.map((item): Verdict => ({
      item,
      state: 'judged',
      label: 'yes',
      rationale: '',
      evidence: []
    }));
    const metric = { ...coverage, protocol: { ...coverage.protocol, name: 'broken', judge: async () => verdicts } };
    await expect(drive({ tasks: [{ sample: sample('r1'), metric, judge: judgeOf(), repeat: 0 }] })).rejects.toThrow(
      'The protocol broken requires at least one verdict, and each unit once'
    );
  });
});

describe('retries', () => {
  it('back off with full jitter under a doubling, bounded ceiling', async () => {
    const clock = fastClock();
    const judge = judgeOf(() => {
      throw fail();
    });
    const limits = { maxAttempts: 6, backoffMs: 1_000, maxBackoffMs: 5_000 };
    await drive({ tasks: tasks([judge], ['r1']), clock, limits });
    expect(judge.asked).toBe(6);
    expect(clock.slept).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
  });

  it('never come earlier than the server asked', async () => {
    const clock = fastClock();
    const times: number[] = [];
    const judge = judgeOf((asked) => {
      times.push(clock.now());
      if (asked === 1) throw fail({ status: 429, retryAfterMs: 30_000 });
      return reply();
    });
    await drive({ tasks: tasks([judge], many(3)), clock, limits: { tasksPerJudge: 1 } });
    expect(times[1]).toBeGreaterThanOrEqual(30_000);
  });

  it('hold back the other calls to that judge too', async () => {
    let now = 0;
    const wakeUps: { at: number; wake: () => void }[] = [];
    const clock: Clock = {
      now: () => now,
      sleep: (milliseconds) => new Promise((wake) => wakeUps.push({ at: now + milliseconds, wake }))
    };
    const times: number[] = [];
    const judge = judgeOf((asked) => {
      times.push(now);
      if (asked === 1) throw fail({ status: 429, retryAfterMs: 30_000 });
      return reply();
    });
    const running = drive({ tasks: tasks([judge], many(6)), clock, limits: { tasksPerJudge: 2 } });
    for (let steps = 0; steps < 20; steps += 1) await turn();
    const before = times.length;
    expect(before).toBeLessThan(6);
    for (now = 29_999; wakeUps.some(({ at }) => at <= now);)
      wakeUps
        .splice(
          wakeUps.findIndex(({ at }) => at <= now),
          1
        )[0]
        ?.wake();
    for (let steps = 0; steps < 20; steps += 1) await turn();
    expect(times).toHaveLength(before);
    now = 40_000;
    for (const { at, wake } of wakeUps.splice(0)) if (at <= now) wake();
    const result = await running;
    expect(result.tasks.finished).toBe(6);
    expect(times.slice(before).every((time) => time >= 30_000)).toBe(true);
  });

  it('give up where the server asks for a longer wait than allowed', async () => {
    const judge = judgeOf(() => {
      throw fail({ retryAfterMs: 3_600_000 });
    });
    const result = await drive({ tasks: tasks([judge], ['r1']) });
    expect(judge.asked).toBe(1);
    expect(result.units.unscored).toBe(2);
  });

  it('are not made after a failure that waiting does not mend', async () => {
    const judge = judgeOf(() => {
      throw fail({ retryable: false, status: 400 });
    });
    const result = await drive({ tasks: tasks([judge], many(3)) });
    expect(judge.asked).toBe(3);
    expect(result.calls).toMatchObject({ sent: 3, answered: 0, failed: 3 });
  });

  it('end for the whole judge where no call can succeed, and the others go on', async () => {
    const closed = judgeOf(() => {
      throw new JudgeCallError('HTTP 401: wrong key', { retryable: false, status: 401 });
    }, 'closed');
    const store = memoryStore();
    const result = await drive({ store, tasks: tasks([closed, judgeOf()], many(5)), limits: { tasksPerJudge: 1 } });
    expect(closed.asked).toBe(1);
    expect(result.units).toEqual({ judged: 10, abstained: 0, unscored: 10 });
    expect(store.verdictsDone({ report: 'r5', metric: 'coverage', judge: 'closed', repeat: 0 })?.[0]).toMatchObject({
      reason: 'HTTP 401: wrong key'
    });
  });

  it('are not made after a refusal', async () => {
    const judge = judgeOf(() => ({ ...reply(''), ending: 'refused' }));
    const result = await drive({ tasks: tasks([judge], ['r1']) });
    expect(judge.asked).toBe(1);
    expect(result.units.unscored).toBe(2);
  });

  it('follow when the deadline of a call passes, even if the judge ignores its signal', async () => {
    const deadline = 50;
    const judge = judgeOf((asked) => (asked === 1 ? new Promise<Reply>(() => undefined) : reply()));
    const clock = fastClock(-1);
    const result = await drive({ tasks: tasks([judge], ['r1']), clock, limits: { callTimeoutMs: deadline } });
    expect(judge.asked).toBe(2);
    expect(result.units.judged).toBe(2);
  });

  it('leave the units unscored with the last reason when they are used up', async () => {
    const store = memoryStore();
    const judge = judgeOf(() => {
      throw fail();
    });
    await drive({ store, tasks: tasks([judge], ['r1']), limits: { maxAttempts: 3 } });
    expect(store.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })).toEqual(
      items.map(({ key }) => ({
        item: key,
        state: 'unscored',
        label: null,
        rationale: '',
        evidence: [],
        reason: 'HTTP 500 (after 3 tries)'
      }))
    );
    expect(store.calls).toMatchObject([{ reply: null, error: 'HTTP 500 (after 3 tries)', status: 500, attempts: 3 }]);
  });

  it('are not made when the judge itself breaks; one report is lost, not the run', async () => {
    const judge = judgeOf((asked) => {
      if (asked === 1) throw new TypeError('x is undefined');
      return reply();
    });
    const result = await drive({ tasks: tasks([judge], many(2)), limits: { tasksPerJudge: 1 } });
    expect(judge.asked).toBe(2);
    expect(result.units).toEqual({ judged: 2, abstained: 0, unscored: 2 });
  });
});

describe('resuming', () => {
  it('skips finished tasks and repeats no answered call', async () => {
    const memory = createMemory();
    const control = new AbortController();
    const judge = judgeOf(async (asked, signal) => (asked > 4 ? never(signal) : reply()));
    const all = tasks([judge], many(10));
    let answered = 0;
    const first = await drive({
      store: memoryStore(memory),
      tasks: all,
      limits: { tasksPerJudge: 2 },
      signal: control.signal,
      onEvent: (event) => {
        if (event.type === 'call-answered') answered += 1;
        if (answered === 4) setImmediate(() => control.abort());
      }
    });
    expect(first.status).toBe('cancelled');
    expect(first.tasks.finished).toBe(4);
    const again = judgeOf();
    const second = await drive({ store: memoryStore(memory), tasks: tasks([again], many(10)) });
    expect(second).toMatchObject({ status: 'done', tasks: { total: 10, finished: 6, skipped: 4 } });
    expect(again.asked).toBe(6);
    expect(second.units.judged).toBe(20);
  });

  it('goes on inside a task of several calls', async () => {
    const memory = createMemory();
    const faulty = judgeOf((asked, signal) => (asked === 1 ? reply('no JSON') : never(signal)));
    const control = new AbortController();
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'call-answered') setImmediate(() => control.abort());
    };
    await drive({ store: memoryStore(memory), tasks: tasks([faulty], ['r1']), signal: control.signal, onEvent });
    expect(faulty.asked).toBe(2);
    const again = judgeOf();
    const result = await drive({ store: memoryStore(memory), tasks: tasks([again], ['r1']) });
    expect(result.calls).toMatchObject({ replayed: 1, answered: 1 });
    expect(again.asked).toBe(1);
  });
});

describe('replies of other runs', () => {
  const second = async (over: Partial<EngineOptions>, firstAct?: Act, markdown?: string) => {
    const memory = createMemory();
    await drive({ store: memoryStore(memory, 'one'), tasks: tasks([judgeOf(firstAct)], ['r1']) });
    const judge = judgeOf();
    const task = { sample: sample('other-id', markdown ?? 'Report r1'), metric: coverage, judge, repeat: 0 };
    const result = await drive({ store: memoryStore(memory, 'two'), tasks: [task], ...over });
    return { asked: judge.asked, result };
  };

  it('are used for the same question about the same text', async () => {
    const { asked, result } = await second({});
    expect(asked).toBe(0);
    expect(result.calls).toMatchObject({ sent: 0, shared: 1 });
    expect(result.usage.inputTokens).toBe(0);
  });

  it('are not used for another text, another delimiter key, or when switched off', async () => {
    expect((await second({}, undefined, 'Other text')).asked).toBe(1);
    expect((await second({ delimiterKey: 'other' })).asked).toBe(1);
    expect((await second({ useCache: false })).asked).toBe(1);
  });

  it('are not used when they were refused, cut or not usable', async () => {
    expect((await second({}, () => ({ ...reply(''), ending: 'refused' }))).asked).toBe(1);
    expect((await second({}, () => ({ ...reply(), ending: 'cut' }))).asked).toBe(1);
    expect((await second({}, () => reply('no JSON'))).asked).toBe(1);
  });

  it('share one call while it is under way, within a run', async () => {
    const judge = judgeOf(async () => {
      await turn();
      return reply();
    });
    const same = ['r1', 'r2'].map((id) => ({ sample: sample(id, 'Same text'), metric: coverage, judge, repeat: 0 }));
    const result = await drive({ tasks: same });
    expect(judge.asked).toBe(1);
    expect(result.tasks.finished).toBe(2);
  });

  it('are not shared between reports by a judge that reads more than the text', async () => {
    const judge: Judge & { asked: number } = { ...judgeOf(), abstains: true, asked: 0 };
    judge.ask = async () => {
      judge.asked += 1;
      return reply();
    };
    const same = ['r1', 'r2'].map((id) => ({ sample: sample(id, 'Same text'), metric: coverage, judge, repeat: 0 }));
    await drive({ tasks: same });
    expect(judge.asked).toBe(2);
  });
});

describe('cancelling', () => {
  it('aborts the calls under way, starts no more, and writes nothing of them', async () => {
    const store = memoryStore();
    const control = new AbortController();
    let aborted = 0;
    const judge = judgeOf((asked, signal) => {
      if (asked === 3) setImmediate(() => control.abort());
      signal.addEventListener('abort', () => (aborted += 1));
      return never(signal);
    });
    const result = await drive({
      store,
      tasks: tasks([judge], many(10)),
      limits: { tasksPerJudge: 3 },
      signal: control.signal
    });
    expect(result).toMatchObject({ status: 'cancelled', tasks: { total: 10, finished: 0 } });
    expect(judge.asked).toBe(3);
    expect(aborted).toBe(3);
    expect(store.calls).toEqual([]);
  });

  it('ends a wait at once', async () => {
    const control = new AbortController();
    const clock: Clock = { now: () => 0, sleep: (_, signal) => never(signal) };
    const judge = judgeOf(() => {
      setImmediate(() => control.abort());
      throw fail();
    });
    const result = await drive({ tasks: tasks([judge], ['r1']), signal: control.signal, clock });
    expect(result.status).toBe('cancelled');
  });

  it('before the start does nothing at all', async () => {
    const judge = judgeOf();
    const result = await drive({ tasks: tasks([judge], many(3)), signal: AbortSignal.abort() });
    expect(result.status).toBe('cancelled');
    expect(judge.asked).toBe(0);
  });

  it('leaves the lease free for the next', async () => {
    const memory = createMemory();
    await drive({ store: memoryStore(memory), tasks: tasks([judgeOf()], ['r1']), signal: AbortSignal.abort() });
    expect(memoryStore(memory).acquireLease('next', 0, 1)).toBe(true);
  });
});

describe('the lease', () => {
  it('refuses a second process while the first is alive', async () => {
    const memory = createMemory();
    memoryStore(memory).acquireLease('other', 0, 1e9);
    const clock = fastClock();
    await expect(drive({ store: memoryStore(memory), tasks: [], clock })).rejects.toThrow(Refusal);
    expect(clock.now()).toBeGreaterThanOrEqual(15_000);
  });

  it('of a killed process is waited for and taken over', async () => {
    const memory = createMemory();
    memoryStore(memory).acquireLease('killed', 0, 15_000);
    const judge = judgeOf();
    const result = await drive({ store: memoryStore(memory), tasks: tasks([judge], ['r1']) });
    expect(result.tasks.finished).toBe(1);
  });

  it('is not waited for by a run that is cancelled', async () => {
    const memory = createMemory();
    memoryStore(memory).acquireLease('killed', 0, 15_000);
    const control = new AbortController();
    const clock: Clock = { now: () => 0, sleep: (_, signal) => never(signal) };
    setImmediate(() => control.abort());
    const result = await drive({ store: memoryStore(memory), tasks: [], clock, signal: control.signal });
    expect(result.status).toBe('cancelled');
  });

  it('lost during a run ends it with an error and writes nothing more', async () => {
    const memory = createMemory();
    const judge = judgeOf((asked) => {
      if (asked === 2) memoryStore(memory).acquireLease('thief', 1e9, 1_000);
      return reply();
    });
    const store = memoryStore(memory);
    await expect(drive({ store, tasks: tasks([judge], many(5)), limits: { tasksPerJudge: 1 } })).rejects.toThrow(
      'Another process has taken over this run.'
    );
    expect(store.calls).toHaveLength(1);
    expect(memoryStore(memory).acquireLease('third', 1e9, 1)).toBe(false);
  });

  it('is renewed while a call takes longer than it lasts', async () => {
    const memory = createMemory();
    let now = 0;
    const clock: Clock = { now: () => now, sleep: (_, signal) => never(signal) };
    const judge = judgeOf(async () => {
      for (let step = 0; step < 6; step += 1) {
        now += 20;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      expect(memoryStore(memory).acquireLease('thief', now, 1)).toBe(false);
      return reply();
    });
    const result = await drive({
      store: memoryStore(memory),
      tasks: tasks([judge], ['r1']),
      clock,
      limits: { leaseMs: 60 }
    });
    expect(result.units.judged).toBe(2);
  });
});
