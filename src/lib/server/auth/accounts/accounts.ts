import { and, eq, isNull, ne } from 'drizzle-orm';
import { problemAt, refuse, worded } from '../../../errors.ts';
import { isEmail, oneForm } from '../../../names.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newId, sha256 } from '../../db/id.ts';
import { systemActor, type Person } from '../authorize.ts';
import { requirePassword } from '../sign-in/own-password.ts';
import { hashPassword } from '../sign-in/passwords.ts';

/** Makes a person directly: the command line and the demo use it. */
export async function addUser(
  db: Db,
  input: { name: string; email: string; password: string; admin: boolean }
): Promise<string> {
  const hashed = await hashPassword(input.password, input);
  return write(db, (tx) => {
    const id = newUser(tx, input, hashed, input.admin);
    record(tx, systemActor, {
      projectId: null,
      action: 'user.add',
      entity: 'user',
      entityId: id,
      detail: { admin: input.admin }
    });
    return id;
  });
}

/** Makes an account, or refuses a name or an e-mail. */
export function newUser(tx: Db, input: { name: string; email: string }, hashed: string, admin: boolean): string {
  const email = input.email.trim().normalize('NFC').toLowerCase();
  const name = oneForm(input.name);
  const problems = [
    ...(name === '' ? [problemAt('name', worded('writeName'))] : []),
    ...(isEmail(email) ? [] : [problemAt('email', worded('writeEmail'))])
  ];
  if (problems.length > 0) refuse.invalid(worded('accountNotMade'), problems);
  if (tx.select().from(schema.user).where(eq(schema.user.email, email)).get())
    refuse.invalid(worded('accountNotMade'), [problemAt('email', worded('emailTaken'))]);
  const id = newId();
  tx.insert(schema.user).values({ id, email, name, passwordHash: hashed, admin, createdAt: Date.now() }).run();
  return id;
}

/**
 * Sets a password and ends everything that the one before may have opened: sessions, personal tokens, and the links by which it
 * could be set again. Part of a transaction, as is `newUser`.
 *
 * @param keep token of a session that continues
 */
export function setPassword(tx: Db, userId: string, hashed: string, keep?: string): string {
  return replaceAccess(tx, userId, hashed, keep);
}

/** Takes password, sessions, tokens and links for passwords away from an account that an identity provider signs in from now on. */
export const endOldAccess = (tx: Db, userId: string): string => replaceAccess(tx, userId, null);

function replaceAccess(tx: Db, userId: string, passwordHash: string | null, keep?: string): string {
  const { session, user } = schema;
  tx.update(user).set({ passwordHash }).where(eq(user.id, userId)).run();
  tx.delete(session)
    .where(and(eq(session.userId, userId), keep === undefined ? undefined : ne(session.id, sha256(keep))))
    .run();
  tx.delete(schema.apiToken).where(eq(schema.apiToken.userId, userId)).run();
  endPasswordLinks(tx, userId);
  return userId;
}

/** Ends the open links by which a person could set a password. Part of a transaction. */
export function endPasswordLinks(tx: Db, userId: string): void {
  const { invitation } = schema;
  tx.update(invitation)
    .set({ revokedAt: Date.now() })
    .where(
      and(
        eq(invitation.userId, userId),
        eq(invitation.purpose, 'reset'),
        isNull(invitation.usedAt),
        isNull(invitation.revokedAt)
      )
    )
    .run();
}

/** Changes one's own password; every other session of the person ends. */
export async function changePassword(
  db: Db,
  person: Person,
  input: { current: string; next: string; keep: string },
  now = Date.now()
): Promise<void> {
  await requirePassword(db, person, input.current, refuseCurrent, now);
  const hashed = await hashPassword(input.next, person);
  write(db, (tx) => {
    setPassword(tx, person.id, hashed, input.keep);
    record(tx, person, { projectId: null, action: 'password.change', entity: 'user', entityId: person.id });
  });
}

/** Tag of the language that a person chose for their pages; null if the browser decides. */
export const chosenLanguageOf = (db: Db, person: Person): string | null =>
  db.select().from(schema.user).where(eq(schema.user.id, person.id)).get()?.language ?? null;

/** Whether a person has a password to change: not if a link or an identity provider alone signs them in. */
export const hasPassword = (db: Db, person: Person): boolean =>
  db.select().from(schema.user).where(eq(schema.user.id, person.id)).get()?.passwordHash != null;

/** Sets the language of one's own pages. @param language its tag; null if the browser decides */
export function chooseLanguage(db: Db, person: Person, language: string | null): void {
  write(db, (tx) => {
    tx.update(schema.user).set({ language }).where(eq(schema.user.id, person.id)).run();
    const detail = { language };
    record(tx, person, {
      ...{ projectId: null, action: 'language.choose', entity: 'user', entityId: person.id, detail }
    });
  });
}

/** Sets one's own keys on pages of work. @param keys those that differ from the usual ones, by action */
export function chooseKeys(db: Db, person: Person, keys: Record<string, string>): void {
  const changed = Object.keys(keys).length > 0 ? keys : null;
  write(db, (tx) => {
    tx.update(schema.user).set({ keys: changed }).where(eq(schema.user.id, person.id)).run();
    const detail = { keys };
    record(tx, person, { ...{ projectId: null, action: 'keys.choose', entity: 'user', entityId: person.id, detail } });
  });
}

const refuseCurrent = (): never =>
  refuse.invalid(worded('passwordNotChanged'), [problemAt('current', worded('notCurrentPassword'))]);
