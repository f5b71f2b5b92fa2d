import { eq } from 'drizzle-orm';
import { schema, write, type Db } from '../../db/client.ts';
import type { Person } from '../authorize.ts';
import { longestPassword, passwordMatches } from './passwords.ts';
import { noteRefusedTry } from './refused-tries.ts';
import { reserveTry, returnTry } from './tries.ts';

/**
 * Asks a person who is signed in for their password. Who has taken over a session gets five tries in a quarter of an hour to guess it, and
 * wrong ones are in the audit trail.
 *
 * @param wrong refuses a wrong password, in the words of the form
 */
export async function requirePassword(
  db: Db,
  person: Person,
  password: string,
  wrong: () => never,
  now: number
): Promise<void> {
  const allowances = [{ of: ['password', person.id], limit: 5 }];
  try {
    if (password.length > longestPassword) wrong();
    reserveTry(db, allowances, now);
    const user = db.select().from(schema.user).where(eq(schema.user.id, person.id)).get();
    if (!(await passwordMatches(user?.passwordHash ?? null, password))) wrong();
  } catch (error) {
    noteRefusedTry(db, person, { action: 'password.refuse', userId: person.id }, error, now);
    throw error;
  }
  // A try that was right is given back, also if the change itself is refused.
  write(db, (tx) => returnTry(tx, allowances));
}
