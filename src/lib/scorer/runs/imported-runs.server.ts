import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { fingerprint } from './fingerprint.ts';
import type { MetricSettings } from '../metric.ts';
import type { Sample } from '../sample.ts';
import type { Verdict } from '../verdict.ts';
import { defaultRunOptions, type RunOptions } from './run-options.ts';
import { reportsToJudge } from './judged-reports.server.ts';
import { nextRunNumber } from './new-run.server.ts';
import type { Run } from './runs.server.ts';
import { columnsOf } from '../units/stored-verdict.ts';
import { metricByName, withSettings } from '../suites/index.ts';
import { demandOwnRubrics } from '../suites/rubrics/rubrics.server.ts';
import { samplesOf } from './tasks.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * A judge of an imported run: a model and the place where it was asked, e.g. `reference-scorer`, or no more than a name. It cannot
 * be asked here: no provider of judges has the name `imported`.
 */
type ImportedJudge = { origin: string; provider: string; model: string } | { name: string };

interface ImportedRun {
  name: string;
  versionId: string;
  metrics: readonly { name: string; settings?: MetricSettings; /** Name of the judges’ prompt. */ prompt: string }[];
  judges: readonly ImportedJudge[];
  reportIds: readonly string[];
  options?: Partial<Pick<RunOptions, 'ensemble' | 'repeats'>>;
  /** When the verdicts were given, in milliseconds since the epoch; null if that is not known. */
  between: { first: number; last: number } | null;
  /**
   * Verdicts of a judge on a report, with their time if that is known; every report under every metric needs verdicts,
   * unscored if the judge gave none. `repeats`: its verdicts when it was asked again, in order.
   */
  verdicts(
    sample: Sample,
    judge: number
  ): { verdicts: readonly Verdict[]; repeats?: readonly (readonly Verdict[])[]; at: number | null };
}

interface InsertedRun {
  run: Run;
  /** Metrics left out, because no report of the run has anything to judge there. */
  idle: string[];
}

/**
 * Writes down a run that another scorer made. It is done from the start, so that no driver takes it up, and its judges are
 * none that could be asked: what they left open stays unscored.
 *
 * @param db a transaction, if more than the run has to stand or fall together
 */
export function insertImportedRun(db: Db, grant: ProjectGrant<'manage'>, input: ImportedRun): InsertedRun {
  const projectId = grant.resource.id;
  if (input.judges.length === 0) refuse.invalid(leadSays('importNoJudge'));
  demandOwnRubrics(
    db,
    projectId,
    input.metrics.map(({ name }) => name)
  );
  return write(db, (tx) => {
    const known = tx
      .select({ id: schema.report.id })
      .from(schema.report)
      .where(and(eq(schema.report.projectId, projectId), inArray(schema.report.id, [...input.reportIds])))
      .all();
    if (known.length !== new Set(input.reportIds).size) refuse.notFound('report among those of the run');
    const run = insertRun(tx, grant, input);
    const judgeIds = input.judges.map((judge, position) => {
      const judgeId = storeJudge(tx, projectId, judge);
      tx.insert(schema.runJudge).values({ runId: run.id, judgeId, position }).run();
      return judgeId;
    });
    input.reportIds.forEach((reportId, position) =>
      tx.insert(schema.runReport).values({ runId: run.id, reportId, position }).run()
    );
    const idle = input.metrics
      .filter((metric, position) => !insertMetric(tx, run, metric, position))
      .map(({ name }) => name);
    if (idle.length === input.metrics.length) refuse.invalid(leadSays('nothingToJudge', { metrics: idle }));
    insertAll(tx, schema.verdict, verdictRows(tx, run, judgeIds, input));
    record(tx, grant.actor, {
      projectId,
      action: 'run.import',
      entity: 'run',
      entityId: run.id,
      detail: {
        number: run.number,
        metrics: input.metrics.map(({ name }) => name).filter((name) => !idle.includes(name)),
        judges: input.judges.map(specOf),
        reports: input.reportIds.length
      }
    });
    return { run, idle };
  });
}

function insertRun(tx: Db, { actor, resource }: ProjectGrant<'manage'>, input: ImportedRun): Run {
  const now = Date.now();
  return tx
    .insert(schema.run)
    .values({
      id: newId(),
      projectId: resource.id,
      number: nextRunNumber(tx, resource.id, 'scoring'),
      name: input.name.trim() || 'Imported',
      versionId: input.versionId,
      origin: 'imported',
      status: 'done',
      options: { ...defaultRunOptions, ...input.options },
      createdBy: actor.kind === 'person' ? actor.id : null,
      createdAt: now,
      startedAt: input.between?.first ?? now,
      finishedAt: input.between?.last ?? now
    })
    .returning()
    .get();
}

/** Whether a report of the run has anything to judge under the metric; if none has, it is not written. */
function insertMetric(tx: Db, run: Run, metric: ImportedRun['metrics'][number], position: number): boolean {
  const { settings } = withSettings(metricByName(metric.name), metric.settings);
  const promptHash = fingerprint({ imported: metric.prompt, metric: metric.name });
  const row = { runId: run.id, metric: metric.name, settings, position };
  tx.insert(schema.runMetric)
    .values({ ...row, promptName: metric.prompt, promptVersion: 'imported', promptHash })
    .run();
  if (reportsToJudge(tx, run, metric.name) > 0) return true;
  tx.delete(schema.runMetric)
    .where(and(eq(schema.runMetric.runId, run.id), eq(schema.runMetric.metric, metric.name)))
    .run();
  return false;
}

function* verdictRows(tx: Db, run: Run, judgeIds: readonly string[], input: ImportedRun) {
  for (const sample of samplesOf(tx, run))
    for (const [judge, judgeId] of judgeIds.entries()) {
      const { verdicts, repeats = [], at } = input.verdicts(sample, judge);
      for (const [repeat, said] of [verdicts, ...repeats].entries()) {
        if (said.length === 0)
          throw new Error('insertImportedRun requires at least one verdict of each judge on each report');
        for (const verdict of said)
          yield {
            ...{ id: newId(), runId: run.id, reportId: sample.report.id, metric: sample.metric, judgeId, repeat },
            ...columnsOf(verdict),
            at: at ?? run.finishedAt ?? run.createdAt
          };
      }
    }
}

const PREFIX = 'imported:';

/** A name that an export of an imported run wrote down stays what it is. */
const specOf = (judge: ImportedJudge): string =>
  'name' in judge
    ? judge.name.startsWith(PREFIX)
      ? judge.name
      : `${PREFIX}${judge.name}`
    : `${PREFIX}${judge.provider}/${judge.model}@${judge.origin}`;

function storeJudge(tx: Db, projectId: string, judge: ImportedJudge): string {
  const spec = specOf(judge);
  const print = fingerprint({ imported: 'name' in judge ? { name: spec } : judge });
  const found = tx
    .select({ id: schema.judge.id })
    .from(schema.judge)
    .where(and(eq(schema.judge.projectId, projectId), eq(schema.judge.fingerprint, print)))
    .get();
  if (found) return found.id;
  const id = newId();
  const { origin, provider, model } =
    'name' in judge ? { origin: 'verdicts-file', provider: 'unknown', model: spec.slice(PREFIX.length) } : judge;
  tx.insert(schema.judge)
    .values({
      id,
      projectId,
      spec,
      provider: 'imported',
      model,
      baseUrl: null,
      settings: { origin, provider },
      fingerprint: print,
      createdAt: Date.now()
    })
    .run();
  return id;
}
