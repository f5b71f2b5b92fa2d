import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { record } from '../../audit/audit.ts';
import { builtOnce } from '../../db/built-once.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newToken, sha256 } from '../../db/id.ts';
import { unlessWriteFails } from '../../db/write-faults.ts';
import type { Person, Role } from '../authorize.ts';
import { browserName } from './browser-name.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** A session ends when it has not been used for this long, */
const idle = 30 * day;
const renewBelow = 15 * day;
/** and this long after the sign-in, however much it is used. */
export const longestSession = 90 * day;

export interface StartedSession {
  /** For the cookie; the database keeps its SHA-256 only. */
  token: string;
  expiresAt: number;
}

/** Starts a session. Sessions that have ended by themselves are deleted. */
export function startSession(db: Db, userId: string, now = Date.now(), userAgent?: string | null): StartedSession {
  const token = newToken();
  const expiresAt = now + idle;
  write(db, (tx) => {
    tx.delete(schema.session).where(lt(schema.session.expiresAt, now)).run();
    tx.insert(schema.session)
      .values({
        id: sha256(token),
        userId,
        createdAt: now,
        seenAt: now,
        expiresAt,
        browser: browserName(userAgent)
      })
      .run();
  });
  return { token, expiresAt };
}

const sessionById = builtOnce((db) =>
  db
    .select({ user: schema.user, session: schema.session })
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

interface ReadSession {
  person: Person;
  /** Tag of the language that the person chose; null if they leave it to the browser. */
  language: string | null;
  /** Keys that the person changed, by action; null if none. */
  keys: Record<string, string> | null;
  expiresAt: number;
  /** Its use was last noted an hour ago or more: a request that may write should say that it is in use (`noteUse`). */
  stale: boolean;
}

const isAhead = ({ createdAt }: { createdAt: number }, now: number): boolean => createdAt > now + hour;

/** The person behind a cookie, or null. Changes nothing. */
export function readSession(db: Db, token: string, now = Date.now()): ReadSession | null {
  const row = sessionById(db).get({ id: sha256(token), now });
  if (!row || now >= row.session.createdAt + longestSession) return null;
  const { expiresAt, seenAt } = row.session;
  return {
    person: personWithRoles(db, row.user),
    language: row.user.language,
    keys: row.user.keys,
    expiresAt,
    stale: now - seenAt >= hour || isAhead(row.session, now)
  };
}

/**
 * Notes that a session is in use. A full disk must not keep people from reading: it is noted another time then.
 * Sliding: less than 15 days left are made 30 again, up to 90 days after the sign-in.
 *
 * @returns its new end, or null if that stays what it was
 */
export function noteUse(db: Db, token: string, now = Date.now()): number | null {
  const id = sha256(token);
  const row = sessionById(db).get({ id, now });
  if (!row) return null;
  // One that began in the future, because the clock was set back since, begins now: it must not outlast others.
  const ahead = isAhead(row.session, now);
  const began = ahead ? now : row.session.createdAt;
  const before = Math.min(row.session.expiresAt, began + longestSession);
  const expiresAt = Math.min(before - now < renewBelow || ahead ? now + idle : before, began + longestSession);
  const kept = unlessWriteFails(() => {
    db.update(schema.session)
      .set({ createdAt: began, expiresAt: ahead ? expiresAt : Math.max(before, expiresAt), seenAt: now })
      .where(eq(schema.session.id, id))
      .run();
    return true;
  });
  return kept && (ahead || expiresAt > before) ? expiresAt : null;
}

interface OwnSession {
  id: string;
  /** Browser and system in words. */
  browser: string;
  createdAt: number;
  /** To the hour. */
  seenAt: number;
  expiresAt: number;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** The open sessions of a person, the one that asks first, then the last used. */
export function listSessions(db: Db, person: Person, token: string, now = Date.now()): OwnSession[] {
  const own = sha256(token);
  return db
    .select()
    .from(schema.session)
    .where(and(eq(schema.session.userId, person.id), gt(schema.session.expiresAt, now)))
    .orderBy(desc(schema.session.seenAt))
    .all()
    .filter(({ createdAt }) => now < createdAt + longestSession)
    .map(({ id, browser, createdAt, seenAt, expiresAt }) => ({
      id,
      browser,
      createdAt,
      seenAt,
      expiresAt: Math.min(expiresAt, createdAt + longestSession),
      current: id === own
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one of a person's own sessions, or all but the one that asks. Ending one that has ended is no error. */
export function endOwnSessions(db: Db, person: Person, which: { id: string } | { allBut: string }): void {
  const { session } = schema;
  write(db, (tx) => {
    const ended = tx
      .delete(session)
      .where(
        and(
          eq(session.userId, person.id),
          'id' in which ? eq(session.id, which.id) : ne(session.id, sha256(which.allBut))
        )
      )
      .returning()
      .all();
    if (ended.length > 0)
      record(tx, person, {
        projectId: null,
        action: 'session.end',
        entity: 'user',
        entityId: person.id,
        detail: { sessions: ended.length }
      });
  });
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

const crowdPlaceOf = builtOnce((db) =>
  db
    .select({ userId: schema.crowdPlace.userId })
    .from(schema.crowdPlace)
    .where(eq(schema.crowdPlace.userId, sql.placeholder('userId')))
    .prepare()
);

/** A person with their roles, as `authorize` wants them. */
export function personWithRoles(db: Db, user: typeof schema.user.$inferSelect): Person {
  const held = new Map<string, Role[]>();
  for (const m of membershipsOf(db).all({ userId: user.id }))
    held.set(m.projectId, [...(held.get(m.projectId) ?? []), m.role]);
  const person = {
    kind: 'person',
    id: user.id,
    name: user.name,
    email: user.email,
    admin: user.admin,
    roles: held
  } as const;
  return crowdPlaceOf(db).get({ userId: user.id }) ? { ...person, crowd: true } : person;
}
