import { and, asc, desc, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';

/** Reports that a form of a preview offers at most. */
const MOST = 100;

/** Reports of the newest run under a metric, by query and system, to preview a prompt on; empty if no run has the metric. */
export function reportsForPreview(
  db: Db,
  grant: ProjectGrant<'manage'>,
  metric: string
): { run: number; reportId: string; qid: string; system: string }[] {
  const { run, runMetric, runReport, report, query, system } = schema;
  const newest = db
    .select({ id: run.id, number: run.number })
    .from(run)
    .innerJoin(runMetric, eq(runMetric.runId, run.id))
    .where(
      and(
        eq(run.projectId, grant.resource.id),
        eq(run.kind, 'scoring'),
        eq(run.origin, 'scored'),
        eq(runMetric.metric, metric)
      )
    )
    .orderBy(desc(run.number))
    .get();
  if (!newest) return [];
  return db
    .select({ reportId: report.id, qid: query.qid, system: system.name })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(runReport.runId, newest.id))
    .orderBy(asc(query.position), asc(system.name))
    .limit(MOST)
    .all()
    .map((one) => ({ run: newest.number, ...one }));
}
