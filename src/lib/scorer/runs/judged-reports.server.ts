import { and, asc, eq, lte, or } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { Metric } from '../metric.ts';
import { metricIn, metricsOf, type Run } from './runs.server.ts';
import { metricByName, unitNamed } from '../suites/index.ts';

/** What a query has for metrics to judge: its checklist, and material by suite. */
export interface JudgedQuery {
  qid: string;
  items: readonly unknown[];
  material?: Readonly<Record<string, unknown>>;
}
type BaselineReport = Pick<typeof schema.report.$inferSelect, 'id' | 'systemId' | 'collectedAt'>;

/**
 * Queries that the baseline system has a report on, by id of the query, with that report: of several revisions the newest that
 * there was when the run was made, so that a later correction changes nothing about the run.
 */
export function baselineReports(
  db: Db,
  systemId: string,
  { createdAt }: Pick<Run, 'createdAt'>
): Map<string, BaselineReport> {
  const { report } = schema;
  return new Map(
    db
      .select({ id: report.id, systemId: report.systemId, collectedAt: report.collectedAt, queryId: report.queryId })
      .from(report)
      .where(and(eq(report.systemId, systemId), or(eq(report.revision, 1), lte(report.importedAt, createdAt))))
      .orderBy(asc(report.revision))
      .all()
      .map(({ queryId, ...found }) => [queryId, found])
  );
}

/** Whether a metric judges the items of each query's checklist, so that it has nothing to judge without them. */
const judgesChecklists = ({ protocol, items }: Pick<Metric, 'protocol' | 'items'>): boolean =>
  !protocol.itemsOf && !items && unitNamed(protocol.unit.kind).checklist === true;

/** What a metric needs a query to have: criteria of its rubric, material of its suite, or a checklist; undefined for nothing. */
export const neededOf = (
  metric: Pick<Metric, 'protocol' | 'items' | 'material'>
): 'checklist' | 'criteria' | 'material' | undefined =>
  metric.protocol.itemsOf !== undefined
    ? 'criteria'
    : metric.material !== undefined
      ? 'material'
      : judgesChecklists(metric)
        ? 'checklist'
        : undefined;

/** Whether a query has the criteria, checklist items and material without which a metric has nothing to judge. */
export const judgesQuery = (metric: Pick<Metric, 'protocol' | 'items' | 'material'>, query: JudgedQuery): boolean => {
  const { protocol, material } = metric;
  if (protocol.itemsOf !== undefined) return protocol.itemsOf(query.qid).length > 0;
  return (
    (query.items.length > 0 || !judgesChecklists(metric)) &&
    (material === undefined || query.material?.[material] !== undefined)
  );
};

/**
 * Ids of the run's reports that have something to judge under a metric. A checklist that each query brings along judges
 * those whose query has one; a metric that needs material those whose query has it; a comparison those of other systems whose
 * query the baseline answers too; everything else judges all of them.
 */
export function reportsUnder(db: Db, run: Run, name: string): string[] {
  const { runReport, report, query, datasetVersion } = schema;
  const rows = db
    .select({ id: report.id, qid: query.qid, queryId: query.id, systemId: report.systemId })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(eq(runReport.runId, run.id))
    .all();
  const row = metricsOf(db, run.id).find(({ metric }) => metric === name);
  const { protocol, items, settings, material } = row ? metricIn(row) : metricByName(name);
  const ids = (wanted: (one: (typeof rows)[number]) => boolean): string[] => rows.filter(wanted).map(({ id }) => id);
  const hasUnits = (qid: string): boolean => protocol.itemsOf === undefined || protocol.itemsOf(qid).length > 0;
  if (protocol.compares) {
    const { baseline } = settings;
    if (baseline === undefined) return [];
    const answered = baselineReports(db, baseline, run);
    return ids(({ queryId, systemId, qid }) => systemId !== baseline && answered.has(queryId) && hasUnits(qid));
  }
  if (protocol.itemsOf !== undefined) return ids(({ qid }) => hasUnits(qid));
  const metric = { protocol, items, material };
  if (neededOf(metric) === undefined) return ids(() => true);
  const version = db
    .select({ content: datasetVersion.content })
    .from(datasetVersion)
    .where(eq(datasetVersion.id, run.versionId ?? ''))
    .get();
  const judged = version?.content.queries.filter((query) => judgesQuery(metric, query));
  const qids = new Set(judged?.map(({ qid }) => qid));
  return ids(({ qid }) => qids.has(qid));
}

/** How many reports of the run have something to judge under a metric. */
export const reportsToJudge = (db: Db, run: Run, name: string): number => reportsUnder(db, run, name).length;
