import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('polling', () => {
  it('asks again after a question that failed, and lets no rejection escape', async () => {
    let asked = 0;
    const stop = poll(async () => {
      asked += 1;
      throw new SyntaxError('Unexpected token < in JSON');
    }, 1000);
    await vi.advanceTimersByTimeAsync(3500);
    expect(asked).toBe(3);
    stop();
  });

  it('waits for the answer before it asks again', async () => {
    let asked = 0;
    const answers: (() => void)[] = [];
    const stop = poll(() => {
      asked += 1;
      return new Promise<void>((resolve) => answers.push(resolve));
    }, 1000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toBe(2);
    stop();
  });

  it('asks nothing more once it is stopped, not even after an answer that comes later', async () => {
    let asked = 0;
    let answer = (): void => {};
    const stop = poll(() => {
      asked += 1;
      return new Promise<void>((resolve) => (answer = resolve));
    }, 1000);
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    answer();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toBe(1);
  });
});
