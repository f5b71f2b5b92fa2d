/** Time that may be spent on one thing in several parts. What lies between the parts does not count. */
export interface TimeBudget {
  left(): number;
  /** Runs a part with a signal that aborts with `reason` when the time is used up, and with its own reason when `outer` does. */
  spend<T>(part: (signal: AbortSignal) => Promise<T>, outer: AbortSignal): Promise<T>;
}

export const timeBudget = (milliseconds: number, reason: () => Error): TimeBudget => {
  let left = milliseconds;
  return {
    left: () => left,
    spend: async (part, outer) => {
      outer.throwIfAborted();
      const inner = new AbortController();
      const onAbort = (): void => inner.abort(outer.reason);
      outer.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(() => inner.abort(reason()), Math.max(0, left));
      const begun = performance.now();
      try {
        return await part(inner.signal);
      } finally {
        left -= performance.now() - begun;
        clearTimeout(timer);
        outer.removeEventListener('abort', onAbort);
      }
    }
  };
};

/** A length of time in words: `1 second`, `45 seconds`. */
export const seconds = (milliseconds: number): string => {
  const whole = Math.ceil(milliseconds / 1000);
  return whole === 1 ? '1 second' : `${whole} seconds`;
};
