import { LRUCache } from 'lru-cache';
import { newToken, sha256 } from '../../db/id.ts';
import type { OidcFlow } from './oidc-provider.ts';

/**
 * Sign-ins that have begun, by the token in the cookie of the browser that began them: in memory, so that strangers write nothing to the
 * disk, for ten minutes. A browser can begin one in each of its tabs. A restart of the server ends them.
 */
const begun = new LRUCache<string, readonly OidcFlow[]>({ max: 10_000, ttl: 10 * 60_000 });

/** Sign-ins of one browser; a further one ends the oldest. */
const MOST_OF_BROWSER = 10;

/**
 * Keeps a sign-in.
 *
 * @param token of the browser's cookie; null if it has none
 * @returns the token for the browser's cookie
 */
export function keepFlow(flow: OidcFlow, token: string | null): string {
  const others = token === null ? undefined : begun.get(sha256(token));
  const own = token !== null && others ? token : newToken();
  begun.set(sha256(own), [...(others ?? []), flow].slice(-MOST_OF_BROWSER));
  return own;
}

/** The sign-in of a browser that has this state; it is gone afterwards, so that no callback works twice. */
export function takeFlow(token: string | null, state: string | null): OidcFlow | null {
  if (token === null) return null;
  const key = sha256(token);
  const flows = begun.get(key) ?? [];
  const flow = flows.find((one) => one.state === state) ?? null;
  const left = flows.filter((one) => one !== flow);
  if (left.length === 0) begun.delete(key);
  else if (flow) begun.set(key, left, { ttl: begun.getRemainingTTL(key) });
  return flow;
}
