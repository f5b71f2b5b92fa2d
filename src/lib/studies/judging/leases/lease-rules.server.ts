import { and, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { refuse, worded } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { record } from '../../../server/audit/audit.ts';
import { isViewer, type ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { leaseEnd, leaseProblem, type LeaseRules } from './lease.ts';

type Study = typeof schema.study.$inferSelect;

const leadSays = sayingsOf('leadRefusals');

/** The studies that a reader of results may know: of viewers, those that are closed and those of labels from elsewhere. */
export const shownTo = ({ actor, resource }: ProjectGrant<'manage'> | ProjectGrant<'read-results'>): SQL | undefined =>
  isViewer(actor, resource.id) ? or(eq(schema.study.status, 'closed'), isNull(schema.study.runId)) : undefined;

/** A study of the project; asked for again within the transaction that changes it. */
export const studyOf = (db: Db, grant: ProjectGrant<'manage'> | ProjectGrant<'read-results'>, studyId: string): Study =>
  db
    .select()
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id), shownTo(grant)))
    .get() ?? refuse.notFound('study');

/** The same, if people still can or could judge. */
export function unclosedStudyOf(db: Db, grant: ProjectGrant<'manage'>, studyId: string): Study {
  const study = studyOf(db, grant, studyId);
  return study.status === 'closed' ? refuse.isClosed(worded('studyNotReopened')) : study;
}

/** Stops all committing. What people type meanwhile is kept as drafts, and no lease runs. Pausing twice is pausing once. */
export function pauseStudy(db: Db, grant: ProjectGrant<'manage'>, studyId: string, now = Date.now()): void {
  write(db, (tx) => {
    const study = unclosedStudyOf(tx, grant, studyId);
    if (study.status === 'paused') return;
    tx.update(schema.study).set({ status: 'paused', pausedAt: now }).where(eq(schema.study.id, studyId)).run();
    note(tx, grant, study, 'pause', {});
  });
}

/** Lets people commit again. Leases continue with the time that they had left. */
export function resumeStudy(db: Db, grant: ProjectGrant<'manage'>, studyId: string, now = Date.now()): void {
  write(db, (tx) => {
    const study = unclosedStudyOf(tx, grant, studyId);
    if (study.status === 'open') return;
    if (study.archivedAt !== null) refuse.conflict(leadSays('studyRests'));
    const { assignment } = schema;
    const paused = Math.max(0, now - (study.pausedAt ?? now));
    tx.update(schema.study)
      .set({ status: 'open', pausedAt: null, resumedAt: now })
      .where(eq(schema.study.id, studyId))
      .run();
    tx.update(assignment)
      .set({ heldUntil: sql`${assignment.heldUntil} + ${paused}` })
      .where(and(eq(assignment.studyId, studyId), isNotNull(assignment.heldUntil), isNull(assignment.revealedAt)))
      .run();
    note(tx, grant, study, 'resume', { minutes: Math.round(paused / 60_000) });
  });
}

/**
 * Sets the times after which idle work may be taken over. For work that is open already, a longer time applies from the next
 * save or commit.
 */
export function changeLeases(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  rules: LeaseRules,
  now = Date.now()
): void {
  const problem = leaseProblem(rules);
  if (problem !== null) refuse.invalid(problem);
  write(db, (tx) => {
    const study = unclosedStudyOf(tx, grant, studyId);
    tx.update(schema.study).set({ leases: rules }).where(eq(schema.study.id, studyId)).run();
    // A longer lease than the rules give would be taken for one that a wrong clock wrote.
    const { assignment } = schema;
    tx.update(assignment)
      .set({ heldUntil: leaseEnd(rules, now) })
      .where(and(eq(assignment.studyId, studyId), gt(assignment.heldUntil, leaseEnd(rules, now))))
      .run();
    note(tx, grant, study, 'leases', { ...rules, before: study.leases });
  });
}

const note = (
  tx: Db,
  grant: ProjectGrant<'manage'>,
  study: Study,
  act: string,
  detail: Record<string, unknown>
): void =>
  record(tx, grant.actor, {
    projectId: study.projectId,
    action: `study.${act}`,
    entity: 'study',
    entityId: study.id,
    detail: { number: study.number, ...detail }
  });
