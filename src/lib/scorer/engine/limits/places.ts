/** At most `places` holders at once; the others wait in order. */
export const createPlaces = (places: number): { take(signal: AbortSignal): Promise<() => void> } => {
  let free = places;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return release;
      }
      await new Promise<void>((resolve, reject) => {
        const enter = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        waiting.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
      return release;
    }
  };
};
