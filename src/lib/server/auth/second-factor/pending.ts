import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { schema, type Db } from '../../db/client.ts';
import { newToken, sha256 } from '../../db/id.ts';

/** A person whose password or provider was right, and whose code is still asked for. */
interface PendingSignIn {
  userId: string;
  /** Where the person goes afterwards, on this site. */
  next: string;
}

/** By the token in the browser's cookie; in memory, for ten minutes. There is no session before the code. */
const pending = new LRUCache<string, PendingSignIn & { passwordHash: string | null }>({
  ...{ max: 10_000, ttl: 10 * 60_000 }
});

const accountOf = (db: Db, userId: string) =>
  db.select().from(schema.user).where(eq(schema.user.id, userId)).get() ?? null;

/** Keeps a sign-in until its code. @returns the token for the browser's cookie */
export function keepPending(db: Db, sign: PendingSignIn): string {
  const token = newToken();
  pending.set(sha256(token), { ...sign, passwordHash: accountOf(db, sign.userId)?.passwordHash ?? null });
  return token;
}

/** The sign-in of a browser; null if there is none, or the account was disabled or got another password since, which ends all access. */
export function pendingOf(db: Db, token: string | null): PendingSignIn | null {
  const kept = token === null ? undefined : pending.get(sha256(token));
  const account = kept ? accountOf(db, kept.userId) : null;
  if (!kept || !account || account.disabledAt !== null || account.passwordHash !== kept.passwordHash) return null;
  return { userId: kept.userId, next: kept.next };
}

export function endPending(token: string): void {
  pending.delete(sha256(token));
}
