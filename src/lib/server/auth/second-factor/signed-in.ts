import { eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { systemActor } from '../authorize.ts';
import { noteRefusedTry } from '../sign-in/refused-tries.ts';
import { personWithRoles } from '../sign-in/sessions.ts';
import { checkSecondFactor } from './second-factor.ts';

/**
 * Ends a sign-in by a code, and records it, or that it was refused.
 *
 * @throws a refusal if the code is wrong, or the account was disabled meanwhile
 */
export function signInByCode(db: Db, userId: string, code: string, now = Date.now()): void {
  const by = codeOf(db, userId, code, now);
  write(db, (tx) => {
    const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get();
    if (!user || user.disabledAt !== null) return refuse.notSignedIn();
    const entry = { action: 'sign-in', entity: 'user', entityId: userId, detail: { secondFactor: by } };
    record(tx, personWithRoles(tx, user), { projectId: null, ...entry });
  });
}

function codeOf(db: Db, userId: string, code: string, now: number): 'app' | 'recovery' {
  try {
    return checkSecondFactor(db, userId, code, now);
  } catch (error) {
    noteRefusedTry(db, systemActor, { action: 'sign-in.refuse', userId, detail: { secondFactor: true } }, error, now);
    throw error;
  }
}
