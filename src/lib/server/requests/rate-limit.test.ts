import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { RateLimit } from './rate-limit.ts';

const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('was not refused');
};

describe('RateLimit', () => {
  it('allows as many requests as it holds, then says when the next one is allowed', () => {
    const limit = new RateLimit(3, 6_000);
    expect([0, 0, 0].map((now) => limit.take('a', now))).toEqual([2, 1, 0]);
    expect(refusalOf(() => limit.take('a', 0))).toMatchObject({ code: 'too-many-tries', retryAfter: 2 });
    expect(refusalOf(() => limit.take('a', 1_999)).retryAfter).toBe(1);
    expect(limit.take('a', 2_000)).toBe(0);
  });

  it('counts each subject by itself, and never holds more than its most', () => {
    const limit = new RateLimit(2, 1_000);
    limit.take('a', 0);
    limit.take('a', 0);
    expect(limit.take('b', 0)).toBe(1);
    expect(limit.take('a', 1_000_000)).toBe(1);
  });

  it('does not count a refused request: waiting as long as it says is enough', () => {
    const limit = new RateLimit(1, 1_000);
    limit.take('a', 0);
    for (let now = 0; now < 1_000; now += 100) refusalOf(() => limit.take('a', now));
    expect(limit.take('a', 1_000)).toBe(0);
  });
});
