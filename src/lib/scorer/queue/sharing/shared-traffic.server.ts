import { createHash } from 'node:crypto';
import { createTraffic, type SentRequest, type ServerTraffic, type Traffic } from '../../engine/limits/traffic.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';
import type { Queue } from '../connection.server.ts';
import { type RequestBlock, BLOCK_MS, correctBlocks, dividePlaces, reserveBlock } from './blocks.server.ts';

/** How long a worker waits before it asks again for what it did not get, in milliseconds. */
const AGAIN_MS = 200;
/** How often blocks are corrected and places divided anew, in milliseconds. */
const TIDY_MS = 500;
/** An account that was not asked for so long needs no places, in milliseconds. */
const IDLE_MS = 1_000;

/** A block with what was sent of it. */
interface OpenBlock extends RequestBlock {
  sent: number;
  took: number;
  until: number;
}

/** The limits of accounts over all workers of a queue. */
export interface SharedTraffic extends Traffic {
  /** Gives back the places that this worker held. */
  close(): Promise<void>;
}

/** PostgreSQL gets no name from which a key could be tried out. */
const nameOf = (account: string): string => createHash('sha256').update(account).digest('hex').slice(0, 32);

interface SharedAccount {
  traffic: ServerTraffic;
  tidy(): Promise<void>;
}

const createSharedAccount = (queue: Queue, account: string, worker: string): SharedAccount => {
  const own = createTraffic().account(account);
  const blocks = new Map<SentRequest, OpenBlock>();
  const dirty = new Set<OpenBlock>();
  let current: OpenBlock | null = null;
  let asking = false;
  let askedAt = -Infinity;
  let places: { most: number; held: number } | null = null;
  let dividing = false;

  const giveBack = (block: OpenBlock): void => {
    block.requests = block.sent;
    block.tokens = block.took;
    dirty.add(block);
  };

  const reserve = async (tokens: number, limits: ProviderLimits): Promise<void> => {
    asking = true;
    const began = performance.now();
    try {
      const block = await reserveBlock(queue, account, tokens, limits);
      if (current) giveBack(current);
      current = block && { ...block, sent: 0, took: 0, until: began + BLOCK_MS };
    } catch {
      // PostgreSQL does not answer: nothing is sent without a reservation.
      current = null;
    }
    asking = false;
    if (current) traffic.changed();
  };

  const divide = async (): Promise<void> => {
    if (!places || dividing) return;
    dividing = true;
    const wanted = performance.now() - askedAt < IDLE_MS ? places.most : traffic.active;
    try {
      const held = await dividePlaces(
        queue,
        { account, worker, most: places.most },
        { active: traffic.active, wanted }
      );
      const more = held > places.held;
      places.held = held;
      if (more) traffic.changed();
    } catch {
      // As above.
    }
    dividing = false;
  };

  const traffic: ServerTraffic = {
    active: 0,
    watch: own.watch,
    changed: own.changed,
    sentBy: own.sentBy,
    add(entry) {
      if (!current) return;
      current.sent += 1;
      current.took += entry.tokens;
      blocks.set(entry, current);
    },
    remove(entry) {
      const block = blocks.get(entry);
      if (!block) return;
      block.sent -= 1;
      block.took -= entry.tokens;
      blocks.delete(entry);
      if (block !== current) giveBack(block);
    },
    change(entry, tokens) {
      const block = blocks.get(entry);
      blocks.delete(entry);
      if (!block) return;
      block.took += tokens - entry.tokens;
      entry.tokens = tokens;
      if (block !== current) giveBack(block);
    },
    fitsAt(now, tokens, limits) {
      const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
      askedAt = performance.now();
      if (concurrency !== undefined) {
        places ??= { most: concurrency, held: 0 };
        places.most = concurrency;
        if (traffic.active >= places.held) {
          void divide();
          return { at: now + AGAIN_MS, limit: `${concurrency} requests at once, over all workers` };
        }
      }
      if (requestsPerMinute === undefined && tokensPerMinute === undefined) {
        current = null;
        return { at: now, limit: '' };
      }
      const fits =
        current !== null &&
        performance.now() < current.until &&
        current.sent < current.requests &&
        (tokensPerMinute === undefined || current.took + tokens <= current.tokens);
      if (fits) return { at: now, limit: '' };
      if (!asking) void reserve(tokens, limits);
      const limit = requestsPerMinute === undefined ? `${tokensPerMinute} tokens` : `${requestsPerMinute} requests`;
      return { at: now + AGAIN_MS, limit: `${limit} a minute, over all workers` };
    }
  };

  return {
    traffic,
    async tidy() {
      if (current && performance.now() >= current.until) {
        giveBack(current);
        current = null;
      }
      const corrected = [...dirty];
      dirty.clear();
      if (corrected.length > 0) await correctBlocks(queue, corrected).catch(() => undefined);
      await divide();
    }
  };
};

/**
 * Keeps the limits of accounts together over all workers: requests and tokens per minute are reserved in blocks, requests at once are
 * divided. Without a limit nothing is asked.
 *
 * @param worker the name under which this worker tells that it lives
 * @param most requests of this worker under way at once, whatever their account
 */
export const createSharedTraffic = (queue: Queue, worker: string, most: number): SharedTraffic => {
  const accounts = new Map<string, SharedAccount>();
  const timer = setInterval(() => {
    for (const { tidy } of accounts.values()) void tidy();
  }, TIDY_MS);
  return {
    whole: createTraffic(most).whole!,
    account(name) {
      const known = accounts.get(name) ?? createSharedAccount(queue, nameOf(name), worker);
      accounts.set(name, known);
      return known.traffic;
    },
    async close() {
      clearInterval(timer);
      await queue.rows('DELETE FROM voirdire.place WHERE worker = $1', [worker]).catch(() => undefined);
    }
  };
};
