import { eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { personWithRoles } from '../sign-in/sessions.ts';

/** Records a sign-in that a code has ended. @throws a refusal if the account was disabled meanwhile */
export function signedInBySecondFactor(db: Db, userId: string, by: 'app' | 'recovery'): void {
  write(db, (tx) => {
    const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get();
    if (!user || user.disabledAt !== null) return refuse.notSignedIn();
    const entry = { action: 'sign-in', entity: 'user', entityId: userId, detail: { secondFactor: by } };
    record(tx, personWithRoles(tx, user), { projectId: null, ...entry });
  });
}
