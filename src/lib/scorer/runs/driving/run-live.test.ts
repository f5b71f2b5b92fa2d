import { afterEach, expect, it, vi } from 'vitest';
import { noticeTextIn } from '../../../messages/library-text.ts';
import { createLiveFigures } from './run-live.ts';

afterEach(() => void vi.useRealTimers());

it.each([-3_600_000, 3_600_000])('pace and waiting of a run do not change if the clock is set by %i ms', (by) => {
  vi.useFakeTimers();
  const live = createLiveFigures();
  for (let at = 0; at < 10; at += 1) {
    live.note({ type: 'task-finished', skipped: false } as Parameters<typeof live.note>[0]);
    vi.advanceTimersByTime(1_000);
  }
  live.note({ type: 'limit-reached', provider: 'openai', reason: '60 requests per minute', waitMs: 2_000 });
  vi.setSystemTime(Date.now() + by);
  expect(live.read()).toMatchObject({ rate: 1, waiting: 'limit of openai: 60 requests per minute' });
  vi.advanceTimersByTime(2_000);
  // The first three are more than ten seconds ago.
  expect(live.read()).toMatchObject({ rate: 7 / 9, waiting: null });
});

it.each([
  [1, 'batch of 1 question at openai:gpt-5: in_progress', 'openai:gpt-5 的批次，1 个问题：in_progress'],
  [2, 'batch of 2 questions at openai:gpt-5: in_progress', 'openai:gpt-5 的批次，2 个问题：in_progress']
])('a batch of %i is told with its number, in each language', (lines, english, chinese) => {
  const live = createLiveFigures();
  const event = { type: 'batch', judge: 'openai:gpt-5', state: 'running', lines, words: 'in_progress' };
  live.note(event as Parameters<typeof live.note>[0]);
  expect(live.read().waiting).toBe(english);
  expect(noticeTextIn('zh-Hans')(english)).toBe(chinese);
});

it('names the queue of workers that does not answer, in each language, and gives no time left meanwhile', () => {
  const live = createLiveFigures();
  live.count({ note: () => undefined, left: () => ({ calls: 3, seconds: 6 }) } as never);
  live.note({ type: 'queue-away', reason: 'Connection terminated unexpectedly' });
  const { waiting, left } = live.read();
  expect(left).toBeNull();
  expect(waiting).toBe('PostgreSQL does not answer (Connection terminated unexpectedly)');
  expect(noticeTextIn('zh-Hans')(waiting!)).toBe('PostgreSQL 没有响应（Connection terminated unexpectedly）');
  live.note({ type: 'queue-away', reason: null });
  expect(live.read()).toMatchObject({ waiting: null, left: { calls: 3 } });
});
