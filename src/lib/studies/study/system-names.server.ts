import { eq, sql } from 'drizzle-orm';
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
