import { describe, expect, it } from 'vitest';
import { virtualClock } from './clock.fixture.ts';
import { drive, fail, judgeOf, many, never, reply, tasks, yes } from '../engine.fixture.ts';
import type { EngineEvent } from '../engine.ts';
import type { Call, Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import { memoryStore } from '../../store/memory.fixture.ts';

const MINUTE = 60_000;
const refused = () => new JudgeCallError('ECONNREFUSED', { retryable: true, outage: true });

/** A judge whose calls take some time, and go as `act` says at the moment when they end. */
const timed = (clock: ReturnType<typeof virtualClock>, act: (now: number, call: Call) => Reply, takesMs = 200) => {
  const judge = {
    ...{ spec: 'j', fingerprint: 'j', asked: 0, times: [] as number[] },
    async ask(call: Call, { signal }: { signal: AbortSignal }) {
      judge.asked += 1;
      judge.times.push(clock.elapsed());
      await clock.sleep(takesMs, signal);
      return act(clock.elapsed(), call);
    }
  };
  return judge satisfies Judge;
};

describe('an outage of a judge’s server', () => {
  it.each([
    ['HTTP 503 from the start', 0, () => fail({ status: 503 })],
    ['HTTP 503 in the middle', 2_000, () => fail({ status: 503 })],
    ['refused connections', 2_000, refused],
    ['HTTP 500 to every call', 2_000, () => fail({ status: 500 })],
    ['no answer in time to any call', 2_000, () => fail({ status: null })],
    ['rate limits without a time', 2_000, () => fail({ status: 429 })],
    ['rate limits with a time', 2_000, () => fail({ status: 429, retryAfterMs: 1_000 })]
  ])('of 60 seconds loses none of 400 calls: %s', async (_name, from, failure) => {
    const clock = virtualClock();
    const judge = timed(clock, (now) => {
      if (now >= from && now < from + MINUTE) throw failure();
      return reply();
    });
    const running = drive({ tasks: tasks([judge], many(400)), clock, limits: { calls: 32 } });
    const result = await clock.until(running);
    expect(result).toMatchObject({ status: 'done', units: { judged: 800, unscored: 0 }, calls: { failed: 0 } });
    // Few requests while it lasts, and it is noticed soon when it is over.
    expect(judge.asked).toBeLessThan(400 + 150);
    expect(clock.elapsed()).toBeLessThan(from + MINUTE + 45_000);
  });

  it('is told with its reason, asks one call at a time with growing pauses, and ends with the first answer', async () => {
    const clock = virtualClock();
    const judge = timed(clock, (now) => {
      if (now < 5 * MINUTE) throw fail({ status: 503, retryAfterMs: null });
      return reply();
    });
    const told: EngineEvent[] = [];
    const running = drive({
      ...{ tasks: tasks([judge], many(40)), clock, limits: { calls: 8 } },
      onEvent: (event) => void (event.type === 'judge-down' || event.type === 'judge-up' ? told.push(event) : 0)
    });
    await clock.until(running);
    expect(told[0]).toMatchObject({ type: 'judge-down', provider: 'j', reason: 'HTTP 500' });
    expect(told.at(-1)).toEqual({ type: 'judge-up', provider: 'j' });
    const probes = judge.times.filter((at) => at > 300 && at < 5 * MINUTE);
    expect(probes.length).toBeGreaterThan(8);
    expect(probes.length).toBeLessThan(25);
    expect(new Set(probes).size).toBe(probes.length);
  });

  it('beyond the limit pauses the run: no unit is unscored, other judges finish, a resume continues', async () => {
    const clock = virtualClock();
    const until = 90 * MINUTE;
    const store = memoryStore();
    const down = timed(clock, (now) => {
      if (now > 1_000 && now < until) throw fail({ status: 503 });
      return reply();
    });
    const other = Object.assign(judgeOf(), { spec: 'other', fingerprint: 'other' });
    const all = tasks([down, other], many(50));
    const limits = { calls: 4, outageWaitMs: 30 * MINUTE };
    const first = await clock.until(drive({ tasks: all, store, clock, limits }));
    expect(first).toMatchObject({ status: 'paused', units: { unscored: 0 }, calls: { failed: 0 } });
    expect(first.unavailable).toBe(
      'j has not answered for 30 minutes (HTTP 500). The run continues where it stopped once you resume it.'
    );
    expect(other.asked).toBe(50);
    expect(clock.elapsed()).toBeGreaterThan(30 * MINUTE);
    expect(clock.elapsed()).toBeLessThan(33 * MINUTE);
    await clock.until(clock.sleep(until, new AbortController().signal));
    const before = down.asked;
    const second = await clock.until(drive({ tasks: all, store, clock, limits }));
    expect(second).toMatchObject({ status: 'done', units: { judged: 200, unscored: 0 } });
    expect(other.asked).toBe(50);
    expect(down.asked - before).toBeLessThan(50);
  });

  it('is not waited out if the limit is 0: its tries are used up', async () => {
    const clock = virtualClock();
    const judge = timed(clock, () => {
      throw fail({ status: 503 });
    });
    const result = await clock.until(
      drive({ tasks: tasks([judge], many(3)), clock, limits: { outageWaitMs: 0, maxAttempts: 3 } })
    );
    expect(result).toMatchObject({ status: 'done', units: { unscored: 6 }, calls: { sent: 9, failed: 3 } });
  });

  it('ends for a run that is cancelled while it waits', async () => {
    const clock = virtualClock();
    const control = new AbortController();
    const judge = timed(clock, () => {
      throw fail({ status: 503 });
    });
    clock.after(10_000, () => control.abort());
    const result = await clock.until(drive({ tasks: tasks([judge], many(3)), clock, signal: control.signal }));
    expect(result).toMatchObject({ status: 'cancelled', units: { unscored: 0 } });
  });
});

describe('what is no outage', () => {
  it.each([
    ['HTTP 503', () => fail({ status: 503 })],
    ['broken connections', () => fail({ status: null, outage: true })],
    ['missed deadlines', () => fail({ status: null })]
  ])('one call that always fails while others are answered uses up its own tries: %s', async (_name, failure) => {
    const clock = virtualClock();
    const judge = timed(clock, (_now, { about }) => {
      if (about.report.id === 'r2') throw failure();
      return reply();
    });
    const result = await clock.until(drive({ tasks: tasks([judge], many(400)), clock, limits: { calls: 4 } }));
    expect(result).toMatchObject({ status: 'done', units: { judged: 798, unscored: 2 }, calls: { failed: 1 } });
    expect(judge.asked).toBe(399 + 5);
  });

  it('a lone call that misses its deadline again and again', async () => {
    const clock = virtualClock();
    const judge = judgeOf((_asked, signal) => never(signal));
    const result = await clock.until(
      drive({ tasks: tasks([judge], ['r1']), clock, limits: { callTimeoutMs: 1_000, maxAttempts: 3 } })
    );
    expect(result).toMatchObject({ status: 'done', units: { unscored: 2 } });
    expect(judge.asked).toBe(3);
  });

  it('a page in place of JSON, which a wrong base URL brings', async () => {
    const clock = virtualClock();
    const judge = timed(clock, () => {
      throw fail({ status: 200 });
    });
    const result = await clock.until(drive({ tasks: tasks([judge], many(10)), clock, limits: { maxAttempts: 3 } }));
    expect(result).toMatchObject({ status: 'done', units: { unscored: 20 }, calls: { sent: 30 } });
  });
});

describe('a rate limit', () => {
  it('costs no call, however many calls at once are tried', async () => {
    const clock = virtualClock();
    let allowedFrom = 0;
    let rejected = 0;
    // 30 calls a minute, without saying when to come again.
    const judge = timed(clock, (now) => {
      if (now < allowedFrom) {
        rejected += 1;
        throw fail({ status: 429 });
      }
      allowedFrom = now + 2_000;
      return reply(yes);
    });
    const result = await clock.until(drive({ tasks: tasks([judge], many(100)), clock, limits: { calls: 64 } }));
    expect(result).toMatchObject({ status: 'done', units: { judged: 200, unscored: 0 } });
    // The first 63 at once, then about two for each answer, while it finds out how fast it may ask.
    expect(rejected).toBeLessThan(350);
  });

  it('is waited out in time if the clock is set back by a day meanwhile', async () => {
    const virtual = virtualClock();
    const clock = { ...virtual, now: () => virtual.now() - (virtual.elapsed() > 5_000 ? 86_400_000 : 0) };
    const judge = timed(virtual, (now) => {
      if (now < 10_000) throw fail({ status: 429, retryAfterMs: 20_000 });
      return reply();
    });
    const result = await virtual.until(drive({ tasks: tasks([judge], many(5)), clock }));
    expect(result).toMatchObject({ status: 'done', units: { judged: 10 } });
    expect(virtual.elapsed()).toBeLessThan(MINUTE);
  });

  it('waits for calls that are still under way before it probes', async () => {
    const clock = virtualClock();
    let asked = 0;
    const judge = {
      ...{ spec: 'j', fingerprint: 'j' },
      async ask(_call: Call, { signal }: { signal: AbortSignal }) {
        asked += 1;
        const [nth, limited] = [asked, asked <= 3];
        await clock.sleep(limited ? 100 * nth ** 4 : 50, signal);
        if (limited) throw fail({ status: 429 });
        return reply();
      }
    };
    const limits = { calls: 3, backoffMs: 10, maxProbeMs: 20 };
    const result = await clock.until(drive({ tasks: tasks([judge], many(5)), clock, limits }));
    expect(result).toMatchObject({ status: 'done', units: { judged: 10 } });
  });

  it('whose server names an absurd time is tried again within the longest pause', async () => {
    const clock = virtualClock();
    const judge = timed(clock, (now) => {
      if (now < 10_000) throw fail({ status: 429, retryAfterMs: 400 * 24 * 3_600_000 });
      return reply();
    });
    const result = await clock.until(drive({ tasks: tasks([judge], many(5)), clock }));
    expect(result).toMatchObject({ status: 'done', units: { judged: 10 } });
    expect(clock.elapsed()).toBeLessThan(2 * MINUTE);
  });
});
