import { and, eq, inArray } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { readsResults } from '../../server/projects.ts';
import type { Nominee } from './nominees.ts';

/** The chosen people of the project, each once, by e-mail, so that a seed gives the same study wherever the same people are. */
export function nomineesOf(db: Db, projectId: string, chosen: readonly string[]): Nominee[] {
  if (chosen.length === 0) return [];
  const { user, membership } = schema;
  const roles = db
    .select({ userId: membership.userId, role: membership.role })
    .from(membership)
    .where(and(eq(membership.projectId, projectId), inArray(membership.userId, [...new Set(chosen)])))
    .all();
  const rolesOf = (userId: string) => roles.flatMap((one) => (one.userId === userId ? [one.role] : []));
  return db
    .select()
    .from(user)
    .where(inArray(user.id, [...new Set(roles.map(({ userId }) => userId))]))
    .orderBy(user.email)
    .all()
    .map(({ id, name, admin, disabledAt }) => ({
      userId: id,
      name,
      annotator: rolesOf(id).includes('annotator'),
      readsResults: readsResults({ admin, roles: rolesOf(id) }),
      disabled: disabledAt !== null
    }));
}
