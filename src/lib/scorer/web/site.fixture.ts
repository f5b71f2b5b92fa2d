import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Page } from '../page.ts';
import { pageFetcher, type FetcherOptions } from './fetching/fetcher.ts';
import type { Reachability } from './fetching/reachability.ts';
import { loopback, type Loopback } from './loopback.fixture.ts';

/** For pages that are on this machine or recorded: there each failure is the page's own. */
export const alwaysReachable: Reachability = {
  now: () => performance.now(),
  answered: () => undefined,
  isProven: () => Promise.resolve(true),
  isDown: () => false,
  forget: () => undefined
};

export const never = new AbortController().signal;
/** A server until the end of the test that asks for it. */
export const serve = async (answer: RequestListener): Promise<Loopback> => {
  const server = await loopback(answer);
  onTestFinished(() => server.close());
  return server;
};

/** One server, and a fetcher that may ask it. */
export const site = async (
  answer: RequestListener,
  options: FetcherOptions = {}
): Promise<{ server: Loopback; get: (path: string) => Promise<Page> }> => {
  const server = await serve(answer);
  const fetch = pageFetcher({ allow: [server.hostPort], retryPausesMs: [5, 10], reach: alwaysReachable, ...options });
  return { server, get: (path) => fetch(server.origin + path, { signal: never }) };
};
