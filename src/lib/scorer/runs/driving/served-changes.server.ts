import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { record } from '../../../server/audit/audit.ts';
import { systemActor } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { modelAsked } from '../served-versions.server.ts';
import type { Run } from '../runs.server.ts';

/** The action under which the audit trail has it that a judge was served another model version. */
export const SERVED_ANOTHER = 'judge.served-another-version';

/**
 * Records for each model of a run's judges the versions that were served in the run for the first time in the project, although
 * another one had answered before: once for each version, however often the run is taken up again.
 */
export function recordServedChanges(tx: Db, run: Pick<Run, 'id' | 'projectId' | 'number'>): void {
  const rows = askedOf(tx, run.projectId);
  const told = new Set(toldOf(tx, run).map(({ detail }) => JSON.stringify([detail['judge'], detail['role'], detail['model'], detail['version']]))); // prettier-ignore
  for (const { served, spec } of rows.filter(({ served: { runId } }) => runId === run.id)) {
    const { judgeId, role, player, version } = served;
    const before = rows
      .map((row) => row.served)
      .filter((one) => one.judgeId === judgeId && one.role === role && one.player === player)
      .filter((one) => one.firstAt! < served.firstAt!);
    if (before.length === 0 || before.some((one) => one.version === version)) continue;
    const last = before.reduce((a, b) => (b.lastAt! > a.lastAt! ? b : a));
    const which = { judge: spec, role: role === '' ? null : role, model: modelAsked(spec, player), version };
    if (told.has(JSON.stringify(Object.values(which)))) continue;
    told.add(JSON.stringify(Object.values(which)));
    record(tx, systemActor, {
      ...{ projectId: run.projectId, action: SERVED_ANOTHER, entity: 'run', entityId: run.id },
      detail: { number: run.number, ...which, before: last.version, calls: served.calls - served.reused }
    });
  }
}

/** Served versions of the project's judges, of all answers with a version's name. */
const askedOf = (tx: Db, projectId: string) =>
  tx
    .select({ served: schema.servedVersion, spec: schema.judge.spec })
    .from(schema.servedVersion)
    .innerJoin(schema.judge, eq(schema.judge.id, schema.servedVersion.judgeId))
    .where(
      and(
        eq(schema.judge.projectId, projectId),
        ne(schema.servedVersion.version, ''),
        isNotNull(schema.servedVersion.firstAt)
      )
    )
    .all();

const toldOf = (tx: Db, { id, projectId }: Pick<Run, 'id' | 'projectId'>) =>
  tx
    .select({ detail: schema.audit.detail })
    .from(schema.audit)
    .where(
      and(eq(schema.audit.projectId, projectId), eq(schema.audit.action, SERVED_ANOTHER), eq(schema.audit.entityId, id))
    )
    .all();
