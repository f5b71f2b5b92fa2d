import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshing } from './refresh.ts';

type Begin = (navigation: { complete: Promise<void> }) => void;
const app = vi.hoisted(() => ({ begin: null as Begin | null, invalidateAll: vi.fn(() => Promise.resolve()) }));
vi.mock('$app/navigation', () => ({
  beforeNavigate: (begin: Begin) => void (app.begin = begin),
  invalidateAll: app.invalidateAll
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  app.invalidateAll.mockClear();
});

it.each(['completes', 'fails'])(
  'loads the page again each time, but not during a navigation, and goes on after that %s',
  async (how) => {
    const stop = refreshing()(1000);
    await vi.advanceTimersByTimeAsync(2500);
    expect(app.invalidateAll).toHaveBeenCalledTimes(2);
    const { promise: complete, resolve, reject } = Promise.withResolvers<void>();
    app.begin!({ complete });
    await vi.advanceTimersByTimeAsync(5000);
    expect(app.invalidateAll).toHaveBeenCalledTimes(2);
    if (how === 'completes') resolve();
    else reject(new Error('aborted'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(app.invalidateAll).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(app.invalidateAll).toHaveBeenCalledTimes(3);
  }
);

it('does not load it where that is not wanted', async () => {
  const stop = refreshing()(1000, () => false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.invalidateAll).not.toHaveBeenCalled();
  stop();
});
