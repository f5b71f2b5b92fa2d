import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

type WorkRole = 'annotator' | 'reviewer' | 'adjudicator';

/**
 * People who can do the work of a role in a project, by email: their accounts are open, and as annotators and reviewers, who work
 * blind, they are neither leads nor admins.
 */
export function workersIn(db: Db, projectId: string, role: WorkRole): string[] {
  const { membership, user } = schema;
  const blind = sql`not ${user.admin} and not exists (
    select 1 from membership held
    where held.project_id = ${projectId} and held.user_id = ${user.id} and held.role = 'lead'
  )`;
  return db
    .select({ id: user.id })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(
      and(
        ...[eq(membership.projectId, projectId), eq(membership.role, role), isNull(user.disabledAt)],
        role === 'adjudicator' ? undefined : blind
      )
    )
    .orderBy(asc(user.email))
    .all()
    .map(({ id }) => id);
}
