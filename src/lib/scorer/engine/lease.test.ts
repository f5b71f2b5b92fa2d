import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import type { Clock } from './limits/clock.ts';
import { drive, fastClock, judgeOf, many, never, reply, tasks } from './engine.fixture.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

describe('the lease', () => {
  it('refuses a second process while the first is alive', async () => {
    const memory = createMemory();
    memoryStore(memory).acquireLease('other', 0, 60_000);
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
    const clock: Clock = {
      now: () => 0,
      elapsed: () => 0,
      after: () => () => undefined,
      sleep: (_, signal) => never(signal)
    };
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
    const clock: Clock = {
      now: () => now,
      elapsed: () => now,
      after: () => () => undefined,
      sleep: (_, signal) => never(signal)
    };
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
