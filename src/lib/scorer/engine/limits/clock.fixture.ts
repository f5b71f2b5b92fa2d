import type { Clock } from './clock.ts';

/** Time that passes only when everything waits for it. */
interface VirtualClock extends Clock {
  /** Lets time pass, from one sleeper's end to the next, until the promise settles. */
  until<T>(promise: Promise<T>): Promise<T>;
}

const quiet = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

export const virtualClock = (): VirtualClock => {
  let now = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    elapsed: () => now,
    after(milliseconds, then) {
      const sleeper = {
        at: now + milliseconds,
        wake() {
          sleepers.delete(sleeper);
          then();
        }
      };
      sleepers.add(sleeper);
      return () => sleepers.delete(sleeper);
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const leave = (): void => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        const sleeper = {
          at: now + milliseconds,
          wake() {
            sleepers.delete(sleeper);
            signal.removeEventListener('abort', leave);
            resolve();
          }
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', leave, { once: true });
      }),
    async until(promise) {
      let over = false;
      const ended = (): void => {
        over = true;
      };
      promise.then(ended, ended);
      await quiet();
      while (!over) {
        const next = Math.min(...[...sleepers].map(({ at }) => at));
        if (next === Infinity) throw new Error('Everything waits, and not for time');
        now = Math.max(now, next);
        for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
        await quiet();
      }
      return promise;
    }
  };
};
