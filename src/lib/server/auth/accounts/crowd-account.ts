import { eq } from 'drizzle-orm';
import { refuse, worded } from '../../../errors.ts';
import { schema, type Db } from '../../db/client.ts';

/** Whether an account is the place of a crowd participant, who proves who they are by a link and an id alone. */
const isCrowdAccount = (db: Db, userId: string): boolean =>
  db.select().from(schema.crowdPlace).where(eq(schema.crowdPlace.userId, userId)).get() !== undefined;

/**
 * Refuses anything that would give a crowd participant more than the work of one study: a role, a token, a password, rights of an
 * admin. Their id is known to others on the platform, so an account behind it must not be worth taking over.
 */
export function refuseCrowdAccount(db: Db, userId: string): void {
  if (isCrowdAccount(db, userId)) refuse.notPermitted(worded('crowdAccount'));
}
