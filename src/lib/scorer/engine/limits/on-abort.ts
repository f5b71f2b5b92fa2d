const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal aborts, unless it is called off, by what this answers. A run has one signal for all its calls, and
 * a listener of its own for each would be looked for in a list as long as they are many, twice a call.
 */
export function onAbort(signal: AbortSignal, then: () => void): () => void {
  const all = waiting.get(signal) ?? listen(signal);
  all.add(then);
  return () => void all.delete(then);
}

function listen(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(signal, all);
  const callBack = (): void => {
    for (const then of all) {
      all.delete(then);
      then();
    }
  };
  signal.addEventListener('abort', callBack, { once: true });
  return all;
}
