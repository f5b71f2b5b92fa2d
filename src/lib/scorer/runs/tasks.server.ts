import { LRUCache } from 'lru-cache';
import { asc, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { Task } from '../engine/engine.ts';
import type { Judge } from '../judge.ts';
import type { Metric } from '../metric.ts';
import type { Item, ReportText, Sample } from '../sample.ts';
import { itemsUnder } from './texts/item-wording.ts';
import { fillDates } from './texts/placeholders.ts';
import { askedOf, dateOfUndated } from './texts/asked-texts.ts';
import { baselineReports } from './judged-reports.server.ts';
import { shownText } from '../report/shown/shown-text.ts';
import { storedMarkdown } from '../report/stored-markdown.server.ts';
import { makerAsking } from '../making/makers.ts';
import { type PlannedUnit, tasksOfMaker } from '../making/making-task.ts';
import { metricIn, metricsOf, type Run } from './runs.server.ts';
import { allowsSearch } from '../web/pages/web-search.ts';

/**
 * Everything that a run asks: its reports under its metrics by its judges, as often as the run repeats its questions.
 * Queries and checklists are those of the dataset version that the run names, so that later edits of the benchmark change
 * nothing about it.
 */
export const tasksOf = (db: Db, run: Run, judges: readonly Judge[]): Task[] => tasksIn(db, planOf(db, run), judges);

/** A run with what it judges and by which metrics. Its rows need not be in the database: an estimate forgets them. */
export interface RunPlan {
  run: Run;
  metrics: ReturnType<typeof metricsOf>;
  /** In the run's order. */
  reportIds: string[];
  /** Queries and checklists of its dataset version, if that version was frozen for this plan and is forgotten with it. */
  content?: VersionContent;
  /** Of a making run, which judges no reports: what it makes something from. Absent in scoring runs. */
  units?: PlannedUnit[];
}

type VersionContent = (typeof schema.datasetVersion.$inferSelect)['content'];

/** Queries and checklists of the run's dataset version; undefined if the database has no such version. */
export const contentOf = (db: Db, run: Run): VersionContent | undefined =>
  db
    .select({ content: schema.datasetVersion.content })
    .from(schema.datasetVersion)
    .where(eq(schema.datasetVersion.id, run.versionId ?? ''))
    .get()?.content;

export const planOf = (db: Db, run: Run): RunPlan => ({
  run,
  metrics: metricsOf(db, run.id),
  reportIds: db
    .select({ id: schema.runReport.reportId })
    .from(schema.runReport)
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.runReport.position))
    .all()
    .map(({ id }) => id),
  ...(run.kind === 'making' && { units: unitsOf(db, run.id) })
});

const unitsOf = (db: Db, runId: string): PlannedUnit[] => {
  const { makingUnit } = schema;
  const { id, label, input } = makingUnit;
  return db
    .select({ id, label, input })
    .from(makingUnit)
    .where(eq(makingUnit.runId, runId))
    .orderBy(asc(makingUnit.position))
    .all();
};

/** The same of a plan: everything else is read from the database. */
export const tasksIn = (db: Db, plan: RunPlan, judges: readonly Judge[]): Task[] => {
  const { run, metrics, units } = plan;
  if (units)
    return metrics.flatMap(({ metric, promptHash }) => {
      const asking = makerAsking(metric, promptHash);
      return asking ? tasksOfMaker(asking, units, judges, asking.maker.collects ? run.options.repeats : 1) : [];
    });
  const scope = scopeOf(db, plan);
  const tasks = metrics.flatMap((row) => {
    const metric = metricIn(row);
    const webSearch = allowsSearch(metric, run.options) ? ({ webSearch: true } as const) : {};
    return samplesUnder(db, run, scope, metric).flatMap((sample) =>
      judges.flatMap((judge) =>
        Array.from({ length: repeatsOf(run, judge) }, (_, repeat): Task => ({
          ...{ sample, metric, judge, repeat },
          ...webSearch
        }))
      )
    );
  });
  return byReport(markShared(tasks));
};

/** Marks tasks with report-first prompts that are not alone with their judge and report. */
const markShared = (tasks: readonly Task[]): Task[] => {
  const nameOf = ({ judge, sample }: Task): string => `${judge.fingerprint} ${sample.report.id}`;
  const counts = new Map<string, number>();
  for (const task of tasks)
    if (task.metric.prompt.task !== undefined) counts.set(nameOf(task), (counts.get(nameOf(task)) ?? 0) + 1);
  return tasks.map((task) =>
    task.metric.prompt.task !== undefined && (counts.get(nameOf(task)) ?? 0) > 1
      ? { ...task, sharesBeginning: true }
      : task
  );
};

/**
 * In the order of the reports' ids, which are random: what a run shows on its way is a sample of all systems, not the first
 * of them, and what is written one after the other lies together in the database. Metrics, judges and repeats of one report
 * follow each other, so that it is read once for all of them.
 */
const byReport = (tasks: readonly Task[]): Task[] => {
  const idOf = ({ sample }: Task): string => sample.report.id;
  return tasks.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0));
};

/** Judges made of code, or of given answers, say the same each time. */
const repeatsOf = (run: Run, judge: Judge): number => (judge.abstains ? 1 : run.options.repeats);

/** A run's reports under its metrics, with the units to be judged. */
export const samplesOf = (db: Db, run: Run): Sample[] => {
  const plan = planOf(db, run);
  const scope = scopeOf(db, plan);
  return plan.metrics.flatMap((row) => samplesUnder(db, run, scope, metricIn(row)));
};

/** Queries and reports that a run judges, read once for all its metrics. */
interface Scope {
  queries: Map<string, QueryContent>;
  reports: { queryId: string; systemId: string; qid: string; query: string; text: ReportText }[];
  textOf: (report: ReportRow) => ReportText;
}
type ReportRow = Pick<typeof schema.report.$inferSelect, 'id' | 'systemId' | 'collectedAt'>;
type QueryContent = VersionContent['queries'][number];

/** So many tasks may be under way at once, which read the same reports by several judges. */
const KEPT = 256;

/** Reads texts when they are needed and keeps the last ones: those of all reports may be hundreds of megabytes. */
const textReader = (db: Db): ((id: string) => string) => {
  const kept = new LRUCache<string, string>({ max: KEPT });
  return (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const row = storedMarkdown(db).get({ id });
    if (!row) throw new Error(`A run requires its reports, and ${id} is gone`);
    // Judges read the text that people see.
    const text = shownText(row.markdown);
    kept.set(id, text);
    return text;
  };
};

function scopeOf(db: Db, { run, reportIds, content = contentOf(db, run)! }: RunPlan): Scope {
  const asked = content.queries.map((query) => askedOf(query, run.options));
  const systems = new Map(
    db
      .select({ id: schema.system.id, collected: schema.system.collectedAt })
      .from(schema.system)
      .where(eq(schema.system.projectId, run.projectId))
      .all()
      .map(({ id, collected }) => [id, collected])
  );
  const read = textReader(db);
  const textOf = ({ id, systemId, collectedAt }: ReportRow): ReportText => ({
    id,
    get markdown() {
      return read(id);
    },
    collectedAt: collectedAt ?? systems.get(systemId) ?? null
  });
  const wordings = new Map(
    db
      .select({ id: schema.query.id, qid: schema.query.qid, query: schema.query.text })
      .from(schema.query)
      .where(eq(schema.query.projectId, run.projectId))
      .all()
      .map(({ id, ...wording }) => [id, wording])
  );
  const { id, systemId, queryId, collectedAt } = schema.report;
  const rows = new Map(
    db
      .select({ id, systemId, queryId, collectedAt })
      .from(schema.report)
      .where(eq(schema.report.projectId, run.projectId))
      .all()
      .map((report) => [report.id, report])
  );
  const reports = reportIds.map((reportId) => {
    const report = rows.get(reportId)!;
    const { queryId, systemId } = report;
    return { queryId, systemId, ...wordings.get(queryId)!, text: textOf(report) };
  });
  return { queries: new Map(asked.map((query) => [query.qid, query])), reports, textOf };
}

/**
 * A run's reports under one metric. A report that has nothing to judge there makes no sample: its query has no item, or the
 * baseline has no report on it.
 */
function samplesUnder(db: Db, run: Run, { queries, reports, textOf }: Scope, metric: Metric): Sample[] {
  const { baseline } = metric.settings;
  const compares = metric.protocol.compares === true;
  const baselines = new Map(
    compares && baseline !== undefined
      ? [...baselineReports(db, baseline, run)].map(([queryId, report]) => [queryId, textOf(report)])
      : []
  );
  const filled = itemsFilled();
  const undated = dateOfUndated(run);
  return reports.flatMap(({ queryId, systemId, qid, query: wording, text }): Sample[] => {
    const query = queries.get(qid);
    const items = itemsUnder(metric, query?.items ?? none, qid);
    const other = baselines.get(queryId);
    if ((compares && (!other || systemId === baseline)) || items?.length === 0) return [];
    const material = metric.material === undefined ? undefined : query?.material?.[metric.material];
    if (metric.material !== undefined && material === undefined) return [];
    const date = text.collectedAt ?? undated;
    return [
      {
        metric: metric.name,
        query: { qid, text: fillDates(query?.text ?? wording, date) },
        report: text,
        items: filled(items ?? none, date),
        ...(other && { baseline: other }),
        ...(material !== undefined && { material })
      }
    ];
  });
}

const none: readonly Item[] = [];

/** Items with their dates filled in: reports on one query that were collected on one day share them. */
const itemsFilled = (): ((items: readonly Item[], date: string) => Item[]) => {
  const known = new Map<readonly Item[], Map<string, Item[]>>();
  return (items, date) => {
    const ofItems = known.get(items) ?? new Map<string, Item[]>();
    known.set(items, ofItems);
    const filled = ofItems.get(date) ?? items.map(({ key, text }) => ({ key, text: fillDates(text, date) }));
    ofItems.set(date, filled);
    return filled;
  };
};
