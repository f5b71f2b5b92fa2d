import { describe, expect, it } from 'vitest';
import { seededRandom } from '../stats/rng.ts';
import { virtualClock } from './engine-clock.fixture.ts';
import { createGate } from './engine-gate.ts';
import type { ProviderLimits } from './run-options.ts';

const live = new AbortController().signal;

interface Request {
  provider: string;
  estimate: number;
  real: number;
  takesMs: number;
}
interface Sent extends Request {
  at: number;
  endedAt: number;
}

/** Sends all requests as fast as the gate lets them. */
const sendAll = async (
  requests: readonly Request[],
  limits: { calls: number; providers: Record<string, ProviderLimits> }
): Promise<{ sent: Sent[]; most: number; waits: string[] }> => {
  const clock = virtualClock();
  const waits: string[] = [];
  const gate = createGate(limits, clock, (provider, _ms, limit) => waits.push(`${provider}: ${limit}`));
  const sent: Sent[] = [];
  let [under, most] = [0, 0];
  const send = async (request: Request): Promise<void> => {
    const pass = await gate.enter(request.provider, request.estimate, live);
    const at = clock.now();
    under += 1;
    most = Math.max(most, under);
    await clock.sleep(request.takesMs, live);
    under -= 1;
    pass.settle(request.real);
    pass.leave();
    sent.push({ ...request, at, endedAt: clock.now() });
  };
  await clock.until(Promise.all(requests.map(send)));
  gate.close();
  return { sent, most, waits };
};

/** The largest sum over any 60 seconds, wherever they begin. */
const mostInAMinute = (sent: readonly Sent[], of: (request: Sent) => number): number =>
  Math.max(
    ...sent.map(({ at }) =>
      sent.filter((other) => other.at >= at && other.at < at + 60_000).reduce((sum, other) => sum + of(other), 0)
    )
  );

const requests = (count: number, seed: number, provider = 'p'): Request[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const estimate = 100 + random.below(900);
    return { provider, estimate, real: random.below(estimate + 1), takesMs: random.below(20_000) };
  });
};

describe('the limits of a provider', () => {
  it.each([1, 2, 3])('are exceeded in no minute, wherever it begins (seed %i)', async (seed) => {
    const { sent } = await sendAll(requests(120, seed), {
      calls: 50,
      providers: { p: { requestsPerMinute: 20, tokensPerMinute: 6_000 } }
    });
    expect(sent).toHaveLength(120);
    expect(mostInAMinute(sent, () => 1)).toBeLessThanOrEqual(20);
    expect(mostInAMinute(sent, ({ real }) => real)).toBeLessThanOrEqual(6_000);
  });

  it('are used up: no request waits while there is room for it', async () => {
    const all = requests(60, 4).map((one) => ({ ...one, takesMs: 100 }));
    const { sent } = await sendAll(all, { calls: 50, providers: { p: { requestsPerMinute: 20 } } });
    expect([...new Set(sent.map(({ at }) => at))]).toEqual([0, 60_000, 120_000]);
  });

  it('count what a request really took once that is known', async () => {
    const all = Array.from({ length: 3 }, () => ({ provider: 'p', estimate: 600, real: 100, takesMs: 1_000 }));
    const { sent } = await sendAll(all, { calls: 50, providers: { p: { tokensPerMinute: 1_000 } } });
    // The estimates of two do not fit side by side; what they really take does, one after the other.
    expect(sent.map(({ at }) => at)).toEqual([0, 1_000, 2_000]);
  });

  it('let a request pass alone that is larger than the limit', async () => {
    const all = [900, 5_000, 900].map((estimate) => ({ provider: 'p', estimate, real: estimate, takesMs: 10 }));
    const { sent } = await sendAll(all, { calls: 50, providers: { p: { tokensPerMinute: 1_000 } } });
    expect(sent.map(({ at }) => at)).toEqual([0, 60_000, 120_000]);
  });

  it('hold no other provider back', async () => {
    const { sent, waits } = await sendAll([...requests(3, 5, 'slow'), ...requests(3, 6, 'free')], {
      calls: 2,
      providers: { slow: { requestsPerMinute: 1 } }
    });
    const last = (provider: string) => Math.max(...sent.filter((one) => one.provider === provider).map(({ at }) => at));
    expect(last('free')).toBeLessThan(60_000);
    expect(last('slow')).toBe(120_000);
    expect(new Set(waits)).toEqual(new Set(['slow: 1 requests a minute']));
  });

  it('bound its requests under way, and all requests together', async () => {
    const all = [...requests(20, 7, 'a'), ...requests(20, 8, 'b')];
    const { sent, most } = await sendAll(all, { calls: 5, providers: { a: { concurrency: 2 } } });
    const ofA = sent.filter(({ provider }) => provider === 'a');
    const atOnce = (at: number) => ofA.filter((one) => one.at <= at && one.endedAt > at).length;
    expect(Math.max(...ofA.map(({ at }) => atOnce(at)))).toBe(2);
    expect(most).toBe(5);
  });
});

describe('the gate', () => {
  it('lets requests to one provider pass in their order', async () => {
    const clock = virtualClock();
    const gate = createGate({ calls: 1, providers: {} }, clock);
    const order: number[] = [];
    const passing = [1, 2, 3].map(async (n) => {
      const pass = await gate.enter('p', 0, live);
      order.push(n);
      await clock.sleep(10, live);
      pass.leave();
    });
    await clock.until(Promise.all(passing));
    expect(order).toEqual([1, 2, 3]);
  });

  it('does not count a request that was not sent', async () => {
    const clock = virtualClock();
    const gate = createGate({ calls: 1, providers: { p: { requestsPerMinute: 1 } } }, clock);
    (await gate.enter('p', 0, live)).undo();
    await gate.enter('p', 0, live);
    expect(clock.now()).toBe(0);
  });

  it('frees its place once, however often one leaves', async () => {
    const gate = createGate({ calls: 1, providers: {} }, virtualClock());
    const first = await gate.enter('p', 0, live);
    first.leave();
    first.leave();
    await gate.enter('p', 0, live);
    let third = false;
    void gate.enter('p', 0, live).then(() => (third = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(third).toBe(false);
  });

  it('lets who gives up leave the queue, with the reason', async () => {
    const gate = createGate({ calls: 1, providers: {} }, virtualClock());
    const first = await gate.enter('p', 0, live);
    const control = new AbortController();
    const second = gate.enter('p', 0, control.signal);
    const third = gate.enter('p', 0, live);
    control.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    first.leave();
    await third;
    await expect(gate.enter('p', 0, control.signal)).rejects.toThrow('enough');
  });
});
