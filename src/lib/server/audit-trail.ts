import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { ProjectGrant } from './auth/authorize.ts';
import { schema, type Db } from './db/client.ts';

export type AuditEntry = typeof schema.audit.$inferSelect;

/** The newest entries of a project first; `before` is the id of the last entry already shown. */
export function readAudit(
  db: Db,
  grant: ProjectGrant<'manage'>,
  filter: { before?: number; actorId?: string; action?: string; limit?: number } = {}
): AuditEntry[] {
  const wanted: SQL[] = [eq(schema.audit.projectId, grant.resource.id)];
  if (filter.before !== undefined) wanted.push(lt(schema.audit.id, filter.before));
  if (filter.actorId !== undefined) wanted.push(eq(schema.audit.actorId, filter.actorId));
  if (filter.action !== undefined) wanted.push(eq(schema.audit.action, filter.action));
  return db
    .select()
    .from(schema.audit)
    .where(and(...wanted))
    .orderBy(desc(schema.audit.id))
    .limit(filter.limit ?? 100)
    .all();
}
