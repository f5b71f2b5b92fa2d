import { and, asc, eq } from 'drizzle-orm';
import { endingsOf, type Ending } from '../../scorer/judges/models/shutdowns.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { configOf, judgeNames, type StoredJudge } from '../../scorer/runs/runs.server.ts';
import type { ServedModel } from '../../scorer/served-version.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { currentAdoption, listDecisions } from '../adoption/decisions.server.ts';

/** A judge that judged in a run of the project. */
interface ProjectJudge {
  id: string;
  /** By which the project tells it apart from its other judges. */
  name: string;
  provider: string;
  fingerprint: string;
  /** Numbers of the runs that it judges in, the oldest first. */
  runs: number[];
  /** Versions that its models were served, over all of these runs. */
  served: ServedModel[];
  /** Metrics whose adopted ensemble contains it, and whether that adoption is open again. */
  adopted: { metric: string; reopened: boolean }[];
  /** Its models that end, the first to end first. */
  endings: Ending[];
}

/** The judges of the project's scoring runs: those of adopted ensembles first, then by name. */
export function projectJudges(db: Db, grant: ProjectGrant<'read-results'>): ProjectJudge[] {
  const used = judgesWithRuns(db, grant.resource.id);
  const names = judgeNames(used.map(({ judge }) => judge));
  const served = servedVersions(db, grant);
  const adoptions = [...new Set(listDecisions(db, grant).map(({ metric }) => metric))]
    .sort()
    .flatMap((metric) => currentAdoption(db, grant, metric) ?? []);
  return used
    .map(({ judge, runs }, at): ProjectJudge => {
      const config = judge.provider === 'imported' ? null : configOf(judge);
      return {
        id: judge.id,
        name: names[at]!,
        provider: judge.provider,
        fingerprint: judge.fingerprint,
        runs,
        served: served.filter(({ judgeId }) => judgeId === judge.id),
        adopted: adoptions
          .filter(({ ensemble }) => ensemble.judges.some(({ judgeId }) => judgeId === judge.id))
          .map(({ metric, validity }) => ({ metric, reopened: !validity.valid })),
        endings: config === null ? [] : endingsOf(config)
      };
    })
    .sort((a, b) => Number(b.adopted.length > 0) - Number(a.adopted.length > 0) || a.name.localeCompare(b.name));
}

function judgesWithRuns(db: Db, projectId: string): { judge: StoredJudge; runs: number[] }[] {
  const { judge, run, runJudge } = schema;
  const rows = db
    .select({ judge, run: run.number })
    .from(runJudge)
    .innerJoin(run, eq(run.id, runJudge.runId))
    .innerJoin(judge, eq(judge.id, runJudge.judgeId))
    .where(and(eq(run.projectId, projectId), eq(run.kind, 'scoring')))
    .orderBy(asc(run.number), asc(runJudge.position))
    .all();
  const all = new Map<string, { judge: StoredJudge; runs: number[] }>();
  for (const row of rows) {
    const one = all.get(row.judge.id) ?? { judge: row.judge, runs: [] };
    one.runs.push(row.run);
    all.set(row.judge.id, one);
  }
  return [...all.values()];
}
