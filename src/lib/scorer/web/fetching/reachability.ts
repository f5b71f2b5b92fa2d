import { isIP } from 'node:net';

/** Second-level names under country domains that are registries of their own: `example.co.uk`, `example.com.au`. */
const REGISTRIES = new Set(['ac', 'co', 'com', 'edu', 'go', 'gob', 'gouv', 'gov', 'ne', 'net', 'or', 'org']);

/**
 * The name under which a host is registered, so that two hosts with different ones are unrelated: `en.wikipedia.org` →
 * `wikipedia.org`. Without a list of public suffixes: hosts of one provider (`a.github.io`, `b.github.io`) count as related,
 * which asks for more proof and never for less. An IP address is its own.
 */
export const registrableDomain = (host: string): string => {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isIP(bare) !== 0) return bare;
  const labels = bare.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && REGISTRIES.has(second) ? -3 : -2).join('.');
};

/** An answer or a check counts for a failure so long before and after it, in milliseconds. */
const WINDOW = 120_000;
/** Without reference pages, an answer so long before a failure shows that this machine was connected, in milliseconds. */
const SHORTLY_BEFORE = 30_000;
/** How long a check that succeeded counts for failures that begin later. */
const FRESH = 10_000;
/** How long a check that failed is believed before the next one. */
const RECHECK = 15_000;
/** Unrelated hosts in a row without any answer, after which pages are left alone until the next check. */
const ENOUGH_SILENT = 3;

/** Tells an outage of this machine from a dead page, for all pages of one fetcher. */
export interface Reachability {
  /** Milliseconds on the clock that the other functions use. */
  now(): number;
  /** A host answered over HTTP: this machine reaches the web. */
  answered(host: string): void;
  /**
   * Whether a failure on the network, in an attempt that began at `since`, says something about the host: some host answered
   * since then, or between an earlier failure of the same host and now, or a reference page answers.
   */
  isProven(host: string, since: number): Promise<boolean>;
  /** True while nothing has answered for several unrelated hosts and the last check is recent: asking further is no use. */
  isDown(): boolean;
  /** Forgets that nothing answered: an operator has repaired the network and wants to know at once. */
  forget(): void;
}

/**
 * @param check Whether a reference page answers, asked only if a page failed on the network and no other host answered;
 *   null if there are no reference pages
 * @param now Milliseconds of a clock that never goes back
 */
export const reachability = (
  check: (() => Promise<boolean>) | null,
  now: () => number = () => performance.now()
): Reachability => {
  let answered = -Infinity;
  const failingSince = new Map<string, number>();
  const silent = new Set<string>();
  let last: { at: number; reached: boolean } | null = null;
  let checking: Promise<boolean> | null = null;

  const checkOnce = (from: number): Promise<boolean> => {
    if (!check) {
      // Nothing can be asked: a host that fails on its own shortly after another answered is taken for dead.
      last = { at: now(), reached: answered >= from - SHORTLY_BEFORE && silent.size < ENOUGH_SILENT };
      return Promise.resolve(last.reached);
    }
    if (last && !last.reached && now() - last.at < RECHECK) return Promise.resolve(false);
    checking ??= check()
      .then((reached) => {
        last = { at: now(), reached };
        if (reached) silent.clear();
        return reached;
      })
      .finally(() => (checking = null));
    return checking;
  };

  return {
    now,
    answered(host) {
      const domain = registrableDomain(host);
      answered = now();
      failingSince.delete(domain);
      silent.clear();
    },
    async isProven(host, since) {
      const domain = registrableDomain(host);
      const before = failingSince.get(domain);
      const from = before === undefined ? since : Math.max(before, now() - WINDOW);
      for (const [other, at] of failingSince) if (at < now() - WINDOW) failingSince.delete(other);
      failingSince.set(domain, from);
      if (answered >= from) return true;
      if (check && last?.reached === true && last.at + FRESH >= since && last.at + WINDOW >= now()) return true;
      silent.add(domain);
      return (await checkOnce(from)) || answered >= from;
    },
    forget() {
      silent.clear();
      failingSince.clear();
      if (last?.reached === false) last = null;
    },
    isDown: () => silent.size >= ENOUGH_SILENT && last !== null && !last.reached && now() - last.at < RECHECK
  };
};
