import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { virtualClock } from './clock.fixture.ts';
import { createGate } from './gate.ts';
import { createTraffic } from './traffic.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';

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

/** The largest sum over any so many milliseconds, wherever they begin. */
const mostIn = (span: number, sent: readonly Sent[], of: (request: Sent) => number): number =>
  Math.max(
    ...sent.map(({ at }) =>
      sent.filter((other) => other.at >= at && other.at < at + span).reduce((sum, other) => sum + of(other), 0)
    )
  );
const mostInAMinute = (sent: readonly Sent[], of: (request: Sent) => number): number => mostIn(60_000, sent, of);

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

  it.each([7, 20, 90, 600, 3_000])('are used up at an even pace: %i requests a minute', async (requestsPerMinute) => {
    const all = requests(2 * requestsPerMinute, 4).map((one) => ({ ...one, takesMs: 100 }));
    const { sent } = await sendAll(all, { calls: 500, providers: { p: { requestsPerMinute } } });
    const last = Math.max(...sent.map(({ at }) => at));
    expect(last).toBeGreaterThan(110_000 * (1 - 1 / requestsPerMinute) - 60_000 / requestsPerMinute);
    expect(last).toBeLessThan(125_000);
    expect(mostIn(1_000, sent, () => 1)).toBeLessThanOrEqual(Math.ceil(requestsPerMinute / 60) + 1);
    expect(mostInAMinute(sent, () => 1)).toBeLessThanOrEqual(requestsPerMinute);
  });

  it('let tokens pass at an even pace, too', async () => {
    const all = Array.from({ length: 200 }, () => ({ provider: 'p', estimate: 1_000, real: 1_000, takesMs: 500 }));
    const { sent } = await sendAll(all, { calls: 500, providers: { p: { tokensPerMinute: 100_000 } } });
    expect(mostIn(1_000, sent, ({ real }) => real)).toBeLessThanOrEqual(4_000);
    expect(mostInAMinute(sent, ({ real }) => real)).toBeLessThanOrEqual(100_000);
    expect(Math.max(...sent.map(({ at }) => at))).toBeLessThan(122_000);
  });

  it('count what a request really took once that is known', async () => {
    const all = Array.from({ length: 3 }, () => ({ provider: 'p', estimate: 600, real: 100, takesMs: 1_000 }));
    const { sent } = await sendAll(all, { calls: 50, providers: { p: { tokensPerMinute: 1_000 } } });
    // By its estimate each would use up 36 seconds; by what it really took it uses six, of which one may be owed.
    expect(sent.map(({ at }) => at)).toEqual([0, 5_000, 11_000]);
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

describe('two runs of one process', () => {
  const shared = async (limits: ProviderLimits, others: ProviderLimits = limits) => {
    const clock = virtualClock();
    const traffic = createTraffic();
    const gates = [limits, others].map((own) =>
      createGate({ calls: 50, providers: { p: own } }, clock, undefined, traffic)
    );
    const sent: Sent[] = [];
    let [under, most] = [0, 0];
    const send = async (of: number, account: string): Promise<void> => {
      const pass = await gates[of]!.enter('p', 100, live, account);
      under += 1;
      most = Math.max(most, under);
      const at = clock.elapsed();
      await clock.sleep(2_000, live);
      under -= 1;
      pass.settle(100);
      pass.leave();
      sent.push({ provider: `${of}`, estimate: 100, real: 100, takesMs: 2_000, at, endedAt: clock.elapsed() });
    };
    await clock.until(Promise.all([0, 1].flatMap((of) => Array.from({ length: 40 }, () => send(of, 'p@server')))));
    for (const gate of gates) gate.close();
    const ofRun = (of: string) => sent.filter(({ provider }) => provider === of);
    return { sent, most, first: ofRun('0'), second: ofRun('1') };
  };

  it('share the requests per minute of an account, and take turns', async () => {
    const { sent, first, second } = await shared({ requestsPerMinute: 30 });
    expect(sent).toHaveLength(80);
    expect(mostInAMinute(sent, () => 1)).toBeLessThanOrEqual(30);
    const halfTime = 80_000;
    const early = (of: readonly Sent[]) => of.filter(({ at }) => at < halfTime).length;
    expect(Math.abs(early(first) - early(second))).toBeLessThanOrEqual(4);
  });

  it('share its tokens per minute', async () => {
    const { sent } = await shared({ tokensPerMinute: 3_000 });
    expect(mostInAMinute(sent, ({ real }) => real)).toBeLessThanOrEqual(3_000);
  });

  it('share its requests under way', async () => {
    expect((await shared({ concurrency: 3 })).most).toBe(3);
  });

  it('count what each other sends, also if only one of them has the limit', async () => {
    const { second, sent } = await shared({}, { requestsPerMinute: 10 });
    expect(second).toHaveLength(40);
    const begin = Math.min(...second.map(({ at }) => at));
    // The other run's 40 at once have to be a minute old before this one may send.
    expect(begin).toBeGreaterThanOrEqual(60_000);
    expect(sent).toHaveLength(80);
  });

  it('do not share what they send to different accounts', async () => {
    const clock = virtualClock();
    const traffic = createTraffic();
    const gate = () => createGate({ calls: 5, providers: { p: { requestsPerMinute: 1 } } }, clock, undefined, traffic);
    await gate().enter('p', 0, live, 'a');
    await gate().enter('p', 0, live, 'b');
    expect(clock.elapsed()).toBe(0);
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
