import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { isShownReport } from '../../server/managing/shown.ts';
import { readSystemDescription } from './systems.ts';

const leadSays = sayingsOf('leadRefusals');

export type System = typeof schema.system.$inferSelect;

interface SystemRow extends System {
  reports: number;
}

/** The project's systems by name, each with the number of its reports, without those in the archive. */
export function listSystems(db: Db, grant: ProjectGrant<'read-results' | 'manage'>): SystemRow[] {
  const reports = new Map(
    db
      .select({ systemId: schema.report.systemId, n: count() })
      .from(schema.report)
      .where(and(eq(schema.report.projectId, grant.resource.id), isShownReport()))
      .groupBy(schema.report.systemId)
      .all()
      .map(({ systemId, n }) => [systemId, n])
  );
  return db
    .select()
    .from(schema.system)
    .where(and(eq(schema.system.projectId, grant.resource.id), isNull(schema.system.archivedAt)))
    .orderBy(asc(schema.system.name))
    .all()
    .map((system) => ({ ...system, reports: reports.get(system.id) ?? 0 }));
}

export function getSystem(db: Db, grant: ProjectGrant<'read-results' | 'manage'>, systemId: string): System {
  const mine = and(eq(schema.system.id, systemId), eq(schema.system.projectId, grant.resource.id));
  return db.select().from(schema.system).where(mine).get() ?? refuse.notFound('system');
}

/** Changes the fields that are given; an empty text empties its field. The audit keeps both states. */
export function describeSystem(
  db: Db,
  grant: ProjectGrant<'manage'>,
  systemId: string,
  fields: Readonly<Record<string, unknown>>
): System {
  const { description, problems } = readSystemDescription(fields);
  if (problems.length > 0) refuse.invalid(leadSays('systemNotChanged'), problems);
  return write(db, (tx) => {
    const before = getSystem(tx, grant, systemId);
    const after: System = { ...before, ...description };
    const changed = (Object.keys(description) as (keyof typeof description)[]).filter(
      (name) => before[name] !== after[name]
    );
    if (changed.length === 0) return before;
    tx.update(schema.system).set(description).where(eq(schema.system.id, systemId)).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'system.describe',
      entity: 'system',
      entityId: systemId,
      detail: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]))
    });
    return after;
  });
}
