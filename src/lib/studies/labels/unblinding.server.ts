import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
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

/** A time at which somebody looked at items that were still being judged. */
export interface Unblinding {
  name: string;
  reason: string;
  /** Blind labels that had been committed by then, and those that were still to come. */
  labels: number;
  open: number;
  at: number;
}

/** Who has looked at open items of a study, newest first: what a paper about it has to say. */
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
 * Refuses where `isBlinded`: whoever shows or hands out single items of a study with what people or judges said of them passes
 * here first.
 *
 * @param what would be shown: `The items`, `The export of labels`
 * @param how to look, for whoever is refused
 */
export function requireUnblinded(
  db: Db,
  grant: Reading,
  studyId: string,
  what: string,
  how = 'on the page of the study, give a reason for an interim look; it is recorded'
): void {
  if (isBlinded(db, grant, studyId)) refuse.closed(what, `labelling is not complete; ${how}`);
}

const shortest = 10;

/**
 * Records why somebody looks at open items. From then on they can, until the study ends; everybody else gives a reason of their
 * own.
 *
 * @throws Refusal `invalid-input` without a reason; `conflict` where there is no open item
 */
export function unblind(db: Db, grant: ProjectGrant<'manage'>, studyId: string, reason: string): Unblinding {
  const why = reason.trim();
  if (why.length < shortest || why.length > 2000)
    refuse.invalid(leadSays('nothingShown'), [
      { row: null, column: 'reason', reason: `Write why you have to look now, in ${shortest} to 2000 characters.` }
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
