import type { Clock } from './clock.ts';
import { onAbort } from './on-abort.ts';
import { type ServerTraffic, createTraffic, type SentRequest, type Traffic } from './traffic.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';

/** A shorter wait than this is the usual pace, and not worth telling. */
const WORTH_TELLING = 1_000;

/** Leave to send one request. */
interface Pass {
  /** Replaces the estimated tokens with those that the request really took. */
  settle(tokens: number): void;
  /** The request was not sent after all: it counts against no limit. */
  undo(): void;
  /** The request is over, and what came back is kept. */
  leave(): void;
}

export interface CallGate {
  /**
   * Resolves when a request to the provider may be sent; requests to one provider pass in their order.
   *
   * @param account Names the server and key whose limits other runs of this process share; null for limits of its own
   */
  enter(provider: string, tokens: number, signal: AbortSignal, account?: string | null): Promise<Pass>;
  /** Ends the waiting. */
  close(): void;
}

interface Waiting {
  tokens: number;
  go: (pass: Pass) => void;
}

interface Lane {
  provider: string;
  limits: ProviderLimits;
  queue: Waiting[];
  /** Until when its limits hold it back; what was said about it once is not said again. */
  heldUntil: number;
  account: ServerTraffic;
}

/**
 * Lets requests pass within the limits: of all together, and of each provider (requests under way, requests and tokens
 * per minute), at an even pace. Providers take turns, so that one at its limit holds no other back. What other gates with the
 * same traffic send to an account counts as well.
 */
export const createGate = (
  limits: { calls: number; providers: Readonly<Record<string, ProviderLimits>> },
  clock: Clock,
  onWait: (provider: string, waitMs: number, limit: string) => void = () => undefined,
  traffic: Traffic = createTraffic()
): CallGate => {
  const lanes = new Map<string, Lane>();
  const closing = new AbortController();
  let active = 0;
  let wakeAt = Infinity;
  let turn = 0;
  const { whole } = traffic;
  const unwatch: (() => void)[] = [];

  const laneOf = (provider: string, name: string | null): Lane => {
    const key = JSON.stringify([provider, name]);
    const known = lanes.get(key);
    if (known) return known;
    const account = (name === null ? createTraffic() : traffic).account(name ?? provider);
    const lane: Lane = { provider, limits: limits.providers[provider] ?? {}, queue: [], heldUntil: 0, account };
    lanes.set(key, lane);
    unwatch.push(account.watch(pump));
    return lane;
  };

  const start = (lane: Lane, { tokens, go }: Waiting, now: number): void => {
    const entry: SentRequest = { at: now, tokens };
    lane.account.add(entry);
    lane.account.active += 1;
    if (whole) whole.traffic.active += 1;
    lane.account.sentBy(pump);
    whole?.traffic.sentBy(pump);
    active += 1;
    let inside = true;
    go({
      settle(real) {
        lane.account.change(entry, real);
        lane.account.changed();
      },
      undo() {
        lane.account.remove(entry);
        this.leave();
      },
      leave() {
        if (!inside) return;
        inside = false;
        lane.account.active -= 1;
        active -= 1;
        if (whole) whole.traffic.active -= 1;
        lane.account.changed();
        whole?.traffic.changed();
        pump();
      }
    });
  };

  const wake = (at: number, now: number): void => {
    if (at >= wakeAt) return;
    wakeAt = at;
    clock.sleep(Math.ceil(at - now), closing.signal).then(
      () => {
        if (wakeAt === at) wakeAt = Infinity;
        for (const { account } of [...lanes.values()]) account.changed();
      },
      () => undefined
    );
  };

  /** Sends the head of a lane if it may go; else sees to it that it is tried again in time. */
  const advance = (lane: Lane): boolean => {
    const [head] = lane.queue;
    const { account, limits: own } = lane;
    if (!head || active >= limits.calls || (whole && whole.traffic.active >= whole.most)) return false;
    if (account.active >= (own.concurrency ?? Infinity)) return false;
    const now = clock.elapsed();
    const { at, limit } = account.fitsAt(now, head.tokens, own);
    if (at > now) {
      if (lane.heldUntil !== at && at - now >= WORTH_TELLING) onWait(lane.provider, at - now, limit);
      lane.heldUntil = at;
      wake(at, now);
      return false;
    }
    lane.queue.shift();
    start(lane, head, now);
    return true;
  };

  const pump = (): void => {
    const all = [...lanes.values()];
    for (let idle = 0; idle < all.length; turn += 1) idle = advance(all[turn % all.length]!) ? 0 : idle + 1;
  };

  if (whole) unwatch.push(whole.traffic.watch(pump));

  return {
    enter(provider, tokens, signal, account = null) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const lane = laneOf(provider, account);
        const leave = (): void => {
          lane.queue.splice(lane.queue.indexOf(waiting), 1);
          reject(signal.reason);
          pump();
        };
        const waiting: Waiting = {
          tokens,
          go(pass) {
            unwatch();
            resolve(pass);
          }
        };
        const unwatch = onAbort(signal, leave);
        lane.queue.push(waiting);
        pump();
      });
    },
    close() {
      closing.abort();
      for (const end of unwatch) end();
    }
  };
};
