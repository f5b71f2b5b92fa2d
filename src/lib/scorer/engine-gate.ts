import type { Clock } from './engine-clock.ts';
import type { ProviderLimits } from './run-options.ts';

const MINUTE = 60_000;

/** Leave to send one request. */
export interface Pass {
  /** What the request really took, in place of what was estimated. */
  settle(tokens: number): void;
  /** The request was not sent after all: it counts against no limit. */
  undo(): void;
  /** The request is over, and what came back is kept. */
  leave(): void;
}

export interface Gate {
  /** Resolves when a request to the provider may be sent; requests to one provider pass in their order. */
  enter(provider: string, tokens: number, signal: AbortSignal): Promise<Pass>;
  /** Ends the waiting for the next minute. */
  close(): void;
}

interface Entry {
  at: number;
  tokens: number;
}

/** What was sent in the last minute. No 60 seconds hold more than the limits, wherever they begin. */
const createWindow = ({ requestsPerMinute, tokensPerMinute }: ProviderLimits) => {
  const entries: Entry[] = [];
  let held = 0;
  const forget = (now: number): void => {
    for (let first = entries[0]; first && first.at + MINUTE <= now; first = entries[0]) {
      held -= first.tokens;
      entries.shift();
    }
  };
  return {
    add(entry: Entry): void {
      if (requestsPerMinute === undefined && tokensPerMinute === undefined) return;
      entries.push(entry);
      held += entry.tokens;
    },
    remove(entry: Entry): void {
      const at = entries.indexOf(entry);
      if (at < 0) return;
      entries.splice(at, 1);
      held -= entry.tokens;
    },
    change(entry: Entry, tokens: number): void {
      if (entries.includes(entry)) held += tokens - entry.tokens;
      entry.tokens = tokens;
    },
    /** When a request of that size fits; not later than `now` where it fits already. */
    fitsAt(now: number, tokens: number): { at: number; limit: string } {
      forget(now);
      let free = { at: now, limit: '' };
      const wait = (entry: Entry | undefined, limit: string): void => {
        if (entry && entry.at + MINUTE > free.at) free = { at: entry.at + MINUTE, limit };
      };
      if (requestsPerMinute !== undefined && entries.length >= requestsPerMinute)
        wait(entries[entries.length - requestsPerMinute], `${requestsPerMinute} requests a minute`);
      // A request larger than the limit goes alone; it could never go otherwise.
      let left = held;
      for (let nth = 0; tokensPerMinute !== undefined && left + tokens > tokensPerMinute; nth += 1) {
        const entry = entries[nth];
        if (!entry) break;
        wait(entry, `${tokensPerMinute} tokens a minute`);
        left -= entry.tokens;
      }
      return free;
    }
  };
};

interface Waiting {
  tokens: number;
  go: (pass: Pass) => void;
}

interface Lane {
  provider: string;
  most: number;
  active: number;
  queue: Waiting[];
  /** Until when its limits hold it back; what was said about it once is not said again. */
  heldUntil: number;
  window: ReturnType<typeof createWindow>;
}

/**
 * Lets requests pass within the limits: of all together, and of each provider (requests under way, requests and tokens
 * per minute). Providers take turns, so that one at its limit holds no other back.
 */
export const createGate = (
  limits: { calls: number; providers: Readonly<Record<string, ProviderLimits>> },
  clock: Clock,
  onWait: (provider: string, waitMs: number, limit: string) => void = () => undefined
): Gate => {
  const lanes = new Map<string, Lane>();
  const closing = new AbortController();
  let active = 0;
  let wakeAt = Infinity;
  let turn = 0;

  const laneOf = (provider: string): Lane => {
    const known = lanes.get(provider);
    if (known) return known;
    const own = limits.providers[provider] ?? {};
    const most = own.concurrency ?? Infinity;
    const lane: Lane = { provider, most, active: 0, queue: [], heldUntil: 0, window: createWindow(own) };
    lanes.set(provider, lane);
    return lane;
  };

  const start = (lane: Lane, { tokens, go }: Waiting, now: number): void => {
    const entry: Entry = { at: now, tokens };
    lane.window.add(entry);
    lane.active += 1;
    active += 1;
    let inside = true;
    go({
      settle(real) {
        lane.window.change(entry, real);
        pump();
      },
      undo() {
        lane.window.remove(entry);
        this.leave();
      },
      leave() {
        if (!inside) return;
        inside = false;
        lane.active -= 1;
        active -= 1;
        pump();
      }
    });
  };

  const wake = (at: number, now: number): void => {
    if (at >= wakeAt) return;
    wakeAt = at;
    clock.sleep(at - now, closing.signal).then(
      () => {
        if (wakeAt === at) wakeAt = Infinity;
        pump();
      },
      () => undefined
    );
  };

  /** Sends the head of a lane where it may go; else sees to it that it is tried again in time. */
  const advance = (lane: Lane): boolean => {
    const [head] = lane.queue;
    if (!head || active >= limits.calls || lane.active >= lane.most) return false;
    const now = clock.elapsed();
    const { at, limit } = lane.window.fitsAt(now, head.tokens);
    if (at > now) {
      if (lane.heldUntil !== at) onWait(lane.provider, at - now, limit);
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

  return {
    enter(provider, tokens, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const lane = laneOf(provider);
        const leave = (): void => {
          lane.queue.splice(lane.queue.indexOf(waiting), 1);
          reject(signal.reason);
          pump();
        };
        const waiting: Waiting = {
          tokens,
          go(pass) {
            signal.removeEventListener('abort', leave);
            resolve(pass);
          }
        };
        signal.addEventListener('abort', leave, { once: true });
        lane.queue.push(waiting);
        pump();
      });
    },
    close: () => closing.abort()
  };
};
