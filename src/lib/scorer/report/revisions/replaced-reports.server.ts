import { eq, isNull, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';

/** How many reports of a run have a newer revision that is not in the archive, and the qids of all of its reports. */
export function replacedReports(db: Db, runId: string): { replaced: number; qids: ReadonlySet<string> } {
  const { report, runReport, query } = schema;
  const rows = db
    .select({
      qid: query.qid,
      replaced: sql<number>`${report.replacedAt} IS NOT NULL AND ${isNull(report.archivedAt)}`
    })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(eq(runReport.runId, runId))
    .all();
  return {
    replaced: rows.filter(({ replaced }) => replaced === 1).length,
    qids: new Set(rows.map(({ qid }) => qid))
  };
}
