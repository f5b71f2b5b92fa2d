import { asc, eq } from 'drizzle-orm';
import { schema, type Db } from '../server/db/client.ts';
import type { Task } from './engine.ts';
import type { Item, Judge, Sample } from './pipeline.ts';
import { fillDates, isoDate } from './placeholders.ts';
import { metricsOf, type Run } from './runs.server.ts';
import { metricByName } from './suites/index.ts';

/**
 * Everything that a run asks: its reports under its metrics by its judges. Queries and checklists are those of the dataset
 * version that the run names, so that later edits of the benchmark change nothing about it.
 */
export const tasksOf = (db: Db, run: Run, judges: readonly Judge[]): Task[] =>
  samplesOf(db, run).flatMap((sample) => {
    const metric = metricByName(sample.metric);
    return judges.map((judge): Task => ({ sample, metric, judge }));
  });

/**
 * A run's reports under its metrics, with the units to be judged. A report whose query has no item of a metric has nothing
 * to judge there and makes no sample.
 */
export function samplesOf(db: Db, run: Run): Sample[] {
  const version = db.select().from(schema.datasetVersion).where(eq(schema.datasetVersion.id, run.versionId)).get()!;
  const queries = new Map(version.content.queries.map((query) => [query.qid, query]));
  const reports = db
    .select({
      report: schema.report,
      qid: schema.query.qid,
      text: schema.query.text,
      collected: schema.system.collectedAt
    })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.runReport.position))
    .all();
  return metricsOf(db, run.id).flatMap(({ metric }) => {
    const fixed = metricByName(metric).items;
    return reports.flatMap(({ report, qid, text, collected }): Sample[] => {
      const query = queries.get(qid);
      const collectedAt = report.collectedAt ?? collected;
      const items: readonly Item[] = fixed ?? query?.items ?? [];
      if (items.length === 0) return [];
      const date = collectedAt ?? isoDate(run.createdAt);
      return [
        {
          metric,
          query: { qid, text: fillDates(query?.text ?? text, date) },
          report: { id: report.id, markdown: report.markdown, collectedAt },
          items: items.map((item) => ({ key: item.key, text: fillDates(item.text, date) }))
        }
      ];
    });
  });
}
