import { describe, expect, it } from 'vitest';
import type { Clock } from './limits/clock.ts';
import { drive, fail, judgeOf, many, never, tasks } from './engine.fixture.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

describe('cancelling', () => {
  it('aborts the calls under way, starts no more, and writes them down as sent without an answer', async () => {
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
    const unanswered = { outcome: 'error', reply: null, attempts: 1, unanswered: 1, cost: null };
    expect(store.calls).toMatchObject([unanswered, unanswered, unanswered]);
  });

  it('ends a wait at once', async () => {
    const control = new AbortController();
    const clock: Clock = {
      now: () => 0,
      elapsed: () => 0,
      after: () => () => undefined,
      sleep: (_, signal) => never(signal)
    };
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
