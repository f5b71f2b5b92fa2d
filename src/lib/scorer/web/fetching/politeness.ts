/** Takes a place for one request to a host and resolves, when there is one, with what gives it back. */
type HostPlace = (host: string, signal: AbortSignal) => Promise<() => void>;

interface Waiting {
  host: string;
  enter(): void;
}

/**
 * At most `total` requests at once, and at most `perHost` of them to one host. First come, first served, but no request waits
 * for a host that is not its own.
 */
export const politeness = ({ perHost, total }: { perHost: number; total: number }): HostPlace => {
  if (!(perHost >= 1 && total >= 1)) throw new Error('politeness requires at least one place');
  const taken = new Map<string, number>();
  let all = 0;
  let queue: Waiting[] = [];

  const admit = (): void => {
    const left: Waiting[] = [];
    for (const one of queue) {
      const here = taken.get(one.host) ?? 0;
      if (all >= total || here >= perHost) {
        left.push(one);
        continue;
      }
      all += 1;
      taken.set(one.host, here + 1);
      one.enter();
    }
    queue = left;
  };

  const giveBack = (host: string): void => {
    all -= 1;
    const left = (taken.get(host) ?? 1) - 1;
    if (left > 0) taken.set(host, left);
    else taken.delete(host);
    admit();
  };

  return (host, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        queue = queue.filter((one) => one !== waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        host,
        enter: () => {
          signal.removeEventListener('abort', onAbort);
          let held = true;
          resolve(() => {
            if (held) giveBack(host);
            held = false;
          });
        }
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting);
      admit();
    });
};
