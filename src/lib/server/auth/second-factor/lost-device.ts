import { eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import type { Authorized, InstanceResource } from '../authorize.ts';
import { forgetFactor } from './second-factor.ts';

/** Removes the second factor of a person who lost device and recovery codes; their sessions end. */
export function resetSecondFactor(db: Db, grant: Authorized<InstanceResource, 'administer'>, userId: string): void {
  write(db, (tx) => {
    const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get() ?? refuse.notFound('person');
    forgetFactor(tx, user.id);
    tx.delete(schema.session).where(eq(schema.session.userId, user.id)).run();
    record(tx, grant.actor, { projectId: null, action: 'second-factor.reset', entity: 'user', entityId: user.id });
  });
}
