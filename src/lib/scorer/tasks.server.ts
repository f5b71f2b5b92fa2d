import { asc, eq } from 'drizzle-orm';
import { schema, type Db } from '../server/db/client.ts';
import type { Task } from './engine.ts';
import type { Item, Judge, Metric, ReportText, Sample } from './pipeline.ts';
import { fillDates, isoDate } from './placeholders.ts';
import { baselineReports, metricIn, metricsOf, type Run } from './runs.server.ts';

/**
 * Everything that a run asks: its reports under its metrics by its judges, as often as the run repeats its questions.
 * Queries and checklists are those of the dataset version that the run names, so that later edits of the benchmark change
 * nothing about it.
 */
export const tasksOf = (db: Db, run: Run, judges: readonly Judge[]): Task[] =>
  metricsOf(db, run.id).flatMap((row) => {
    const metric = metricIn(row);
    return samplesUnder(db, run, metric).flatMap((sample) =>
      judges.flatMap((judge) =>
        Array.from({ length: repeatsOf(run, judge) }, (_, repeat): Task => ({ sample, metric, judge, repeat }))
      )
    );
  });

/** Judges made of code, or of given answers, say the same each time. */
const repeatsOf = (run: Run, judge: Judge): number => (judge.abstains ? 1 : run.options.repeats);

/** A run's reports under its metrics, with the units to be judged. */
export const samplesOf = (db: Db, run: Run): Sample[] =>
  metricsOf(db, run.id).flatMap((row) => samplesUnder(db, run, metricIn(row)));

/**
 * A run's reports under one metric. A report that has nothing to judge there makes no sample: its query has no item, or the
 * baseline has no report on it.
 */
function samplesUnder(db: Db, run: Run, metric: Metric): Sample[] {
  const version = db.select().from(schema.datasetVersion).where(eq(schema.datasetVersion.id, run.versionId)).get()!;
  const queries = new Map(version.content.queries.map((query) => [query.qid, query]));
  const systems = new Map(
    db
      .select({ id: schema.system.id, collected: schema.system.collectedAt })
      .from(schema.system)
      .where(eq(schema.system.projectId, run.projectId))
      .all()
      .map(({ id, collected }) => [id, collected])
  );
  const textOf = (report: typeof schema.report.$inferSelect): ReportText => ({
    id: report.id,
    markdown: report.markdown,
    collectedAt: report.collectedAt ?? systems.get(report.systemId) ?? null
  });
  const { baseline } = metric.settings;
  const compares = metric.protocol.compares === true;
  const answered = compares && baseline !== undefined ? baselineReports(db, baseline) : new Map<string, never>();
  return db
    .select({ report: schema.report, qid: schema.query.qid, text: schema.query.text })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.runReport.position))
    .all()
    .flatMap(({ report, qid, text }): Sample[] => {
      const query = queries.get(qid);
      const items = itemsOf(metric, query?.items ?? []);
      const other = answered.get(report.queryId);
      if (compares ? !other || report.systemId === baseline : items?.length === 0) return [];
      const own = textOf(report);
      const date = own.collectedAt ?? isoDate(run.createdAt);
      return [
        {
          metric: metric.name,
          query: { qid, text: fillDates(query?.text ?? text, date) },
          report: own,
          items: (items ?? []).map((item) => ({ key: item.key, text: fillDates(item.text, date) })),
          ...(other && { baseline: textOf(other) })
        }
      ];
    });
}

/** The items that a metric asks about; null where it finds its units in the report. */
const itemsOf = ({ protocol, items }: Metric, ofQuery: readonly Item[]): readonly Item[] | null =>
  protocol.unit.kind === 'item' ? (items ?? ofQuery) : null;
