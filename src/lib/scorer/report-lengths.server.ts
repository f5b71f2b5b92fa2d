import { eq } from 'drizzle-orm';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { type ReportLength, reportLength } from './leaderboard/index.ts';
import type { Run } from './runs.server.ts';

/** A report's text never changes, so its length is counted once. */
const known = new Map<string, ReportLength>();
const MOST_KNOWN = 50_000;

/** Lengths of a run's reports by report id. */
export function lengthsOf(db: Db, _grant: ProjectGrant<'read-results'>, run: Run): Map<string, ReportLength> {
  const { report, runReport } = schema;
  const rows = db
    .select({ id: report.id, sha256: report.sha256 })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .where(eq(runReport.runId, run.id))
    .all();
  if (known.size > MOST_KNOWN) known.clear();
  return new Map(rows.map(({ id, sha256 }) => [id, known.get(sha256) ?? counted(db, id, sha256)]));
}

function counted(db: Db, id: string, sha256: string): ReportLength {
  const row = db.select({ markdown: schema.report.markdown }).from(schema.report).where(eq(schema.report.id, id)).get();
  const length = reportLength(row?.markdown ?? '');
  known.set(sha256, length);
  return length;
}
