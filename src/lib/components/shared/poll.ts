/**
 * Asks again and again until the function that it returns is called. The next question waits for the answer to the last
 * one; one that fails, because the server restarts or the network is away, is asked again after the same time.
 * @param every in ms
 */
export function poll(ask: () => Promise<unknown>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const wait = (): void => {
    if (!stopped) timer = setTimeout(once, every);
  };
  const once = (): void => void ask().then(wait, wait);
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
