import { eq, sql } from 'drizzle-orm';
import { judgesOf } from '../../scorer/runs/runs.server.ts';
import { shownText } from '../../scorer/report/shown/shown-text.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';

/** A report with everything by which its text could give its system away. Stays on the server. */
interface NamedReport {
  reportId: string;
  system: string;
  qid: string;
  markdown: string;
  names: (string | null)[];
}

const namedReports = builtOnce((db) => {
  const { report, system, query } = schema;
  return db
    .select({ reportId: report.id, markdown: reportMarkdown, qid: query.qid, system })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(sql`${report.id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare();
});

export function namesOfReports(db: Db, reportIds: readonly string[]): NamedReport[] {
  if (reportIds.length === 0) return [];
  return namedReports(db)
    .all({ ids: JSON.stringify(reportIds) })
    .map(({ system: { name, provider, family, backbone }, markdown, ...one }) => ({
      ...one,
      // A name with characters in it that cannot be seen is one all the same.
      markdown: shownText(markdown),
      system: name,
      names: [name, provider, family, backbone]
    }));
}

/** Names that texts for people who judge blind should not contain: systems of the project, and judges of the study's run. */
export function blindNames(
  db: Db,
  { projectId, runId }: Pick<typeof schema.study.$inferSelect, 'projectId' | 'runId'>
): string[] {
  const { system } = schema;
  const systems = db.select().from(system).where(eq(system.projectId, projectId)).all();
  const judges = runId === null ? [] : judgesOf(db, runId);
  return [
    ...systems.flatMap(({ name, family, backbone }) => [name, family, backbone]),
    ...judges.flatMap(({ spec, model }) => (spec === 'rules' ? [] : [spec, model]))
  ].flatMap((name) => (name === null || name === '' ? [] : [name]));
}
