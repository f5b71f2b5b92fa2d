import { describe, expect, it } from 'vitest';
import type { Clock } from './limits/clock.ts';
import { drive, fail, fastClock, items, judgeOf, many, reply, tasks, turn } from './engine.fixture.ts';
import type { Reply } from '../call.ts';
import { JudgeCallError } from '../judge.ts';
import { memoryStore } from '../store/memory.fixture.ts';

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
      elapsed: () => now,
      after: () => () => undefined,
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

  it('keep to their own pauses if the server asks for an absurd one', async () => {
    const clock = fastClock();
    const judge = judgeOf(() => {
      throw fail({ retryAfterMs: 3_600_000 });
    });
    const result = await drive({ tasks: tasks([judge], ['r1']), clock });
    expect(judge.asked).toBe(5);
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(60_000);
    expect(result.units.unscored).toBe(2);
  });

  it('are not made after a failure with which waiting does not help', async () => {
    const judge = judgeOf(() => {
      throw fail({ retryable: false, status: 400 });
    });
    const result = await drive({ tasks: tasks([judge], many(3)) });
    expect(judge.asked).toBe(3);
    expect(result.calls).toMatchObject({ sent: 3, answered: 0, failed: 3 });
  });

  it('end for the whole judge if no call can succeed, and the others continue', async () => {
    const closed = judgeOf(() => {
      throw new JudgeCallError('HTTP 401: wrong key', { retryable: false, status: 401, closes: 'key' });
    }, 'closed');
    const store = memoryStore();
    const result = await drive({ store, tasks: tasks([closed, judgeOf()], many(5)), limits: { tasksPerJudge: 1 } });
    expect(closed.asked).toBe(2);
    expect(result.units).toEqual({ judged: 10, abstained: 0, unscored: 10 });
    expect(store.verdictsDone({ report: 'r5', metric: 'coverage', judge: 'closed', repeat: 0 })?.[0]).toMatchObject({
      reason:
        'Never asked. Two earlier calls failed for a reason that holds for every further call: HTTP 401: wrong key'
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
    const clock = fastClock({ deadlines: true });
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

it.each([-3_600_000, 3_600_000])('a call has its own duration if the clock is set by %i ms meanwhile', async (by) => {
  const store = memoryStore();
  const clock = fastClock();
  let set = 0;
  const own: Clock = { ...clock, now: () => clock.now() + set };
  const judge = judgeOf(async (asked, signal) => {
    await clock.sleep(250, signal);
    set = by;
    if (asked === 1) throw fail({ retryable: false, status: 400 });
    return reply();
  });
  await drive({ store, tasks: tasks([judge], many(1)), clock: own });
  set = 0;
  await drive({ store, tasks: tasks([judge], ['r2']), clock: own });
  expect(store.calls.map(({ outcome, milliseconds }) => [outcome, milliseconds])).toEqual([
    ['error', 250],
    ['reply', 250]
  ]);
});
