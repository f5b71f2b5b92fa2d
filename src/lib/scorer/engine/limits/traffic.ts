import type { ProviderLimits } from '../../runs/run-options.ts';

const MINUTE = 60_000;
const SECOND = 1_000;

/** A request that was sent. */
export interface SentRequest {
  at: number;
  tokens: number;
}

/** When a request may go; not later than `now` if it may go already. */
interface Fit {
  at: number;
  /** The limit that delays it, in words; empty if none does. */
  limit: string;
}

/** Requests of one process to one server with one key, over all of its runs. */
export interface ServerTraffic {
  /** Requests under way. */
  active: number;
  add(entry: SentRequest): void;
  remove(entry: SentRequest): void;
  change(entry: SentRequest, tokens: number): void;
  fitsAt(now: number, tokens: number, limits: ProviderLimits): Fit;
  /** Registers a call that waits for a place, to be told when one may be free. Returns a function that ends the registration. */
  watch(pump: () => void): () => void;
  /** Tells all who wait; first who has not sent for longest, so that no run takes every place. */
  changed(): void;
  /** Notes who has sent a request. */
  sentBy(pump: () => void): void;
}

/**
 * The requests of the last minute to one account. No 60 seconds hold more than the limits, wherever they begin, and no single
 * second much more than its sixtieth: a provider that counts in shorter windows than a minute refuses bursts.
 */
const createAccount = (): ServerTraffic => {
  let entries: SentRequest[] = [];
  let first = 0;
  let held = 0;
  const pumps = new Set<() => void>();

  const forget = (now: number): void => {
    for (let entry = entries[first]; entry && entry.at + MINUTE <= now; entry = entries[first]) {
      held -= entry.tokens;
      first += 1;
    }
    if (first > 1_000 && first * 2 > entries.length) {
      entries = entries.slice(first);
      first = 0;
    }
  };

  const requestsFit = (now: number, perMinute: number): Fit => {
    let free = now;
    // So many requests at a time, then as long a pause as they are worth.
    const burst = Math.max(1, Math.floor(perMinute / 60));
    for (const [count, span] of [
      [burst, (MINUTE * burst) / perMinute],
      [perMinute, MINUTE]
    ] as const) {
      const at = entries.length - count;
      const entry = at < first ? undefined : entries[at];
      if (entry) free = Math.max(free, entry.at + span);
    }
    return { at: free, limit: `${perMinute} requests a minute` };
  };

  const tokensFit = (now: number, tokens: number, perMinute: number): Fit => {
    let free = now;
    const rate = perMinute / MINUTE;
    let owed = 0;
    let since = entries[first]?.at ?? now;
    for (let nth = first; nth < entries.length; nth += 1) {
      const entry = entries[nth]!;
      owed = Math.max(0, owed - (entry.at - since) * rate) + entry.tokens;
      since = entry.at;
    }
    // One second's worth may be owed still, so that many small requests need not go one by one.
    const owedNow = owed - Math.max(0, now - since) * rate - rate * SECOND;
    if (owedNow > 0) free = Math.max(free, now + owedNow / rate);
    // A request larger than the limit goes alone; it could never go otherwise.
    let left = held;
    for (let nth = first; left + tokens > perMinute && nth < entries.length; nth += 1) {
      const entry = entries[nth]!;
      free = Math.max(free, entry.at + MINUTE);
      left -= entry.tokens;
    }
    return { at: Math.min(free, (entries.at(-1)?.at ?? now) + MINUTE), limit: `${perMinute} tokens a minute` };
  };

  return {
    active: 0,
    add(entry) {
      forget(entry.at);
      entries.push(entry);
      held += entry.tokens;
    },
    remove(entry) {
      const at = entries.lastIndexOf(entry);
      if (at < first) return;
      entries.splice(at, 1);
      held -= entry.tokens;
    },
    change(entry, tokens) {
      if (entries.lastIndexOf(entry) >= first) held += tokens - entry.tokens;
      entry.tokens = tokens;
    },
    fitsAt(now, tokens, { requestsPerMinute, tokensPerMinute }) {
      forget(now);
      const fits = [
        ...(requestsPerMinute === undefined ? [] : [requestsFit(now, requestsPerMinute)]),
        ...(tokensPerMinute === undefined ? [] : [tokensFit(now, tokens, tokensPerMinute)])
      ];
      return fits.reduce((latest, fit) => (fit.at > latest.at ? fit : latest), { at: now, limit: '' });
    },
    watch(pump) {
      pumps.add(pump);
      return () => pumps.delete(pump);
    },
    changed() {
      for (const pump of [...pumps]) pump();
    },
    sentBy(pump) {
      if (pumps.delete(pump)) pumps.add(pump);
    }
  };
};

/** The accounts that one process sends requests to. */
export interface Traffic {
  account(name: string): ServerTraffic;
  /** All requests under way, of whatever account, and how many there may be; absent: each gate has only its own limit. */
  whole?: { traffic: ServerTraffic; most: number };
}

/** @param most requests under way at once over all gates; absent: as many as the gates let pass */
export const createTraffic = (most?: number): Traffic => {
  const accounts = new Map<string, ServerTraffic>();
  return {
    ...(most !== undefined && { whole: { traffic: createAccount(), most } }),
    account(name) {
      const known = accounts.get(name) ?? createAccount();
      accounts.set(name, known);
      return known;
    }
  };
};

/** All runs of this process share it: providers count by key, not by run. */
export const processTraffic: Traffic = createTraffic();
