/** Time as an argument. */
export interface Clock {
  /** Milliseconds since the epoch, for records. It may be set back at any moment: never wait by it. */
  now(): number;
  /** Milliseconds on a clock that never goes back, for waiting. */
  elapsed(): number;
  /** Ends after that time, or at once with the signal's reason as error when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls back after that time, unless it is called off, by what it answers. */
  after(milliseconds: number, then: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', onAbort, { once: true });
    })
};
