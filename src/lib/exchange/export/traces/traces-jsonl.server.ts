import { traceOfReport } from '../../../scorer/report/report-traces.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { listReports } from '../../../verification/benchmark/reports.server.ts';

/** The traces of a project's reports as JSON lines, in the form that an import reads; '' without any. */
export function tracesJsonl(db: Db, grant: ProjectGrant<'read-results'>): string {
  const lines = listReports(db, grant).flatMap(({ id, system, qid }) => {
    const trace = traceOfReport(db, id);
    return trace === null ? [] : [`${JSON.stringify({ system, qid, ...trace })}\n`];
  });
  return lines.join('');
}
