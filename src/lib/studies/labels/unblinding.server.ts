import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Actor, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { blindLabel } from '../study/blind-label.server.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import { inSample } from '../planning/purposes/purposes.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Study = typeof schema.study.$inferSelect;
type Reading = ProjectGrant<'read-results'> | ProjectGrant<'manage'>;

/** A time at which a lead looked at items that were still being judged. */
export interface Unblinding {
  name: string;
  reason: string;
  /** Blind labels that had been committed by then, and those that were still to come. */
  labels: number;
  open: number;
  at: number;
}

/** Leads who looked at open items of a study, newest first: a paper about it has to report them. */
export function unblindings(db: Db, grant: Reading, studyId: string): Unblinding[] {
  const { id } = studyOf(db, grant, studyId);
  const { studyUnblinding: row } = schema;
  return db
    .select({ name: row.name, reason: row.reason, labels: row.labels, open: row.open, at: row.at })
    .from(row)
    .where(eq(row.studyId, id))
    .orderBy(desc(row.at), desc(row.id))
    .all();
}

/**
 * Whether labels of the study are still to come, and this person has not said why they look at its items all the same. Closed
 * studies, those in which everything is judged, and labels that were given elsewhere have no open items.
 */
export function isBlinded(db: Db, grant: Reading, studyId: string): boolean {
  const study = studyOf(db, grant, studyId);
  if (labelsInAndOpen(db, study).open === 0) return false;
  const { studyUnblinding: row } = schema;
  const own = db
    .select({ id: row.id })
    .from(row)
    .where(and(eq(row.studyId, studyId), whose(grant.actor)))
    .limit(1)
    .get();
  return own === undefined;
}

/**
 * Refuses if `isBlinded`. Each page, export and command that shows single items of a study with their labels or verdicts passes here first.
 *
 * @param how to give a reason at a command line, as a sentence
 */
export function requireUnblinded(db: Db, grant: Reading, studyId: string, how?: string): void {
  if (!isBlinded(db, grant, studyId)) return;
  if (how === undefined) refuse.isClosed(leadSays('itemsBlinded'));
  refuse.closed(`The labels of the study are blinded: labelling is not complete. ${how}.`);
}

const shortest = 10;

/**
 * Records a lead's reason for looking at open items. From then on this lead can, until the study ends; every other lead gives a
 * reason of their own.
 *
 * @throws Refusal `invalid-input` without a reason; `conflict` if there is no open item
 */
export function unblind(db: Db, grant: ProjectGrant<'manage'>, studyId: string, reason: string): Unblinding {
  const why = reason.trim();
  if (why.length < shortest || why.length > 2000)
    refuse.invalid(leadSays('nothingShown'), [
      problemAt('reason', fieldSays('whyNow', { least: shortest, most: 2000 }))
    ]);
  return write(db, (tx) => {
    const study = studyOf(tx, grant, studyId);
    const { labels, open } = labelsInAndOpen(tx, study);
    if (open === 0) refuse.conflict(leadSays('noLabelToCome'));
    const made: Unblinding = { name: grant.actor.name, reason: why, labels, open, at: Date.now() };
    const userId = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.insert(schema.studyUnblinding)
      .values({ id: newId(), studyId, userId, ...made })
      .run();
    record(tx, grant.actor, {
      projectId: study.projectId,
      action: 'study.unblind',
      entity: 'study',
      entityId: studyId,
      detail: { number: study.number, reason: why, labels, open }
    });
    return made;
  });
}

const whose = (actor: Actor) => {
  const { studyUnblinding: row } = schema;
  return actor.kind === 'person' ? eq(row.userId, actor.id) : sql`${row.userId} is null`;
};

/** Labels of the sample that are there and that are to come. */
export function labelsInAndOpen(db: Db, study: Study): { labels: number; open: number } {
  const { assignment, assignmentItem } = schema;
  const counted = db
    .select({
      total: sql<number>`count(*)`,
      labels: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, study.id), inSample(assignmentItem.studyItemId)))
    .get()!;
  const open = study.status === 'closed' ? 0 : counted.total - counted.labels;
  return { labels: counted.labels, open };
}
