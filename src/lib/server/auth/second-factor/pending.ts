import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { schema, type Db } from '../../db/client.ts';
import { newToken, sha256 } from '../../db/id.ts';

/** Persons whose password or provider was right, and whose code is still asked for. */
interface PendingSignIn {
  userId: string;
  passwordHash: string | null;
}

/** By the token in the browser's cookie; in memory, for ten minutes. There is no session before the code. */
const pending = new LRUCache<string, PendingSignIn>({
  ...{ max: 10_000, ttl: 10 * 60_000 }
});

const accountOf = (db: Db, userId: string) =>
  db.select().from(schema.user).where(eq(schema.user.id, userId)).get() ?? null;

/** Keeps a sign-in until its code. @returns the token for the browser's cookie */
export function keepPending(db: Db, userId: string): string {
  const token = newToken();
  pending.set(sha256(token), { userId, passwordHash: accountOf(db, userId)?.passwordHash ?? null });
  return token;
}

/** The person whose sign-in a browser began; null if there is none, or the account was disabled or got another password since, which ends all access. */
export function pendingOf(db: Db, token: string | null): string | null {
  const kept = token === null ? undefined : pending.get(sha256(token));
  const account = kept ? accountOf(db, kept.userId) : null;
  if (!kept || !account || account.disabledAt !== null || account.passwordHash !== kept.passwordHash) return null;
  return kept.userId;
}

export function endPending(token: string): void {
  pending.delete(sha256(token));
}
