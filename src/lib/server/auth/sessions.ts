import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { builtOnce } from '../db/built-once.ts';
import { schema, write, type Db } from '../db/client.ts';
import { newToken, sha256 } from '../db/id.ts';
import type { Person, Role } from './authorize.ts';

const day = 24 * 60 * 60 * 1000;
const life = 30 * day;
const renewBelow = 15 * day;

/** Starts a session and returns the token for the cookie; the database keeps its SHA-256 only. */
export function startSession(db: Db, userId: string, now = Date.now()): { token: string; expiresAt: number } {
  const token = newToken();
  const expiresAt = now + life;
  write(db, (tx) => {
    tx.delete(schema.session).where(lt(schema.session.expiresAt, now)).run();
    tx.insert(schema.session)
      .values({ id: sha256(token), userId, createdAt: now, expiresAt })
      .run();
  });
  return { token, expiresAt };
}

const sessionById = builtOnce((db) =>
  db
    .select({ user: schema.user, expiresAt: schema.session.expiresAt })
    .from(schema.session)
    .innerJoin(schema.user, eq(schema.user.id, schema.session.userId))
    .where(
      and(
        eq(schema.session.id, sql.placeholder('id')),
        gt(schema.session.expiresAt, sql.placeholder('now')),
        isNull(schema.user.disabledAt)
      )
    )
    .prepare()
);

/** The person behind a cookie, or null. Sliding: less than 15 days left are made 30 again (`renewed`). */
export function readSession(
  db: Db,
  token: string,
  now = Date.now()
): { person: Person; expiresAt: number; renewed: boolean } | null {
  const id = sha256(token);
  const row = sessionById(db).get({ id, now });
  if (!row) return null;
  let { expiresAt } = row;
  const renewed = expiresAt - now < renewBelow;
  if (renewed) {
    expiresAt = now + life;
    db.update(schema.session).set({ expiresAt }).where(eq(schema.session.id, id)).run();
  }
  return { person: personOf(db, row.user), expiresAt, renewed };
}

export function endSession(db: Db, token: string): void {
  db.delete(schema.session)
    .where(eq(schema.session.id, sha256(token)))
    .run();
}

const membershipsOf = builtOnce((db) =>
  db
    .select()
    .from(schema.membership)
    .where(eq(schema.membership.userId, sql.placeholder('userId')))
    .prepare()
);

/** A person with their roles, as `authorize` wants them. */
export function personOf(db: Db, user: typeof schema.user.$inferSelect): Person {
  const held = new Map<string, Role[]>();
  for (const m of membershipsOf(db).all({ userId: user.id }))
    held.set(m.projectId, [...(held.get(m.projectId) ?? []), m.role]);
  return { kind: 'person', id: user.id, name: user.name, email: user.email, admin: user.admin, roles: held };
}
