import { eq } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import { isRefusal, refuse, worded } from '../../../errors.ts';
import { noteRepeatable } from '../../audit/audit-counts.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { subjectKey } from '../../db/settings.ts';
import { systemActor } from '../authorize.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import { isKnownPlace, networkOf, noteSignIn } from './known-places.ts';
import { longestPassword, passwordMatches } from './passwords.ts';
import { personWithRoles, startSession, type StartedSession } from './sessions.ts';
import { forgetTries, reserveTry, returnTry, type Allowance } from './tries.ts';

/** RFC 5321 allows no longer path. */
const longestEmail = 254;

interface SignIn {
  email: string;
  password: string;
  /** Where the request came from. */
  address: string;
  /** Token of a device with an earlier sign-in, from its cookie; null if there is none. */
  device: string | null;
  /** `User-Agent` of the browser. */
  userAgent?: string | null;
}

/**
 * Checks e-mail and password and starts a session. A try is reserved before the password is hashed, and given back if it
 * was right.
 *
 * @returns the session, and the token by which this device is known from then on
 * @throws a refusal if the two do not match, or there were too many tries
 */
export async function signIn(db: Db, input: SignIn, now = Date.now()): Promise<SignedIn | AskedForCode> {
  try {
    return await checked(db, input, now);
  } catch (error) {
    if (isRefusal(error)) noteFailure(db, input.email, error.code, now);
    throw error;
  }
}

type SignedIn = StartedSession & { userId: string; device: string };
/** The password was right, and the account asks for a code of its second factor: there is no session yet. */
interface AskedForCode {
  userId: string;
  code: 'asked';
}

/** A failed sign-in in the audit trail: the e-mail, typed or of an identity provider, only as a hash under a key of this instance. */
export function noteFailure(db: Db, email: string, reason: string, now: number): void {
  const typed = email.trim().toLowerCase().slice(0, longestEmail);
  const entityId = createHmac('sha256', subjectKey(db)).update(typed).digest('hex').slice(0, 32);
  noteRepeatable(
    db,
    systemActor,
    { projectId: null, action: 'sign-in.refuse', entity: 'account', entityId, detail: { reason } },
    now
  );
}

async function checked(db: Db, input: SignIn, now: number): Promise<SignedIn | AskedForCode> {
  const email = input.email.trim().normalize('NFC').toLowerCase();
  if (email.length > longestEmail || input.password.length > longestPassword) refuse.invalid(worded('mismatchTooLong'));
  const user = db.select().from(schema.user).where(eq(schema.user.email, email)).get();
  const allowances = allowancesOf(db, { ...input, email, userId: user?.id ?? null }, now);
  const left = reserveTry(db, allowances, now);

  const right = await passwordMatches(user?.passwordHash ?? null, input.password);
  if (!user || !right || user.disabledAt !== null) {
    if (left <= 0) refuse.tooManyTries(15 * 60);
    refuse.invalid(worded('mismatchLeft', { left }));
  }
  return write(db, (tx) => {
    // An admin may have disabled the person, or the password may have changed, while it was hashed.
    const still = tx.select().from(schema.user).where(eq(schema.user.id, user!.id)).get();
    if (still?.disabledAt !== null || still.passwordHash !== user!.passwordHash) refuse.invalid(worded('mismatch'));
    returnTry(tx, allowances);
    forgetTries(tx, allowances[0]!);
    if (hasSecondFactor(tx, user!.id)) return { userId: user!.id, code: 'asked' };
    const device = noteSignIn(tx, user!.id, input, now);
    const person = personWithRoles(tx, still!);
    record(tx, person, { projectId: null, action: 'sign-in', entity: 'user', entityId: person.id });
    return { ...startSession(tx, user!.id, now, input.userAgent), userId: user!.id, device };
  });
}

/**
 * The limits of a try, the narrowest first. A device that is known to the account has a limit of its own, so that tries from
 * elsewhere cannot lock it out; likewise an address from which the person has signed in. All others share the account's limit.
 */
function allowancesOf(
  db: Db,
  input: { email: string; userId: string | null; address: string; device: string | null },
  now: number
): Allowance[] {
  const { email, userId, device } = input;
  const address = networkOf(input.address);
  if (userId && device && isKnownPlace(db, userId, { device }, now))
    return [{ of: ['device', email, device], limit: 5 }];
  const here = [
    { of: ['account and address', email, address], limit: 5 },
    { of: ['address', address], limit: 100 }
  ];
  if (userId && isKnownPlace(db, userId, { address }, now)) return here;
  return [...here, { of: ['account', email], limit: 20 }];
}
