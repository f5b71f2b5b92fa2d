import { count, eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { ReportTrace } from '../report-trace.ts';

const { reportTrace } = schema;

/** The trace that was imported for a report; null if none was. */
export function traceOfReport(db: Db, reportId: string): ReportTrace | null {
  const { searches, pages, tokens } = reportTrace;
  return (
    db.select({ searches, pages, tokens }).from(reportTrace).where(eq(reportTrace.reportId, reportId)).get() ?? null
  );
}

/** Stores what a system did for a report, in place of an earlier trace. */
export const putTrace = (tx: Db, reportId: string, trace: ReportTrace): void => {
  const values = { ...trace, importedAt: Date.now() };
  tx.insert(reportTrace)
    .values({ reportId, ...values })
    .onConflictDoUpdate({ target: reportTrace.reportId, set: values })
    .run();
};

/** How many reports of a project have a trace, of any revision. */
export const countTraces = (db: Db, { resource }: ProjectGrant<'read-results'>): number =>
  db
    .select({ n: count() })
    .from(reportTrace)
    .innerJoin(schema.report, eq(schema.report.id, reportTrace.reportId))
    .where(eq(schema.report.projectId, resource.id))
    .get()?.n ?? 0;
