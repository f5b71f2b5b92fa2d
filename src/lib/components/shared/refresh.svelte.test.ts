import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refresh } from './refresh.ts';

const app = vi.hoisted(() => ({ navigating: { to: null as unknown }, invalidateAll: vi.fn(() => Promise.resolve()) }));
vi.mock('$app/state', () => ({ navigating: app.navigating }));
vi.mock('$app/navigation', () => ({ invalidateAll: app.invalidateAll }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  app.navigating.to = null;
  app.invalidateAll.mockClear();
});

it('loads the page again each time, but not while another page is on its way, and goes on after that', async () => {
  const stop = refresh(1000);
  await vi.advanceTimersByTimeAsync(2500);
  expect(app.invalidateAll).toHaveBeenCalledTimes(2);
  app.navigating.to = { url: new URL('http://voirdire.example/elsewhere') };
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.invalidateAll).toHaveBeenCalledTimes(2);
  app.navigating.to = null;
  await vi.advanceTimersByTimeAsync(1000);
  expect(app.invalidateAll).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.invalidateAll).toHaveBeenCalledTimes(3);
});

it('does not load it where that is not wanted', async () => {
  const stop = refresh(1000, () => false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.invalidateAll).not.toHaveBeenCalled();
  stop();
});
