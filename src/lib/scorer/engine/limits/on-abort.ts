const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal aborts. A run has one signal for all its calls: a listener for each would be searched for twice a call
 * in the list of them all.
 *
 * @returns a function that cancels the call back
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
