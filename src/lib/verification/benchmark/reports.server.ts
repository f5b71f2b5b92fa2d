import { and, asc, eq, type SQL } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { isShownReport } from '../../server/managing/shown.ts';
import { reportMarkdown, storeText } from '../../server/db/report-text.ts';
import type { ImportedReport } from './benchmark.ts';
import type { Query } from './query-rows.server.ts';
import {
  keptReport,
  ReportImporter,
  type KeptReport,
  type ReportImport,
  type ReportImportOptions
} from './report-importer.server.ts';
import type { System } from './systems.server.ts';

export type { ReportImport, ReportImportOptions };

type Report = typeof schema.report.$inferSelect & { markdown: string };

type ResultsReader = ProjectGrant<'read-results' | 'manage'>;

/** A report without its text, for lists. */
interface ListedReport {
  id: string;
  qid: string;
  systemId: string;
  system: string;
  collectedAt: string | null;
  source: string;
  importedAt: number;
}

/** Reports by system, then in the order of the queries, each in its newest revision, without those in the archive. */
export function listReports(
  db: Db,
  grant: ResultsReader,
  filter: { systemId?: string; qid?: string } = {}
): ListedReport[] {
  const wanted: SQL[] = [eq(schema.report.projectId, grant.resource.id), isShownReport()];
  if (filter.systemId !== undefined) wanted.push(eq(schema.report.systemId, filter.systemId));
  if (filter.qid !== undefined) wanted.push(eq(schema.query.qid, filter.qid));
  return db
    .select({
      id: schema.report.id,
      qid: schema.query.qid,
      systemId: schema.system.id,
      system: schema.system.name,
      reportDate: schema.report.collectedAt,
      systemDate: schema.system.collectedAt,
      source: schema.report.source,
      importedAt: schema.report.importedAt
    })
    .from(schema.report)
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(and(...wanted))
    .orderBy(asc(schema.system.name), asc(schema.query.position))
    .all()
    .map(({ reportDate, systemDate, ...row }) => ({ ...row, collectedAt: reportDate ?? systemDate }));
}

/** A report with its query and system. A report without a date of its own was collected when its system's were. */
export function getReport(
  db: Db,
  grant: ResultsReader,
  reportId: string
): { report: Report; query: Query; system: System } {
  const row =
    db
      .select({ report: schema.report, markdown: reportMarkdown, query: schema.query, system: schema.system })
      .from(schema.report)
      .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
      .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
      .where(and(eq(schema.report.id, reportId), eq(schema.report.projectId, grant.resource.id)))
      .get() ?? refuse.notFound('report');
  const { report, markdown, query, system } = row;
  return { query, system, report: { ...report, markdown, collectedAt: report.collectedAt ?? system.collectedAt } };
}

/**
 * Brings reports into the project, with the systems that wrote them: all of them or, if one contradicts what is stored, none.
 * A report that is stored already with the same text is left alone.
 */
export function importReports(
  db: Db,
  grant: ProjectGrant<'manage'>,
  reports: Iterable<ImportedReport | KeptReport>,
  options: ReportImportOptions = {}
): ReportImport {
  return write(db, (tx) => {
    const work = new ReportImporter(tx, grant.resource.id, options);
    const systems = new Set<string>();
    for (const report of reports) {
      systems.add(report.system);
      work.take('sha256' in report ? report : keptReport(report, storeText(tx, report.markdown).hash));
    }
    const result = work.finish();
    const { added, corrected = 0 } = result.reports;
    if (added + corrected + result.systems.added + result.systems.updated + result.queries.added > 0)
      record(tx, grant.actor, {
        projectId: grant.resource.id,
        action: 'reports.import',
        entity: 'project',
        entityId: grant.resource.id,
        detail: { ...result, from: [...systems] }
      });
    return result;
  });
}
