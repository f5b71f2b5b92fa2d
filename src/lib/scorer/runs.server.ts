import { and, asc, desc, eq, inArray, max } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { canonicalJson } from './fingerprint.ts';
import type { JudgeConfig } from './judges/index.ts';
import type { Metric, MetricSettings } from './pipeline.ts';
import { defaultRunOptions, type RunOptions } from './run-options.ts';
import { metricByName, withSettings } from './suites/index.ts';

export type Run = typeof schema.run.$inferSelect;
export type StoredJudge = typeof schema.judge.$inferSelect;

/** A judge as a new run names it: its configuration, and the fingerprint of the judge made of it. */
export interface NamedJudge {
  spec: string;
  fingerprint: string;
  config: JudgeConfig;
}

export interface NewRun {
  name: string;
  versionId: string;
  metrics: string[];
  /** By metric; what is absent stays as the metric has it. */
  settings?: Record<string, MetricSettings>;
  judges: NamedJudge[];
  reportIds: string[];
  options?: Partial<RunOptions>;
}

/** Plans a run: reports × metrics × judges. Nothing is asked until the driver starts it. */
export function createRun(db: Db, grant: ProjectGrant<'manage'>, input: NewRun): Run {
  const projectId = grant.resource.id;
  const metrics = input.metrics.map((name) => withSettings(metricByName(name), input.settings?.[name]));
  const problems = [
    ...(input.name.trim() === '' ? [{ row: null, column: 'name', reason: 'Write a name for the run.' }] : []),
    ...(metrics.length === 0 ? [{ row: null, column: 'metric', reason: 'Choose at least one metric.' }] : []),
    ...(input.judges.length === 0 ? [{ row: null, column: 'judge', reason: 'Name at least one judge.' }] : []),
    ...(input.reportIds.length === 0
      ? [{ row: null, column: 'system', reason: 'Choose at least one system with reports.' }]
      : []),
    ...duplicates(input.judges),
    ...withoutBaseline(metrics)
  ];
  if (problems.length > 0) refuse.invalid('The run was not made.', problems);
  return write(db, (tx) => {
    const known = tx
      .select({ id: schema.report.id })
      .from(schema.report)
      .where(and(eq(schema.report.projectId, projectId), inArray(schema.report.id, input.reportIds)))
      .all();
    if (known.length !== new Set(input.reportIds).size) refuse.notFound('report among those chosen');
    const number =
      (tx
        .select({ n: max(schema.run.number) })
        .from(schema.run)
        .where(eq(schema.run.projectId, projectId))
        .get()?.n ?? 0) + 1;
    const run = tx
      .insert(schema.run)
      .values({
        id: newId(),
        projectId,
        number,
        name: input.name.trim(),
        versionId: input.versionId,
        status: 'waiting',
        options: { ...defaultRunOptions, ...input.options },
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        createdAt: Date.now()
      })
      .returning()
      .get();
    input.judges.forEach((named, position) => {
      tx.insert(schema.runJudge)
        .values({ runId: run.id, judgeId: storeJudge(tx, projectId, named), position })
        .run();
    });
    metrics.forEach(({ name, prompt, settings }, position) => {
      tx.insert(schema.runMetric)
        .values({
          runId: run.id,
          metric: name,
          promptName: prompt.name,
          promptVersion: prompt.version,
          promptHash: prompt.hash,
          settings,
          position
        })
        .run();
    });
    input.reportIds.forEach((reportId, position) => {
      tx.insert(schema.runReport).values({ runId: run.id, reportId, position }).run();
    });
    const idle = metrics.filter(({ name }) => reportsToJudge(tx, run, name) === 0);
    if (idle.length > 0)
      refuse.invalid(
        'The run was not made.',
        idle.map(({ name, title }) => ({
          row: null,
          column: 'metric',
          reason: metricByName(name).protocol.compares
            ? `${title} has nothing to judge: no report of another system answers a query that the baseline answers. Choose another baseline, or leave the metric out.`
            : `${title} has nothing to judge: no query of these reports has a yes/no checklist item. Import a checklist, or leave the metric out.`,
          found: name
        }))
      );
    record(tx, grant.actor, {
      projectId,
      action: 'run.create',
      entity: 'run',
      entityId: run.id,
      detail: {
        number,
        metrics: input.metrics,
        judges: input.judges.map((j) => j.spec),
        reports: input.reportIds.length
      }
    });
    return run;
  });
}

const withoutBaseline = (metrics: readonly Metric[]): { row: null; column: string; reason: string; found: string }[] =>
  metrics
    .filter(({ protocol, settings }) => protocol.compares && settings.baseline === undefined)
    .map(({ name, title }) => ({
      row: null,
      column: 'baseline',
      reason: `${title} compares each report with a baseline system’s. Name that system.`,
      found: name
    }));

const duplicates = (judges: readonly NamedJudge[]): { row: null; column: string; reason: string; found: string }[] =>
  judges
    .filter((judge, i) => judges.findIndex((other) => other.fingerprint === judge.fingerprint) < i)
    .map((judge) => ({
      row: null,
      column: 'judge',
      reason: 'This judge is named twice with the same settings.',
      found: judge.spec
    }));

function storeJudge(tx: Db, projectId: string, named: NamedJudge): string {
  const found = tx
    .select()
    .from(schema.judge)
    .where(and(eq(schema.judge.projectId, projectId), eq(schema.judge.fingerprint, named.fingerprint)))
    .get();
  if (found) return found.id;
  const id = newId();
  const { provider, model, baseUrl, settings } = named.config;
  tx.insert(schema.judge)
    .values({
      id,
      projectId,
      spec: named.spec,
      provider,
      model,
      baseUrl: baseUrl ?? null,
      settings: { ...settings },
      fingerprint: named.fingerprint,
      createdAt: Date.now()
    })
    .run();
  return id;
}

export const configOf = (judge: StoredJudge): JudgeConfig => ({
  provider: judge.provider as JudgeConfig['provider'],
  model: judge.model,
  baseUrl: judge.baseUrl,
  settings: judge.settings as JudgeConfig['settings']
});

/** Judges by their spec; where two share it, the start of their fingerprints tells them apart. */
export const judgeNames = (judges: readonly Pick<StoredJudge, 'spec' | 'fingerprint'>[]): string[] =>
  judges.map(({ spec, fingerprint }) =>
    judges.filter((other) => other.spec === spec).length > 1 ? `${spec} (${fingerprint.slice(0, 6)})` : spec
  );

/** The newest run that asks exactly this: the same reports, metrics with their prompts, judges and dataset version. */
export function findRun(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  wanted: Pick<NewRun, 'versionId' | 'metrics' | 'settings' | 'judges' | 'reportIds' | 'options'>
): Run | null {
  const sorted = (texts: readonly string[]): string => JSON.stringify([...new Set(texts)].sort());
  const questions = (hash: string, settings: MetricSettings): string => `${hash} ${canonicalJson(settings)}`;
  const asked = {
    metrics: sorted(
      wanted.metrics.map((name) => {
        const { prompt, settings } = withSettings(metricByName(name), wanted.settings?.[name]);
        return questions(prompt.hash, settings);
      })
    ),
    judges: sorted(wanted.judges.map(({ fingerprint }) => fingerprint)),
    reports: sorted(wanted.reportIds)
  };
  const reportsOf = (runId: string): string[] =>
    db
      .select({ id: schema.runReport.reportId })
      .from(schema.runReport)
      .where(eq(schema.runReport.runId, runId))
      .all()
      .map(({ id }) => id);
  return (
    db
      .select()
      .from(schema.run)
      .where(and(eq(schema.run.projectId, grant.resource.id), eq(schema.run.versionId, wanted.versionId)))
      .orderBy(desc(schema.run.number))
      .all()
      .find(
        ({ id, origin, options }) =>
          origin === 'scored' &&
          options.repeats === (wanted.options?.repeats ?? defaultRunOptions.repeats) &&
          sorted(metricsOf(db, id).map(({ promptHash, settings }) => questions(promptHash, settings))) ===
            asked.metrics &&
          sorted(judgesOf(db, id).map(({ fingerprint }) => fingerprint)) === asked.judges &&
          sorted(reportsOf(id)) === asked.reports
      ) ?? null
  );
}

/** What may change of a run when it is taken up again: how it goes, not what is asked. */
export type RunPace = Pick<RunOptions, 'concurrency' | 'budget' | 'prices' | 'limits'>;

/** Changes how a run goes when it is next taken up. What is judged stays the same. */
export function changePace(db: Db, grant: ProjectGrant<'manage'>, run: Run, pace: Partial<RunPace>): Run {
  const changed = (Object.keys(pace) as (keyof RunPace)[]).filter(
    (name) => canonicalJson(pace[name]) !== canonicalJson(run.options[name])
  );
  if (changed.length === 0) return run;
  const options = { ...run.options, ...pace };
  write(db, (tx) => {
    tx.update(schema.run)
      .set({ options })
      .where(and(eq(schema.run.id, run.id), eq(schema.run.projectId, grant.resource.id)))
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'run.pace',
      entity: 'run',
      entityId: run.id,
      detail: {
        number: run.number,
        ...Object.fromEntries(changed.map((name) => [name, { from: run.options[name], to: options[name] }]))
      }
    });
  });
  return { ...run, options };
}

/** The project's runs, newest first. */
export const runsOf = (db: Db, grant: ProjectGrant<'read-results'>): Run[] =>
  db
    .select()
    .from(schema.run)
    .where(eq(schema.run.projectId, grant.resource.id))
    .orderBy(desc(schema.run.number))
    .all();

/** The project's run of that number. */
export function runByNumber(db: Db, grant: ProjectGrant<'read-results'>, number: number): Run {
  return (
    db
      .select()
      .from(schema.run)
      .where(and(eq(schema.run.projectId, grant.resource.id), eq(schema.run.number, number)))
      .get() ?? refuse.notFound('run')
  );
}

export const judgesOf = (db: Db, runId: string): StoredJudge[] =>
  db
    .select({ judge: schema.judge })
    .from(schema.runJudge)
    .innerJoin(schema.judge, eq(schema.judge.id, schema.runJudge.judgeId))
    .where(eq(schema.runJudge.runId, runId))
    .orderBy(asc(schema.runJudge.position))
    .all()
    .map((row) => row.judge);

/** Names of the systems whose reports a run judges. */
export const systemsIn = (db: Db, runId: string): string[] =>
  db
    .selectDistinct({ name: schema.system.name })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, runId))
    .orderBy(asc(schema.system.name))
    .all()
    .map(({ name }) => name);

/** The specs of all judges that the project has used. */
export const specsUsed = (db: Db, grant: ProjectGrant<'read-results'>): string[] =>
  db
    .selectDistinct({ spec: schema.judge.spec })
    .from(schema.judge)
    .where(eq(schema.judge.projectId, grant.resource.id))
    .orderBy(asc(schema.judge.spec))
    .all()
    .map(({ spec }) => spec);

/** The runs that score a report, newest first. */
export const runsOfReport = (db: Db, grant: ProjectGrant<'read-results'>, reportId: string): Run[] =>
  db
    .select({ run: schema.run })
    .from(schema.run)
    .innerJoin(schema.runReport, eq(schema.runReport.runId, schema.run.id))
    .where(and(eq(schema.run.projectId, grant.resource.id), eq(schema.runReport.reportId, reportId)))
    .orderBy(desc(schema.run.number))
    .all()
    .map(({ run }) => run);

/** The project's judges of those ids, in their order. */
export function judgesById(db: Db, projectId: string, ids: readonly string[]): StoredJudge[] {
  const found = db
    .select()
    .from(schema.judge)
    .where(and(eq(schema.judge.projectId, projectId), inArray(schema.judge.id, [...ids])))
    .all();
  return ids.flatMap((id) => found.find((judge) => judge.id === id) ?? []);
}

export const metricsOf = (db: Db, runId: string): (typeof schema.runMetric.$inferSelect)[] =>
  db
    .select()
    .from(schema.runMetric)
    .where(eq(schema.runMetric.runId, runId))
    .orderBy(asc(schema.runMetric.position))
    .all();

/** The run's metric with the settings that the run recorded. */
export const metricIn = (row: Pick<typeof schema.runMetric.$inferSelect, 'metric' | 'settings'>): Metric =>
  withSettings(metricByName(row.metric), row.settings);

/** Queries that the baseline system has a report on, by id of the query, with that report. */
export const baselineReports = (db: Db, systemId: string): Map<string, typeof schema.report.$inferSelect> =>
  new Map(
    db
      .select()
      .from(schema.report)
      .where(eq(schema.report.systemId, systemId))
      .all()
      .map((report) => [report.queryId, report])
  );

/**
 * Ids of the run's reports that have something to judge under a metric. A checklist that each query brings along judges
 * those whose query has one; a comparison those of other systems whose query the baseline answers too; everything else
 * judges all of them.
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
  const { protocol, items, settings } = row ? metricIn(row) : metricByName(name);
  const ids = (wanted: (one: (typeof rows)[number]) => boolean): string[] => rows.filter(wanted).map(({ id }) => id);
  if (protocol.compares) {
    const { baseline } = settings;
    if (baseline === undefined) return [];
    const answered = baselineReports(db, baseline);
    return ids(({ queryId, systemId }) => systemId !== baseline && answered.has(queryId));
  }
  if (items || protocol.unit.kind !== 'item') return ids(() => true);
  const version = db
    .select({ content: datasetVersion.content })
    .from(datasetVersion)
    .where(eq(datasetVersion.id, run.versionId))
    .get();
  const withItems = new Set(version?.content.queries.filter((q) => q.items.length > 0).map((q) => q.qid));
  return ids(({ qid }) => withItems.has(qid));
}

/** How many reports of the run have something to judge under a metric. */
export const reportsToJudge = (db: Db, run: Run, name: string): number => reportsUnder(db, run, name).length;
