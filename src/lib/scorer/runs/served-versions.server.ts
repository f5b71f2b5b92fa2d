import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { splitRoles } from '../judges/settings/roles.ts';
import { joinVersions, type ServedModel, type ServedVersion } from '../served-version.ts';

/**
 * The model versions that the project's judges were served, by judge, role and model: of one run, or of all scoring runs
 * together. Judges that call no model are left out; calls that failed are not counted.
 */
export function servedVersions(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { runId }: { runId?: string } = {}
): ServedModel[] {
  const { judge, run, servedVersion } = schema;
  const rows = db
    .select({ run: run.number, served: servedVersion, spec: judge.spec, provider: judge.provider })
    .from(servedVersion)
    .innerJoin(run, eq(run.id, servedVersion.runId))
    .innerJoin(judge, eq(judge.id, servedVersion.judgeId))
    .where(
      and(
        eq(run.projectId, grant.resource.id),
        eq(run.kind, 'scoring'),
        runId === undefined ? undefined : eq(run.id, runId)
      )
    )
    .orderBy(asc(judge.spec), asc(judge.fingerprint), asc(servedVersion.role), asc(run.number))
    .all();
  const models = new Map<string, ServedModel>();
  for (const { served, spec } of rows) {
    const model = modelAsked(spec, served.player);
    if (model === 'rules') continue;
    const key = JSON.stringify([served.judgeId, served.role, model]);
    const said: ServedVersion = {
      version: served.version === '' ? null : served.version,
      backends: served.backend === '' ? [] : [served.backend],
      calls: served.calls,
      reused: served.reused,
      first: served.firstAt,
      last: served.lastAt
    };
    const one = models.get(key) ?? {
      judgeId: served.judgeId,
      judge: spec,
      role: served.role === '' ? null : served.role,
      model,
      versions: []
    };
    models.set(key, { ...one, versions: joinVersions([...one.versions, said]) });
  }
  return [...models.values()];
}

/**
 * The model of a judge that was asked, as its spec.
 *
 * @param player as the call has it; empty for the judge itself
 */
export const modelAsked = (spec: string, player: string): string =>
  player === '' ? (splitRoles(spec)?.own ?? spec) : player;

/** Where a verdict is from, in one run. */
interface VerdictPlace {
  reportId: string;
  metric: string;
  judgeId: string;
  /** Absent: all repeats together. */
  repeat?: number;
}

/**
 * Which model versions answered the questions that a verdict of a run rests on, by name; empty if the server named none. The
 * journal is read only for judges that were served several versions in the run.
 */
export function servedToVerdicts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  runId: string
): (place: VerdictPlace) => string[] {
  const named = new Map<string, Set<string>>();
  for (const { judgeId, versions } of servedVersions(db, grant, { runId }))
    for (const { version } of versions)
      if (version !== null) named.set(judgeId, (named.get(judgeId) ?? new Set()).add(version));
  const { call } = schema;
  return ({ reportId, metric, judgeId, repeat }) => {
    const all = [...(named.get(judgeId) ?? [])];
    if (all.length < 2) return all;
    return db
      .selectDistinct({ version: call.modelVersion })
      .from(call)
      .where(
        and(
          ...[eq(call.runId, runId), eq(call.reportId, reportId), eq(call.metric, metric), eq(call.judgeId, judgeId)],
          repeat === undefined ? undefined : eq(call.repeat, repeat),
          ne(call.outcome, 'error'),
          isNotNull(call.modelVersion)
        )
      )
      .all()
      .flatMap(({ version }) => (version !== null && all.includes(version) ? [version] : []))
      .sort();
  };
}
