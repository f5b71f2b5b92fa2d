import { LRUCache } from 'lru-cache';
import { refuse } from '../../errors.ts';

interface Bucket {
  left: number;
  /** Of `performance.now`, which no change of the clock moves. */
  at: number;
}

/**
 * Requests that each subject may make: a bucket that holds `most` and is filled again evenly within `perMs`. It lives in memory,
 * because counting must cost less than the requests that it prevents; a restarted server starts again.
 */
export class RateLimit {
  readonly #most: number;
  readonly #perMs: number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: 20_000 });

  constructor(most: number, perMs: number) {
    this.#most = most;
    this.#perMs = perMs;
  }

  /**
   * Counts one request.
   *
   * @returns number of further requests that are allowed now
   * @throws a refusal with the seconds to wait, if none is left
   */
  take(subject: string, now = performance.now()): number {
    const before = this.#buckets.get(subject) ?? { left: this.#most, at: now };
    const left = Math.min(this.#most, before.left + ((now - before.at) * this.#most) / this.#perMs);
    if (left < 1) refuse.tooManyRequests(Math.max(1, Math.ceil(((1 - left) * this.#perMs) / this.#most / 1000)));
    this.#buckets.set(subject, { left: left - 1, at: now });
    return Math.floor(left - 1);
  }
}
