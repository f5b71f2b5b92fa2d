import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { listCards } from '../../alignment/card/cards.server.ts';
import { procedureState } from '../../alignment/preregistration/preregistrations.server.ts';
import { defaultRun } from '../../scorer/runs/run-state.ts';
import { statedRuns } from '../../scorer/runs/run-state.server.ts';
import { authorize, type Person, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { listStudies } from '../../studies/planning/studies.server.ts';
import type { SharedKind } from './share.ts';

/**
 * The permission of a share link: that of a viewer, to whom open studies do not exist. A link can thus never show more than the
 * project's viewers see.
 */
export function viewerGrant(projectId: string): ProjectGrant<'read-results'> {
  const link: Person = {
    ...{ kind: 'person', id: 'share-link', name: 'share link', email: '', admin: false },
    roles: new Map([[projectId, ['viewer']]])
  };
  return authorize(link, { kind: 'project', id: projectId }, 'read-results');
}

/** Ids of runs on which people judge blind at present: their verdicts by report must not be shared. */
function runsJudgedBlind(db: Db, projectId: string): Set<string> {
  const { study } = schema;
  const rows = db
    .select({ id: study.runId })
    .from(study)
    .where(
      and(eq(study.projectId, projectId), ne(study.status, 'closed'), isNotNull(study.runId), isNull(study.archivedAt))
    )
    .all();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

export interface Shareable {
  kind: SharedKind;
  id: string | null;
  label: string;
}

/**
 * Pages of a project that can be shared now: the leaderboard, runs that no open study judges, alignment reports of closed studies whose
 * labels are unblinded, and judge cards.
 */
export function shareablePages(db: Db, projectId: string): Shareable[] {
  const grant = viewerGrant(projectId);
  const blind = runsJudgedBlind(db, projectId);
  const runs = statedRuns(db, grant);
  const closed = listStudies(db, grant).filter(
    ({ id, run, status }) => run !== null && status === 'closed' && !procedureState(db, grant, id).embargoed
  );
  const board = defaultRun(runs);
  return [
    ...(board && !blind.has(board.id) ? [{ kind: 'leaderboard' as const, id: null, label: '' }] : []),
    ...runs.flatMap(({ id, number, name }) =>
      blind.has(id) ? [] : [{ kind: 'run' as const, id, label: `${number} · ${name}` }]
    ),
    ...closed.map(({ id, number, name }) => ({ kind: 'alignment' as const, id, label: `${number} · ${name}` })),
    ...listCards(db, grant).map(({ id, number }) => ({ kind: 'card' as const, id, label: String(number) }))
  ];
}

/** The page if it can be shared now; undefined if it is gone or an open study began since. */
export const shareablePage = (
  db: Db,
  projectId: string,
  wanted: { kind: SharedKind; id: string | null }
): Shareable | undefined =>
  shareablePages(db, projectId).find(({ kind, id }) => kind === wanted.kind && id === wanted.id);
