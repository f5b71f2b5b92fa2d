import { asc, eq, inArray, or } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { selfJudgingOf, type SelfJudging } from './self-judging.ts';
import { judgeNames, judgesOf, metricsOf, type Run } from '../runs/runs.server.ts';

/** Judges of a run that judge systems of their own kind; the baseline of comparisons is among the systems. */
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
    systems
  );
}
