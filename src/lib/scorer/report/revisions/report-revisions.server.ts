import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { refuse } from '../../../errors.ts';
import { nameOfActor } from '../../../server/audit/audit-trail.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { reportMarkdown } from '../../../server/db/report-text.ts';
import { wordsChanged, type WordsChanged } from './words-changed.ts';

/** One text that a report has or had, with what rests on it. */
interface ReportRevision {
  id: string;
  /** 1, 2 …; the highest is the text that new runs judge. */
  revision: number;
  importedAt: number;
  /** The person who imported it, as the audit trail names them; null if it does not. */
  importedBy: string | null;
  source: string;
  /** Against the revision before; null for the first. */
  changed: WordsChanged | null;
  /** Numbers of the runs that judge this text, without those in the archive. */
  runs: number[];
  /** Numbers of the studies that ask people about this text, without those in the archive. */
  studies: number[];
}

/** All revisions of the report of which one is given, the newest first. */
export function reportRevisions(db: Db, grant: ProjectGrant<'read-results'>, reportId: string): ReportRevision[] {
  const { report } = schema;
  const given = alias(report, 'given');
  const rows = db
    .select({
      ...{ id: report.id, revision: report.revision, importedAt: report.importedAt, source: report.source },
      markdown: reportMarkdown
    })
    .from(report)
    .innerJoin(given, and(eq(given.systemId, report.systemId), eq(given.queryId, report.queryId)))
    .where(and(eq(given.id, reportId), eq(given.projectId, grant.resource.id)))
    .orderBy(asc(report.revision))
    .all();
  if (rows.length === 0) refuse.notFound('report');
  return rows
    .map(({ markdown, ...row }, at): ReportRevision => ({
      ...row,
      importedBy: importerAt(db, grant.resource.id, row.importedAt, rows[at + 1]?.importedAt ?? null),
      changed: at === 0 ? null : wordsChanged(rows[at - 1]!.markdown, markdown),
      runs: numbersOf(
        db,
        sql`SELECT number FROM run WHERE kind = 'scoring' AND archived_at IS NULL
          AND id IN (SELECT run_id FROM run_report WHERE report_id = ${row.id}) ORDER BY number`
      ),
      studies: numbersOf(
        db,
        sql`SELECT number FROM study WHERE archived_at IS NULL AND id IN (SELECT study_id FROM study_item WHERE report_id = ${row.id}
          UNION SELECT i.study_id FROM study_item_report r JOIN study_item i ON i.id = r.study_item_id WHERE r.report_id = ${row.id})
          ORDER BY number`
      )
    }))
    .reverse();
}

const numbersOf = (db: Db, question: ReturnType<typeof sql>): number[] =>
  db.all<{ number: number }>(question).map(({ number }) => number);

/** An import is recorded in the transaction that makes it, after its reports: the first record since is that of the import. */
const importerAt = (db: Db, projectId: string, at: number, until: number | null): string | null =>
  db.get<{ name: string }>(
    sql`SELECT ${nameOfActor} AS name FROM audit WHERE project_id = ${projectId} AND action = 'reports.import' AND at >= ${at}
      AND (${until} IS NULL OR at < ${until}) ORDER BY id LIMIT 1`
  )?.name ?? null;
