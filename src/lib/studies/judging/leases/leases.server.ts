import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { Person } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import { kindOf, isOfRun } from '../../study/study-of-run.server.ts';
import { leaseEnd } from './lease.ts';
import { leaseRulesOf, mayBeTaken, openWork, type OpenWork } from './lease-work.server.ts';
import { annotatorOf, mayJudge, type AnnotatorGrant, type StudySeat } from './seat.server.ts';
import { reportsOfItems } from '../../units/judge-labels.server.ts';
import { reportsChecked, shownAtEnd, unitKey, unitsInHands } from '../../units/units.server.ts';

type Study = typeof schema.study.$inferSelect;

const MINUTE = 60_000;

/** Whether a lease that is touched now has to be written. Not within a minute of the last time: leases are long, pages load often. */
export const needsRenewal = (
  { assignment, study }: Pick<StudySeat, 'assignment' | 'study'>,
  now = Date.now()
): boolean =>
  study.status === 'open' &&
  assignment.revealedAt === null &&
  Math.abs((assignment.heldUntil ?? 0) - leaseEnd(leaseRulesOf(study), now)) > MINUTE;

/**
 * Notes that a person is at work on an assignment: it stays theirs for the time that the study's rules give. The first time
 * counts as its opening, and is in the audit trail.
 */
export function noteAtWork(tx: Db, grant: AnnotatorGrant, seat: StudySeat, now = Date.now()): void {
  if (!needsRenewal(seat, now)) return;
  const { assignment, study, project } = seat;
  const table = schema.assignment;
  tx.update(table)
    .set({ heldUntil: leaseEnd(leaseRulesOf(study), now), openedAt: sql`coalesce(${table.openedAt}, ${now})` })
    .where(and(eq(table.id, assignment.id), isNull(table.revealedAt)))
    .run();
  if (assignment.openedAt !== null) return;
  record(tx, annotatorOf(grant), {
    projectId: project.id,
    action: 'assignment.open',
    entity: 'assignment',
    entityId: assignment.id,
    detail: { study: study.number }
  });
}

/** How much of a study a person who has nothing left could take over from others or from what waits. */
export function workToTake(
  db: Db,
  person: Person,
  studyId: string,
  now = Date.now()
): { reports: number; items: number } {
  const offers = offersFor(db, person, studyId, now);
  // Where an item waits twice, the person can judge it once.
  const items = new Set(offers.flatMap((one) => one.items));
  return { reports: new Set(offers.map(({ work }) => work.reportId)).size, items: items.size };
}

/**
 * Assigns to a person who has nothing left in a study the next waiting report, else one that its annotator has left idle, else
 * one of an annotator who has been inactive for long. Exact: within one transaction items are moved, never copied, so that each
 * keeps its `overlap` people; no person gets an item that they have already or whose judges they have seen.
 *
 * @returns the assignment, whose first opening is still to come; null if there is nothing to take. A person with an open item
 *   gets no other: `nextAssignment` returns their own next assignment
 */
export function takeWork(db: Db, grant: AnnotatorGrant, studyId: string, now = Date.now()): string | null {
  const person = annotatorOf(grant);
  const { study: of } = schema;
  const found = db.select({ projectId: of.projectId }).from(of).where(eq(of.id, studyId)).get();
  if (found?.projectId !== grant.resource.id) refuse.notFound('study');
  if (offersFor(db, person, studyId, now).length === 0) return null;
  return write(db, (tx) => {
    const [first] = offersFor(tx, person, studyId, now);
    if (!first) return null;
    const study = tx.select().from(schema.study).where(eq(schema.study.id, studyId)).get()!;
    const { work, items } = first;
    const why = work.userId === null ? 'taken' : 'idle';
    const id = moveItems(tx, { study, work, items, to: person.id, why, now });
    record(tx, person, {
      projectId: study.projectId,
      action: 'assignment.take',
      entity: 'assignment',
      entityId: id,
      detail: { study: study.number, items: items.length, from: work.userId, state: work.state }
    });
    return id;
  });
}

interface Offer {
  work: OpenWork;
  items: string[];
}

function offersFor(db: Db, person: Person, studyId: string, now: number): Offer[] {
  const study = db.select().from(schema.study).where(eq(schema.study.id, studyId)).get() ?? refuse.notFound('study');
  if (study.status !== 'open' || !isOfRun(study) || !mayJudge(person, study.projectId)) return [];
  const { assignment } = schema;
  const member = db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(eq(assignment.studyId, studyId), eq(assignment.userId, person.id)))
    .limit(1)
    .get();
  if (!member) return [];
  const all = openWork(db, study, now);
  if (all.some(({ userId }) => userId === person.id)) return [];
  const free = all.filter(mayBeTaken);
  const can = itemsFor(db, study, person.id, free);
  return free.flatMap((work) => {
    const items = work.open.filter((id) => can.has(id));
    return items.length > 0 ? [{ work, items }] : [];
  });
}

/**
 * Which of the open items a person may be given: none that they have, here or in another open study, or have seen the judges of,
 * and none at all once they have seen the judges at the end of their work in this study.
 */
export function itemsFor(db: Db, study: Study, userId: string, works: readonly OpenWork[]): Set<string> {
  const { studyItem, assignment, assignmentItem } = schema;
  const ids = [...new Set(works.flatMap(({ open }) => open))];
  if (ids.length === 0 || !isOfRun(study) || shownAtEnd(db, study).has(userId)) return new Set();
  const own = new Set(
    db
      .select({ id: assignmentItem.studyItemId })
      .from(assignment)
      .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
      .where(and(eq(assignment.studyId, study.id), eq(assignment.userId, userId)))
      .all()
      .map(({ id }) => id)
  );
  const kind = kindOf(study);
  const inHands = unitsInHands(db, study.projectId, { metric: study.metric, kind }, [userId]);
  const checked = reportsChecked(db, [userId]);
  const reports = reportsOfItems(db, study.id, ids);
  const isBlindOn = (one: { id: string; reportId: string; item: string }): boolean =>
    !inHands.has(unitKey(one)) && !reports.get(one.id)!.some((reportId) => checked.has(reportId));
  return new Set(
    db
      .select({ id: studyItem.id, reportId: studyItem.reportId, item: studyItem.item })
      .from(studyItem)
      .where(and(eq(studyItem.studyId, study.id), inArray(studyItem.id, ids)))
      .all()
      .flatMap((one) => (!own.has(one.id) && isBlindOn(one) ? [one.id] : []))
  );
}

interface Move {
  study: Study;
  work: OpenWork;
  /** Of `work.open`. */
  items: readonly string[];
  /** Null: they wait for an annotator. */
  to: string | null;
  why: 'lead' | 'idle' | 'taken';
  now: number;
}

/**
 * Moves open items into a new assignment of another person, at the end of their queue, in the order of texts in which they were
 * planned. What has a label stays where it is; what was for the first person alone (training, gold, repeats) goes with their last
 * sampled item.
 *
 * @returns the new assignment
 */
export function moveItems(tx: Db, { study, work, items, to, why, now }: Move): string {
  const { assignment, assignmentItem, assignmentMove } = schema;
  const id = newId();
  const last =
    to === null
      ? null
      : tx
          .select({ at: max(assignment.position) })
          .from(assignment)
          .where(and(eq(assignment.studyId, study.id), eq(assignment.userId, to)))
          .get()!.at;
  const { reportId, batch } = work;
  const position = to === null ? work.position : (last ?? -1) + 1;
  tx.insert(assignment).values({ id, studyId: study.id, userId: to, reportId, batch, position, givenAt: now }).run();
  const here = eq(assignmentItem.assignmentId, work.assignmentId);
  tx.update(assignmentItem)
    .set({ assignmentId: id })
    .where(and(here, inArray(assignmentItem.studyItemId, [...items])))
    .run();
  for (const studyItemId of items)
    tx.insert(assignmentMove)
      .values({
        ...{ studyItemId, fromAssignment: work.assignmentId, toAssignment: id, fromUser: work.userId, toUser: to },
        ...{ why, at: now }
      })
      .run();
  if (work.done === 0 && items.length === work.open.length) {
    tx.delete(assignmentItem)
      .where(
        and(
          here,
          sql`not exists (select 1 from human_verdict h where h.study_item_id = ${assignmentItem.studyItemId}
        and h.assignment_id = ${work.assignmentId})`
        )
      )
      .run();
    if (!tx.select({ id: assignmentItem.studyItemId }).from(assignmentItem).where(here).limit(1).get())
      tx.update(assignment).set({ returnedAt: now }).where(eq(assignment.id, work.assignmentId)).run();
  }
  return id;
}
