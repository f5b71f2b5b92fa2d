import { randomInt } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { problemAt, refuse, worded } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { sha256 } from '../../db/id.ts';
import { hasPassword } from '../accounts/accounts.ts';
import { refuseCrowdAccount } from '../accounts/crowd-account.ts';
import type { Person } from '../authorize.ts';
import { hasSecondFactor } from '../sign-in/has-second-factor.ts';
import { requirePassword } from '../sign-in/own-password.ts';
import { noteRefusedTry } from '../sign-in/refused-tries.ts';
import { forgetTries, reserveTry, returnTry } from '../sign-in/tries.ts';
import { isAskedOf } from './asking.ts';
import { acceptedStep, newTotpSecret, otpauthAddress } from './totp.ts';

const RECOVERY_CODES = 10;
/** Without letters and digits that are mistaken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type Row = typeof schema.secondFactor.$inferSelect;

const rowOf = (db: Db, userId: string): Row | undefined =>
  db.select().from(schema.secondFactor).where(eq(schema.secondFactor.userId, userId)).get();

/** Tries of a person's second factor: as few as of a password, wherever they come from. */
const allowances = (userId: string) => [{ of: ['second factor', userId], limit: 5 }];

/** How it stands: on with so many unused recovery codes, begun with the key that an app takes, or off. */
type SecondFactorState =
  | { state: 'on'; recovery: number }
  | { state: 'begun'; secret: string; address: string }
  | { state: 'off' };

export function secondFactorOf(db: Db, person: Person): SecondFactorState {
  const row = rowOf(db, person.id);
  if (!row) return { state: 'off' };
  if (row.confirmedAt === null)
    return { state: 'begun', secret: row.secret, address: otpauthAddress(row.secret, person.email) };
  const codes = db.select().from(schema.recoveryCode).where(eq(schema.recoveryCode.userId, person.id)).all();
  return { state: 'on', recovery: codes.length };
}

/**
 * Begins a second factor with a new secret. The password is asked again, so that a session that was taken over cannot lock its owner out;
 * accounts without one sign in with a provider.
 */
export async function beginSecondFactor(db: Db, person: Person, password: string, now = Date.now()): Promise<void> {
  if (hasPassword(db, person))
    await requirePassword(db, person, password, () => refuseField('password', 'notCurrentPassword'), now);
  write(db, (tx) => {
    refuseCrowdAccount(tx, person.id);
    if (hasSecondFactor(tx, person.id)) refuse.conflict(worded('secondFactorOn'));
    tx.delete(schema.secondFactor).where(eq(schema.secondFactor.userId, person.id)).run();
    tx.insert(schema.secondFactor).values({ userId: person.id, secret: newTotpSecret(), createdAt: now }).run();
  });
}

/**
 * Confirms a second factor by a first code; all other sessions of the person end.
 *
 * @param keep token of the session that continues
 * @returns recovery codes, which are readable only now
 */
export function confirmSecondFactor(db: Db, person: Person, code: string, keep: string, now = Date.now()): string[] {
  reserveTry(db, allowances(person.id), now);
  return write(db, (tx) => {
    const row = rowOf(tx, person.id);
    if (!row || row.confirmedAt !== null) return refuse.conflict(worded('secondFactorNotBegun'));
    const step = acceptedStep(row.secret, code, row.lastStep, now) ?? refuseField('code', 'wrongCode');
    const { secondFactor, session } = schema;
    tx.update(secondFactor).set({ confirmedAt: now, lastStep: step }).where(eq(secondFactor.userId, person.id)).run();
    tx.delete(session)
      .where(and(eq(session.userId, person.id), ne(session.id, sha256(keep))))
      .run();
    returnTry(tx, allowances(person.id));
    note(tx, person, 'second-factor.add');
    return newRecoveryCodes(tx, person.id);
  });
}

/**
 * Checks a code of the app or a recovery code, and uses it up.
 *
 * @throws a refusal if it is wrong, was used before, or there were too many tries
 */
export function checkSecondFactor(db: Db, userId: string, code: string, now = Date.now()): 'app' | 'recovery' {
  const left = reserveTry(db, allowances(userId), now);
  return write(db, (tx) => {
    const row = rowOf(tx, userId);
    if (!row || row.confirmedAt === null) return refuse.conflict(worded('secondFactorNotBegun'));
    const { recoveryCode, secondFactor } = schema;
    const step = acceptedStep(row.secret, code, row.lastStep, now);
    if (step !== null) tx.update(secondFactor).set({ lastStep: step }).where(eq(secondFactor.userId, userId)).run();
    const typed = sha256(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
    const used =
      step === null &&
      tx
        .delete(recoveryCode)
        .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.hash, typed)))
        .returning()
        .get() !== undefined;
    if (step === null && !used)
      refuse.invalid(worded('wrongCodeLeft', { left }), [problemAt('code', worded('wrongCode'))]);
    returnTry(tx, allowances(userId));
    forgetTries(tx, allowances(userId)[0]!);
    return used ? 'recovery' : 'app';
  });
}

/** Asks a person who is signed in for a code; a wrong one is in the audit trail. */
function requireOwnCode(db: Db, person: Person, code: string, now: number): void {
  try {
    checkSecondFactor(db, person.id, code, now);
  } catch (error) {
    noteRefusedTry(db, person, { action: 'second-factor.refuse', userId: person.id }, error, now);
    throw error;
  }
}

/** New recovery codes in place of the others, for a code. */
export function renewRecoveryCodes(db: Db, person: Person, code: string, now = Date.now()): string[] {
  requireOwnCode(db, person, code, now);
  return write(db, (tx) => {
    note(tx, person, 'second-factor.codes');
    return newRecoveryCodes(tx, person.id);
  });
}

/** Removes one's own second factor, for a code. @throws a refusal if the instance asks it of the person */
export function removeSecondFactor(db: Db, person: Person, code: string, now = Date.now()): void {
  if (isAskedOf(db, person)) refuse.notPermitted(worded('secondFactorAsked'));
  requireOwnCode(db, person, code, now);
  write(db, (tx) => {
    forgetFactor(tx, person.id);
    note(tx, person, 'second-factor.remove');
  });
}

/** Deletes a person's second factor; part of a transaction. */
export function forgetFactor(tx: Db, userId: string): void {
  tx.delete(schema.secondFactor).where(eq(schema.secondFactor.userId, userId)).run();
  tx.delete(schema.recoveryCode).where(eq(schema.recoveryCode.userId, userId)).run();
}

function newRecoveryCodes(tx: Db, userId: string): string[] {
  const letters = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const codes = Array.from({ length: RECOVERY_CODES }, letters);
  tx.delete(schema.recoveryCode).where(eq(schema.recoveryCode.userId, userId)).run();
  for (const code of codes)
    tx.insert(schema.recoveryCode)
      .values({ userId, hash: sha256(code) })
      .run();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

const note = (tx: Db, person: Person, action: string): void =>
  record(tx, person, { projectId: null, action, entity: 'user', entityId: person.id });

const refuseField = (column: string, key: 'wrongCode' | 'notCurrentPassword'): never =>
  refuse.invalid(worded('secondFactorUnchanged'), [problemAt(column, worded(key))]);
