import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloading } from './refresh.svelte.ts';

type Begin = (navigation: { complete: Promise<void> }) => void;
const app = vi.hoisted(() => ({ begin: null as Begin | null, invalidateAll: vi.fn(() => Promise.resolve()) }));
vi.mock('$app/navigation', () => ({
  beforeNavigate: (begin: Begin) => void (app.begin = begin),
  invalidateAll: app.invalidateAll
}));

let reload: () => Promise<void>;
let unmount: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<a href="/elsewhere"><b>Elsewhere</b></a><button type="button">Here</button>';
  document.querySelector('a')!.addEventListener('click', (event) => event.preventDefault());
  unmount = $effect.root(() => void (reload = reloading()));
  flushSync();
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
  app.invalidateAll.mockClear();
});

const reloads = async (): Promise<boolean> => {
  app.invalidateAll.mockClear();
  await reload();
  return app.invalidateAll.mock.calls.length > 0;
};

it.each(['completes', 'is aborted'])(
  'loads the page again, but not during a navigation, and again after it %s',
  async (how) => {
    expect(await reloads()).toBe(true);
    const { promise: complete, resolve, reject } = Promise.withResolvers<void>();
    app.begin!({ complete });
    expect(await reloads()).toBe(false);
    if (how === 'completes') resolve();
    else reject(new Error('aborted'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await reloads()).toBe(true);
  }
);

it('waits from the press of a link on, before the navigation has begun', async () => {
  document.querySelector('b')!.click();
  expect(await reloads()).toBe(false);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await reloads()).toBe(false);
  app.begin!({ complete: Promise.resolve() });
  await vi.advanceTimersByTimeAsync(0);
  expect(await reloads()).toBe(true);
});

it('continues after a press that leads nowhere', async () => {
  document.querySelector('button')!.click();
  expect(await reloads()).toBe(true);
  document.querySelector('a')!.click();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reloads()).toBe(true);
});
