import { and, asc, count, desc, eq, getTableColumns, gt, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Authorized, InstanceResource, ProjectGrant } from '../auth/authorize.ts';
import { schema, type Db } from '../db/client.ts';

/** An entry as people read it: `actorName` is the present name of the person, a pseudonym if the account was deleted. */
type AuditEntry = typeof schema.audit.$inferSelect;

/** Name of the actor of an entry, today: rows of people hold their id only. */
export const nameOfActor = sql<string>`coalesce((SELECT u.name FROM user u WHERE u.id = ${schema.audit.actorId}), ${schema.audit.actorName})`;

const asRead = { ...getTableColumns(schema.audit), actorName: nameOfActor };

/** Which entries are wanted; what is absent does not matter. */
export interface AuditFilter {
  /** A person's id, or `name:` and the name of an actor that is no person (`name:command line`, `name:system`). */
  actor?: string;
  action?: string;
  /** Kind of thing, e.g. `verification-round`. */
  entity?: string;
  entityId?: string;
  /** From this moment on, ms, and up to but without that one. */
  from?: number;
  to?: number;
}

interface AuditPage extends AuditFilter {
  /** Only entries older than this one, by id; `after`: younger. Without both, the newest. */
  before?: number;
  after?: number;
  limit?: number;
}

/** Begins no person's id: ids have no colon. */
const NAMED = 'name:';

function wanted({ resource }: ProjectGrant<'manage'>, filter: AuditFilter): SQL[] {
  const { audit } = schema;
  const conditions: SQL[] = [eq(audit.projectId, resource.id)];
  if (filter.actor?.startsWith(NAMED))
    conditions.push(isNull(audit.actorId), eq(audit.actorName, filter.actor.slice(NAMED.length)));
  else if (filter.actor !== undefined) conditions.push(eq(audit.actorId, filter.actor));
  if (filter.action !== undefined) conditions.push(eq(audit.action, filter.action));
  if (filter.entity !== undefined) conditions.push(eq(audit.entity, filter.entity));
  if (filter.entityId !== undefined) conditions.push(eq(audit.entityId, filter.entityId));
  if (filter.from !== undefined) conditions.push(gte(audit.at, filter.from));
  if (filter.to !== undefined) conditions.push(lt(audit.at, filter.to));
  return conditions;
}

/** Entries of a project, the newest first. */
export function readAudit(db: Db, grant: ProjectGrant<'manage'>, page: AuditPage = {}): AuditEntry[] {
  const { audit } = schema;
  const { before, after, limit = 100 } = page;
  const conditions = wanted(grant, page);
  if (before !== undefined) conditions.push(lt(audit.id, before));
  if (after !== undefined) conditions.push(gt(audit.id, after));
  const entries = db
    .select(asRead)
    .from(audit)
    .where(and(...conditions))
    .orderBy(after === undefined ? desc(audit.id) : asc(audit.id))
    .limit(limit)
    .all();
  return after === undefined ? entries : entries.reverse();
}

/** How many entries of a project there are. */
export const countAudit = (db: Db, grant: ProjectGrant<'manage'>, filter: AuditFilter): number =>
  db
    .select({ n: count() })
    .from(schema.audit)
    .where(and(...wanted(grant, filter)))
    .get()?.n ?? 0;

/** Filters for the entries of a project: people, acts, kinds of things. */
interface AuditFacets {
  /** `value` is what a filter takes as `actor`. */
  actors: { value: string; name: string }[];
  actions: string[];
  entities: string[];
}

export function auditFacets(db: Db, grant: ProjectGrant<'manage'>): AuditFacets {
  const { audit } = schema;
  const rows = db
    .selectDistinct({ id: audit.actorId, name: nameOfActor, action: audit.action, entity: audit.entity })
    .from(audit)
    .where(eq(audit.projectId, grant.resource.id))
    .all();
  const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();
  const actors = new Map(rows.map(({ id, name }) => [id ?? NAMED + name, name]));
  return {
    actors: [...actors]
      .map(([value, name]) => ({ value, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.value < b.value ? -1 : 1)),
    actions: sorted(rows.map(({ action }) => action)),
    entities: sorted(rows.map(({ entity }) => entity))
  };
}

/** Entries of the whole instance, the newest first, those of no project (sign-ins, accounts) among them. */
export function readInstanceAudit(
  db: Db,
  _grant: Authorized<InstanceResource, 'administer'>,
  { action, before, limit }: { action?: string; before?: number; limit: number }
): AuditEntry[] {
  const { audit } = schema;
  return db
    .select(asRead)
    .from(audit)
    .where(
      and(
        action === undefined ? undefined : eq(audit.action, action),
        before === undefined ? undefined : lt(audit.id, before)
      )
    )
    .orderBy(desc(audit.id))
    .limit(limit)
    .all();
}
