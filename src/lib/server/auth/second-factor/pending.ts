import { LRUCache } from 'lru-cache';
import { newToken, sha256 } from '../../db/id.ts';

/** A person whose password or provider was right, and whose code is still asked for. */
interface PendingSignIn {
  userId: string;
  /** Where the person goes afterwards, on this site. */
  next: string;
}

/** By the token in the browser's cookie; in memory, for ten minutes. There is no session before the code. */
const pending = new LRUCache<string, PendingSignIn>({ max: 10_000, ttl: 10 * 60_000 });

/** Keeps a sign-in until its code. @returns the token for the browser's cookie */
export function keepPending(sign: PendingSignIn): string {
  const token = newToken();
  pending.set(sha256(token), sign);
  return token;
}

export const pendingOf = (token: string | null): PendingSignIn | null =>
  token === null ? null : (pending.get(sha256(token)) ?? null);

export function endPending(token: string): void {
  pending.delete(sha256(token));
}
