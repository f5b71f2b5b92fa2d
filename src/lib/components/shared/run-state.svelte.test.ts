import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followRun } from './run-state.svelte.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of a run whose server answers with these states, one a second. */
function open(status: string, answers: readonly ({ status: string; done: number } | null)[]) {
  vi.useFakeTimers();
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const progress = answers[asked.length] ?? null;
    asked.push(address);
    return Promise.resolve(
      progress ? Response.json({ progress, live: { calls: progress.done } }) : new Response(null, { status: 503 })
    );
  });
  const page = $state({
    address: '/runs/1/progress',
    progress: { status, done: 0 },
    live: null as { calls: number } | null
  });
  const ended = vi.fn(() => Promise.resolve());
  let run: ReturnType<typeof followRun<typeof page.progress, typeof page.live>>;
  const close = $effect.root(() => {
    run = followRun(() => page, ended);
  });
  flushSync();
  const seconds = async (n: number): Promise<void> => {
    for (let second = 0; second < n; second += 1) await vi.advanceTimersByTimeAsync(1000);
  };
  return { run: run!, page, asked, ended, close, seconds };
}

describe('the state of a run on its page', () => {
  it('is asked for every second while the run is under way, also after an answer that failed, until it ends', async () => {
    const { run, asked, ended, seconds, close } = open('running', [
      { status: 'running', done: 1 },
      null,
      { status: 'done', done: 3 }
    ]);
    expect(run.progress.done).toBe(0);
    await seconds(1);
    expect([run.progress.done, run.live]).toEqual([1, { calls: 1 }]);
    await seconds(1);
    expect([run.progress.done, ended.mock.calls.length]).toEqual([1, 0]);
    await seconds(1);
    expect([run.progress, ended.mock.calls.length]).toEqual([{ status: 'done', done: 3 }, 1]);
    expect(asked).toEqual(Array(3).fill('/runs/1/progress'));
    close();
  });

  it('is that of the page if the run rests, and again once the page has changed', async () => {
    const { run, page, asked, seconds, close } = open('paused', []);
    await seconds(3);
    expect([run.progress.status, asked.length]).toEqual(['paused', 0]);
    page.progress = { status: 'done', done: 9 };
    flushSync();
    expect(run.progress.done).toBe(9);
    close();
  });

  it('is asked for no more once the page is left, and at the new address if another run is shown', async () => {
    const { page, asked, seconds, close } = open('running', Array(5).fill({ status: 'running', done: 1 }));
    await seconds(1);
    page.address = '/runs/2/progress';
    flushSync();
    await seconds(1);
    expect(asked).toEqual(['/runs/1/progress', '/runs/2/progress']);
    close();
    await seconds(3);
    expect(asked).toHaveLength(2);
  });
});
