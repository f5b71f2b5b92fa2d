import { asc, eq, inArray, or } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { selfJudgingOf, type JudgedMaterial, type SelfJudging } from './self-judging.ts';
import { allSuites } from '../suites/index.ts';
import { judgeNames, judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';

/** Judges of a run that judge systems of their own kind, or by material that their own model made; the baseline of comparisons is among the systems. */
export function selfJudgingIn(db: Db, run: Pick<Run, 'id'>): SelfJudging[] {
  const { report, runReport, system } = schema;
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  const baselines = metricsOf(db, run.id).flatMap(({ settings }) => settings.baseline ?? []);
  const judged = db
    .select({ id: report.systemId })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .where(eq(runReport.runId, run.id));
  const systems = db
    .select()
    .from(system)
    .where(or(inArray(system.id, judged), inArray(system.id, baselines)))
    .orderBy(asc(system.name))
    .all();
  return selfJudgingOf(
    judges.map(({ spec }, at) => ({ spec, name: names[at]! })),
    systems,
    judgedMaterial(db, run)
  );
}

/** Material of the run's dataset version that models made, for its metrics. */
function judgedMaterial(db: Db, { id }: Pick<Run, 'id'>): JudgedMaterial[] {
  const metrics = new Set(metricsOf(db, id).map(({ metric }) => metric));
  const makers = allSuites().filter(({ madeForJudging, metrics: own }) => madeForJudging && own.some(({ name }) => metrics.has(name))); // prettier-ignore
  if (makers.length === 0) return [];
  const { datasetVersion, run, runReport, report, query } = schema;
  const version = db
    .select({ content: datasetVersion.content })
    .from(run)
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(run.id, id))
    .get();
  const judged = db
    .selectDistinct({ qid: query.qid })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(eq(runReport.runId, id))
    .all();
  const qids = new Set(judged.map(({ qid }) => qid));
  return (version?.content.queries ?? []).flatMap(({ qid, material }) =>
    qids.has(qid)
      ? makers.flatMap(({ name, madeForJudging }) =>
          madeForJudging!(material?.[name]).flatMap((part) => (metrics.has(part.metric) ? [{ qid, ...part }] : []))
        )
      : []
  );
}
