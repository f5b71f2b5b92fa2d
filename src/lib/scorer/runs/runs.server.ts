import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { parseJudgeSpec, type JudgeConfig } from '../judges/index.ts';
import { modelsNamed, splitRoles } from '../judges/settings/roles.ts';
import type { Metric } from '../metric.ts';
import type { RunOptions } from './run-options.ts';
import { metricByName, withPrompt, withSettings } from '../suites/index.ts';
import { loadPrompts } from '../prompts/prompt-versions.server.ts';
import { loadRubrics } from '../suites/rubrics/rubrics.server.ts';

export type Run = typeof schema.run.$inferSelect;
export type StoredJudge = typeof schema.judge.$inferSelect;

export const configOf = (judge: StoredJudge): JudgeConfig => ({
  provider: judge.provider as JudgeConfig['provider'],
  model: judge.model,
  baseUrl: judge.baseUrl,
  server: judge.server,
  settings: judge.settings as JudgeConfig['settings'],
  ...(judge.provider !== 'imported' && rolesOf(judge.spec))
});

/** The spec names the models of roles in full, and their settings. */
const rolesOf = (spec: string): Pick<JudgeConfig, 'roles'> => {
  if (!splitRoles(spec)?.roles.length) return {};
  const { roles } = parseJudgeSpec(spec);
  return roles ? { roles } : {};
};

/** Judges by their spec; if two share it, the start of their fingerprints tells them apart. */
export const judgeNames = (judges: readonly Pick<StoredJudge, 'spec' | 'fingerprint'>[]): string[] =>
  judges.map(({ spec, fingerprint }) =>
    judges.filter((other) => other.spec === spec).length > 1 ? `${spec} (${fingerprint.slice(0, 6)})` : spec
  );

/** Options of a run that may change when it resumes: its pace and cost, not its questions. */
type RunPace = Pick<
  RunOptions,
  'concurrency' | 'budget' | 'prices' | 'searchPrice' | 'limits' | 'calls' | 'outageMinutes' | 'batches'
>;

/** Changes how a run goes when it is next taken up. What is judged stays the same. */
export function changePace(db: Db, grant: ProjectGrant<'manage'>, run: Run, pace: Partial<RunPace>): Run {
  const changed = (Object.keys(pace) as (keyof RunPace)[]).filter(
    (name) => canonicalJson(pace[name] ?? null) !== canonicalJson(run.options[name] ?? null)
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

/** The project's scoring runs, newest first, without those in the archive unless these are asked for as well. */
export const runsOf = (
  db: Db,
  grant: ProjectGrant<'read-results' | 'manage'>,
  { archived = false }: { archived?: boolean } = {}
): Run[] =>
  db
    .select()
    .from(schema.run)
    .where(
      and(
        eq(schema.run.projectId, grant.resource.id),
        eq(schema.run.kind, 'scoring'),
        archived ? undefined : isNull(schema.run.archivedAt)
      )
    )
    .orderBy(desc(schema.run.number))
    .all();

/** Those of them that score a metric. */
export function runsScoring(db: Db, grant: ProjectGrant<'read-results'>, metric: string): Run[] {
  const { runMetric } = schema;
  const scoring = new Set(
    db
      .select({ runId: runMetric.runId })
      .from(runMetric)
      .where(eq(runMetric.metric, metric))
      .all()
      .map(({ runId }) => runId)
  );
  return runsOf(db, grant).filter(({ id }) => scoring.has(id));
}

/** The project's scoring run of that number. */
export function runByNumber(db: Db, grant: ProjectGrant<'read-results'>, number: number): Run {
  return (
    db
      .select()
      .from(schema.run)
      .where(
        and(eq(schema.run.projectId, grant.resource.id), eq(schema.run.kind, 'scoring'), eq(schema.run.number, number))
      )
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

/** The run's judges in its order, by the names that tell them apart. */
export function namedJudges(db: Db, run: Run): { id: string; name: string }[] {
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  return judges.map(({ id }, i) => ({ id, name: names[i]! }));
}

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

/** The system with which a run's metrics compare each report, by metric; metrics that compare nothing are absent. */
export function baselinesIn(db: Db, runId: string): Map<string, string> {
  const { id, name } = schema.system;
  return new Map(
    metricsOf(db, runId).flatMap(({ metric, settings }) => {
      if (settings.baseline === undefined) return [];
      const system = db.select({ name }).from(schema.system).where(eq(id, settings.baseline)).get();
      return system ? [[metric, system.name] as const] : [];
    })
  );
}

/** The system with which a run compares reports; null if none of its metrics compares. */
export const baselineOf = (db: Db, runId: string): string | null => [...baselinesIn(db, runId).values()][0] ?? null;

/** The specs of all judges that the project has used. */
export const specsUsed = (db: Db, grant: ProjectGrant<'read-results'>): string[] =>
  db
    .selectDistinct({ spec: schema.judge.spec })
    .from(schema.judge)
    .where(eq(schema.judge.projectId, grant.resource.id))
    .orderBy(asc(schema.judge.spec))
    .all()
    .map(({ spec }) => spec);

/** The runs that score a report, newest first, without those in the archive. */
export const runsOfReport = (db: Db, grant: ProjectGrant<'read-results'>, reportId: string): Run[] =>
  db
    .select({ run: schema.run })
    .from(schema.run)
    .innerJoin(schema.runReport, eq(schema.runReport.runId, schema.run.id))
    .where(
      and(
        eq(schema.run.projectId, grant.resource.id),
        eq(schema.runReport.reportId, reportId),
        isNull(schema.run.archivedAt)
      )
    )
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

/** The metrics of a run. Those that are made of rubrics, and reworded prompts, are known to this process afterwards. */
export function metricsOf(db: Db, runId: string): (typeof schema.runMetric.$inferSelect)[] {
  loadRubrics(db);
  loadPrompts(db);
  return db
    .select()
    .from(schema.runMetric)
    .where(eq(schema.runMetric.runId, runId))
    .orderBy(asc(schema.runMetric.position))
    .all();
}

/**
 * The run's metric with the settings that the run recorded and the very prompt that it asks: a later default never takes the
 * place of an earlier version.
 */
export const metricIn = (
  row: Pick<typeof schema.runMetric.$inferSelect, 'metric' | 'settings' | 'promptHash'>
): Metric => {
  const { prompt: _named, ...settings } = row.settings;
  const metric = withPrompt(withSettings(metricByName(row.metric), settings), row.promptHash);
  return { ...metric, settings: { ...metric.settings, ...row.settings } };
};

/** The judges of a run that are code throughout, in every role: they say what they check and give no reasons. */
export const codeJudges = (db: Db, runId: string): Set<string> =>
  new Set(
    judgesOf(db, runId).flatMap(({ id, spec }) => (modelsNamed(spec).every((model) => model === 'rules') ? [id] : []))
  );
