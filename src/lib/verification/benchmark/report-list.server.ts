import { and, count, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { containsWords, inOrder } from '../../server/lists/found-rows.ts';
import { pageWithin, type ListPage, type ListQuestion } from '../../server/lists/list-question.ts';
import { isShownReport } from '../../server/managing/shown.ts';

/** A report in a list. */
interface PagedReport {
  id: string;
  qid: string;
  system: string;
  /** ISO date; the system's if the report has none. */
  collectedAt: string | null;
  source: string;
}

/**
 * One page of the project's reports. Orders: `system` (then the order of the queries), `qid`, `collected`, `file`; filter:
 * `system`, a system's name. Words are looked for in qid, system and file.
 */
export function pageOfReports(
  db: Db,
  grant: ProjectGrant<'read-results' | 'manage'>,
  question: ListQuestion
): ListPage<PagedReport> {
  const { report, query, system } = schema;
  const collected = sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`;
  const wanted = and(
    eq(report.projectId, grant.resource.id),
    isShownReport(),
    question.filters.system === undefined ? undefined : eq(system.name, question.filters.system),
    containsWords([query.qid, system.name, report.source], question.search)
  );
  const total = db
    .select({ n: count() })
    .from(report)
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(wanted)
    .get()!.n;
  const { page, pages, offset } = pageWithin(total, question);
  const orders = { system: system.nameKey, qid: query.qidKey, collected, file: report.source };
  const rows = db
    .select({ id: report.id, qid: query.qid, system: system.name, collectedAt: collected, source: report.source })
    .from(report)
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(wanted)
    .orderBy(...inOrder(question, orders, [system.name, query.position, report.id]))
    .limit(question.size)
    .offset(offset)
    .all();
  return { rows, page, pages, total };
}
