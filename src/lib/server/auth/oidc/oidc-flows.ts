import { LRUCache } from 'lru-cache';
import { newToken, sha256 } from '../../db/id.ts';
import type { OidcFlow } from './oidc-provider.ts';

/**
 * Sign-ins that have begun, by the token in the cookie of the browser that began them: in memory, so that strangers write nothing to the
 * disk, for ten minutes. A restart of the server ends them.
 */
const begun = new LRUCache<string, OidcFlow>({ max: 10_000, ttl: 10 * 60_000 });

/** Keeps a sign-in. @returns the token for the browser's cookie */
export function keepFlow(flow: OidcFlow): string {
  const token = newToken();
  begun.set(sha256(token), flow);
  return token;
}

/** The sign-in of a browser; it is gone afterwards, so that no callback works twice. */
export function takeFlow(token: string | null): OidcFlow | null {
  if (token === null) return null;
  const key = sha256(token);
  const flow = begun.get(key) ?? null;
  begun.delete(key);
  return flow;
}
