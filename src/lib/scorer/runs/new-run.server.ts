import { judgeProblems } from '../judges/settings/system-problems.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, desc, eq, inArray, isNull, max } from 'drizzle-orm';
import { refuse, fieldSays, problemAt, type Problem } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { isDay } from '../../stats/writing/days.ts';
import { callOptionsFor, modelConfigs, searchOf, type JudgeConfig } from '../judges/index.ts';
import { neededOf, reportsToJudge } from './judged-reports.server.ts';
import type { Metric, MetricSettings } from '../metric.ts';
import { checkPlaceholders, placeholderProblems, reportsWithDates } from './texts/placeholder-check.server.ts';
import { defaultRunOptions, OUTAGE_MINUTES, type RunOptions } from './run-options.ts';
import { judgesOf, metricsOf, type Run } from './runs.server.ts';
import { needsSearch, searchProblems } from '../search/needed.ts';
import { roleProblems } from '../judges/settings/named-roles.ts';
import { allSuites, metricByName } from '../suites/index.ts';
import { metricWith } from '../prompts/prompt-versions.server.ts';
import { demandOwnRubrics } from '../suites/rubrics/rubrics.server.ts';
import { endpointProblems } from '../judges/endpoints/written-addresses.server.ts';

const leadSays = sayingsOf('leadRefusals');

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
  demandOwnRubrics(db, projectId, input.metrics);
  const metrics = input.metrics.map((name) => metricWith(db, projectId, name, input.settings?.[name]));
  const problems = [
    ...(input.name.trim() === '' ? [problemAt('name', fieldSays('nameRun'))] : []),
    ...(metrics.length === 0 ? [problemAt('metric', fieldSays('chooseMetric'))] : []),
    ...(input.judges.length === 0 ? [problemAt('judge', fieldSays('nameJudge'))] : []),
    ...(input.reportIds.length === 0 ? [problemAt('system', fieldSays('chooseSystem'))] : []),
    ...endpointProblems(
      db,
      grant,
      input.judges.map(({ config }) => config)
    ),
    ...duplicateJudges(input.judges),
    ...judgeProblems(input.judges.map(({ config }) => config)),
    ...withoutBaseline(metrics),
    ...searchProblems(metrics, input.options?.search),
    ...roleProblems(
      input.judges.map(({ config }) => config),
      metrics
    ),
    ...wrongDate(input.options?.collected)
  ];
  if (problems.length > 0) refuse.invalid(leadSays('runNotMade'), problems);
  return write(db, (tx) => {
    const known = tx
      .select({ id: schema.report.id })
      .from(schema.report)
      .where(
        and(
          eq(schema.report.projectId, projectId),
          inArray(schema.report.id, input.reportIds),
          isNull(schema.report.archivedAt)
        )
      )
      .all();
    if (known.length !== new Set(input.reportIds).size) refuse.notFound('report among those chosen');
    const number = nextRunNumber(tx, projectId, 'scoring');
    const run = tx
      .insert(schema.run)
      .values({
        id: newId(),
        projectId,
        number,
        name: input.name.trim(),
        versionId: input.versionId,
        status: 'waiting',
        options: {
          ...defaultRunOptions,
          webSearch: 'as-published',
          outageMinutes: OUTAGE_MINUTES,
          calls: callOptionsFor(input.judges.map(({ config }) => config)),
          ...input.options
        },
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        createdAt: Date.now()
      })
      .returning()
      .get();
    storeJudges(tx, run, input.judges);
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
    const { content } = tx
      .select({ content: schema.datasetVersion.content })
      .from(schema.datasetVersion)
      .where(eq(schema.datasetVersion.id, input.versionId))
      .get()!;
    const chosen = reportsWithDates(tx, projectId, inArray(schema.report.id, input.reportIds));
    const open = placeholderProblems(checkPlaceholders(content, chosen, metrics, run.options));
    if (open.length > 0) refuse.invalid(leadSays('runNotMade'), open);
    const idle = metrics.filter(({ name }) => reportsToJudge(tx, run, name) === 0);
    if (idle.length > 0)
      refuse.invalid(
        leadSays('runNotMade'),
        idle.map((metric) => problemAt('metric', whyIdle(metric), metric.name))
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

/** Why a metric has nothing to judge in any of the reports of a run. */
function whyIdle(metric: Metric): Saying {
  const named = { metric: { recognised: metric.title } };
  if (metric.protocol.compares) return fieldSays('nothingToCompare', named);
  const needed = neededOf(metric);
  if (needed === 'criteria') return fieldSays('noCriteria', named);
  if (needed === 'checklist') return fieldSays('nothingToJudge', named);
  const suite = allSuites().find(({ name }) => name === metric.material)?.title ?? '';
  return fieldSays('noMaterial', { ...named, suite: { recognised: suite } });
}

const wrongDate = (date: string | null | undefined): Problem[] =>
  date == null || isDay(date) ? [] : [problemAt('collected', fieldSays('dateLike', { example: '2025-09-30' }), date)];

const withoutBaseline = (metrics: readonly Metric[]): Problem[] =>
  metrics
    .filter(({ protocol, settings }) => protocol.compares && settings.baseline === undefined)
    .map(({ name, title }) => problemAt('baseline', fieldSays('nameBaseline', { metric: title }), name));

export const duplicateJudges = (judges: readonly NamedJudge[]): Problem[] =>
  judges
    .filter((judge, i) => judges.findIndex((other) => other.fingerprint === judge.fingerprint) < i)
    .map((judge) => problemAt('judge', fieldSays('judgeTwice'), judge.spec));

/** The number of a project's next run of a kind. */
export const nextRunNumber = (tx: Db, projectId: string, kind: Run['kind']): number =>
  (tx
    .select({ n: max(schema.run.number) })
    .from(schema.run)
    .where(and(eq(schema.run.projectId, projectId), eq(schema.run.kind, kind)))
    .get()?.n ?? 0) + 1;

/** Records who is asked by a run, in that order. */
export function storeJudges(tx: Db, run: Pick<Run, 'id' | 'projectId'>, judges: readonly NamedJudge[]): void {
  judges.forEach((named, position) => {
    tx.insert(schema.runJudge)
      .values({ runId: run.id, judgeId: storeJudge(tx, run.projectId, named), position })
      .run();
  });
}

function storeJudge(tx: Db, projectId: string, named: NamedJudge): string {
  const found = tx
    .select()
    .from(schema.judge)
    .where(and(eq(schema.judge.projectId, projectId), eq(schema.judge.fingerprint, named.fingerprint)))
    .get();
  if (found) return found.id;
  const id = newId();
  const { provider, model, baseUrl, server, settings } = named.config;
  tx.insert(schema.judge)
    .values({
      id,
      projectId,
      spec: named.spec,
      provider,
      model,
      baseUrl: baseUrl ?? null,
      server: server ?? null,
      settings: { ...settings },
      fingerprint: named.fingerprint,
      createdAt: Date.now()
    })
    .run();
  return id;
}

/**
 * The newest run that asks exactly this: the same reports, metrics with their prompts, judges and dataset version. Whether it
 * lets judges search the web counts only if that is said and makes a difference: a run that was made before there was the
 * choice is found, and continues without.
 */
export function findRun(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  wanted: Pick<NewRun, 'versionId' | 'metrics' | 'settings' | 'judges' | 'reportIds' | 'options'>
): Run | null {
  const sorted = (texts: readonly string[]): string => JSON.stringify([...new Set(texts)].sort());
  // The hash says which version of the prompt is asked, however the run came to it.
  const questions = (hash: string, { prompt: _version, ...settings }: MetricSettings): string =>
    `${hash} ${canonicalJson(settings)}`;
  const asked = {
    metrics: sorted(
      wanted.metrics.map((name) => {
        const { prompt, settings } = metricWith(db, grant.resource.id, name, wanted.settings?.[name]);
        return questions(prompt.hash, settings);
      })
    ),
    judges: sorted(wanted.judges.map(({ fingerprint }) => fingerprint)),
    reports: sorted(wanted.reportIds)
  };
  const { webSearch } = wanted.options ?? {};
  const searchMatters =
    webSearch !== undefined &&
    wanted.metrics.some((name) => metricByName(name).searches) &&
    wanted.judges.some(({ config }) => modelConfigs(config).some((one) => searchOf(one).webSearch === 'if-asked'));
  const searches = needsSearch(wanted.metrics.map(metricByName));
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
      .where(
        and(
          eq(schema.run.projectId, grant.resource.id),
          eq(schema.run.versionId, wanted.versionId),
          isNull(schema.run.archivedAt)
        )
      )
      .orderBy(desc(schema.run.number))
      .all()
      .find(
        ({ id, origin, options }) =>
          origin === 'scored' &&
          options.repeats === (wanted.options?.repeats ?? defaultRunOptions.repeats) &&
          (options.collected ?? null) === (wanted.options?.collected ?? null) &&
          (options.texts ?? 'with-placeholders') === (wanted.options?.texts ?? 'with-placeholders') &&
          (!searchMatters || (options.webSearch ?? 'off') === webSearch) &&
          (!searches || options.search === wanted.options?.search) &&
          sorted(metricsOf(db, id).map(({ promptHash, settings }) => questions(promptHash, settings))) ===
            asked.metrics &&
          sorted(judgesOf(db, id).map(({ fingerprint }) => fingerprint)) === asked.judges &&
          sorted(reportsOf(id)) === asked.reports
      ) ?? null
  );
}
