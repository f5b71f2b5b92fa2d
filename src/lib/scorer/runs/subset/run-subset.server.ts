import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { RunSubset } from './run-subset.ts';
import { metricsOf, type Run } from '../runs.server.ts';

/** How much of its project a run judges. Reports that were imported after the run was made do not count. */
export function subsetIn(db: Db, run: Pick<Run, 'id' | 'projectId' | 'createdAt'>): RunSubset {
  const { report, runReport } = schema;
  const counts = {
    reports: sql<number>`count(*)`,
    queries: sql<number>`count(distinct ${report.queryId})`,
    systems: sql<number>`count(distinct ${report.systemId})`
  };
  const all = db
    .select(counts)
    .from(report)
    .where(
      and(
        eq(report.projectId, run.projectId),
        lte(report.importedAt, run.createdAt),
        // As lists showed them when the run was made: one revision of each, without the archive.
        or(isNull(report.replacedAt), gt(report.replacedAt, run.createdAt)),
        or(isNull(report.archivedAt), gt(report.archivedAt, run.createdAt))
      )
    )
    .get()!;
  const own = db
    .select(counts)
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .where(eq(runReport.runId, run.id))
    .get()!;
  const share = (of: keyof typeof counts): { n: number; of: number } => ({
    n: own[of],
    of: Math.max(own[of], all[of])
  });
  return {
    ...{ reports: share('reports'), queries: share('queries'), systems: share('systems') },
    claims: metricsOf(db, run.id).flatMap(({ metric, settings: { maxClaims } }) =>
      maxClaims === undefined ? [] : [{ metric, most: maxClaims }]
    )
  };
}
