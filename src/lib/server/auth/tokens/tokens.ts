import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { problemAt, refuse, worded, type Problem } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { builtOnce } from '../../db/built-once.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newId, newToken, sha256 } from '../../db/id.ts';
import { unlessWriteFails } from '../../db/write-faults.ts';
import { refuseCrowdAccount } from '../accounts/crowd-account.ts';
import type { Person } from '../authorize.ts';
import { personWithRoles } from '../sign-in/sessions.ts';
import { tokenDays, tokenScopes, type TokenScope } from '../scopes.ts';

const day = 24 * 60 * 60 * 1000;
/** Secret scanners find tokens by this beginning. */
const START = 'vdr_';
const PREFIX = START.length + 8;
export const MOST_TOKENS = 20;
const LONGEST_NAME = 80;
const noted = 15 * 60 * 1000;

interface TokenWish {
  name: string;
  /** Besides `read`, which every token has. */
  scopes: readonly string[];
  days: number;
}

/**
 * Makes a personal token.
 *
 * @returns its text, which is shown once and cannot be read again
 * @throws a refusal that names the field
 */
export function makeToken(db: Db, person: Person, wish: TokenWish, now = Date.now()): string {
  const name = wish.name.trim().normalize('NFC');
  const problems: Problem[] = [];
  if (name === '') problems.push(problemAt('tokenName', worded('writeTokenName')));
  if (name.length > LONGEST_NAME)
    problems.push(problemAt('tokenName', worded('atMostCharacters', { most: LONGEST_NAME })));
  if (!tokenDays.some((days) => days === wish.days)) problems.push(problemAt('days', worded('chooseTokenDays')));
  if (wish.scopes.some((scope) => !(tokenScopes as readonly string[]).includes(scope)))
    problems.push(problemAt('scopes', worded('chooseTokenScopes')));
  if (problems.length > 0) refuse.invalid(worded('tokenNotMade'), problems);
  const scopes = tokenScopes.filter((scope) => scope === 'read' || wish.scopes.includes(scope));
  const token = START + newToken();
  const prefix = token.slice(0, PREFIX);
  write(db, (tx) => {
    refuseCrowdAccount(tx, person.id);
    if (ownTokens(tx, person).length >= MOST_TOKENS) refuse.conflict(worded('tooManyTokens', { most: MOST_TOKENS }));
    const row = { id: newId(), userId: person.id, name, prefix, hash: sha256(token), scopes: scopes.join(' ') };
    tx.insert(schema.apiToken)
      .values({ ...row, createdAt: now, expiresAt: now + wish.days * day })
      .run();
    const detail = { prefix, name, scopes, days: wish.days };
    record(tx, person, { projectId: null, action: 'token.make', entity: 'user', entityId: person.id, detail });
  });
  return token;
}

interface OwnToken {
  id: string;
  name: string;
  prefix: string;
  scopes: TokenScope[];
  createdAt: number;
  expiresAt: number;
  /** To a quarter of an hour; null if it was never used. */
  usedAt: number | null;
  expired: boolean;
}

/** A person's tokens, the newest first, expired ones among them. */
export function listTokens(db: Db, person: Person, now = Date.now()): OwnToken[] {
  return ownTokens(db, person).map(({ id, name, prefix, scopes, createdAt, expiresAt, usedAt }) => ({
    ...{ id, name, prefix, createdAt, expiresAt, usedAt },
    scopes: scopesIn(scopes),
    expired: expiresAt <= now
  }));
}

const ownTokens = (db: Db, person: Person): (typeof schema.apiToken.$inferSelect)[] =>
  db
    .select()
    .from(schema.apiToken)
    .where(eq(schema.apiToken.userId, person.id))
    .orderBy(desc(schema.apiToken.createdAt))
    .all();

const scopesIn = (text: string): TokenScope[] => tokenScopes.filter((scope) => text.split(' ').includes(scope));

/** Revokes one of a person's own tokens. */
export function revokeToken(db: Db, person: Person, id: string): void {
  const { apiToken } = schema;
  write(db, (tx) => {
    const row =
      tx
        .delete(apiToken)
        .where(and(eq(apiToken.id, id), eq(apiToken.userId, person.id)))
        .returning()
        .get() ?? refuse.notFound('token');
    const detail = { prefix: row.prefix, name: row.name };
    record(tx, person, { projectId: null, action: 'token.revoke', entity: 'user', entityId: person.id, detail });
  });
}

const tokenByHash = builtOnce((db) =>
  db
    .select({ user: schema.user, token: schema.apiToken })
    .from(schema.apiToken)
    .innerJoin(schema.user, eq(schema.user.id, schema.apiToken.userId))
    .where(
      and(
        eq(schema.apiToken.hash, sql.placeholder('hash')),
        gt(schema.apiToken.expiresAt, sql.placeholder('now')),
        isNull(schema.user.disabledAt)
      )
    )
    .prepare()
);

/** The person who acts by a token, with their roles of this moment; null for a token that is unknown, revoked or expired. */
export function readToken(db: Db, token: string, now = Date.now()): (Person & { token: object }) | null {
  if (!token.startsWith(START)) return null;
  const row = tokenByHash(db).get({ hash: sha256(token), now });
  // Made before the clock was set back: it would be valid for longer than it was made for.
  if (!row || row.token.createdAt > now + day) return null;
  const { id, prefix, scopes, usedAt } = row.token;
  if (usedAt === null || Math.abs(now - usedAt) >= noted)
    // A full disk must not keep programs from reading: it is noted another time then.
    unlessWriteFails(() => db.update(schema.apiToken).set({ usedAt: now }).where(eq(schema.apiToken.id, id)).run());
  return { ...personWithRoles(db, row.user), token: { prefix, scopes: scopesIn(scopes) } };
}
