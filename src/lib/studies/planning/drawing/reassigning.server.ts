import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { unclosedStudyOf } from '../../judging/leases/lease-rules.server.ts';
import { openWork } from '../../judging/leases/lease-work.server.ts';
import { itemsFor, moveItems } from '../../judging/leases/leases.server.ts';
import { peopleProblems } from '../planning.ts';
import { nomineesOf } from '../../study/nominees.server.ts';

const leadSays = sayingsOf('leadRefusals');

interface Reassigning {
  /** Person whose open work moves; null for work that waits for an annotator. */
  from: string | null;
  /** Person who gets it; null: it waits for the next free annotator. */
  to: string | null;
  /** Only this assignment of theirs. */
  assignmentId?: string;
}

interface Reassigned {
  /** Items that went over, and of how many reports. */
  items: number;
  reports: number;
  /** Items that stayed, because the other person has them already or knows what the judges said of them. */
  stayed: number;
}

/**
 * Reassigns a person's open items to another person, or to the next free annotator. Every label and every draft stays with its
 * author; each item keeps as many people as it had. Works in a paused study as well.
 *
 * @throws Refusal if the other person may not judge in the study (`invalid-input`), or nothing can be reassigned (`conflict`)
 */
export function reassignWork(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  { from, to, assignmentId }: Reassigning,
  now = Date.now()
): Reassigned {
  return write(db, (tx) => {
    const study = unclosedStudyOf(tx, grant, studyId);
    if (from === to) refuse.invalid(leadSays('workThere'));
    if (to !== null) requireAble(tx, grant, to);
    const works = openWork(tx, study, now).filter(
      (work) => work.userId === from && (assignmentId === undefined || work.assignmentId === assignmentId)
    );
    if (works.length === 0) refuse.conflict(leadSays('nothingToReassign'));
    let can = to === null ? null : itemsFor(tx, study, to, works);
    const done: Reassigned = { items: 0, reports: 0, stayed: 0 };
    for (const work of works) {
      const items = work.open.filter((id) => can?.has(id) ?? true);
      done.stayed += work.open.length - items.length;
      if (items.length === 0) continue;
      moveItems(tx, { study, work, items, to, why: 'lead', now });
      done.items += items.length;
      done.reports += 1;
      // The waiting items can contain an item twice; a person gets it once.
      if (can) can = new Set([...can].filter((id) => !items.includes(id)));
    }
    if (done.items === 0) refuse.conflict(leadSays('cannotTake'));
    if (from !== null && assignmentId === undefined && done.stayed === 0) dropOwn(tx, studyId, from, now);
    record(tx, grant.actor, {
      projectId: study.projectId,
      action: 'study.reassign',
      entity: 'study',
      entityId: studyId,
      detail: { number: study.number, from, to, ...done }
    });
    return done;
  });
}

function requireAble(tx: Db, grant: ProjectGrant<'manage'>, userId: string): void {
  const named = nomineesOf(tx, grant.resource.id, [userId]);
  if (named.length === 0) refuse.notFound('person');
  const [problem] = peopleProblems(named, 1);
  if (problem)
    refuse.invalid(
      leadSays('personCannotJudge', { person: problem.found ?? userId, why: problem.wording ?? problem.reason })
    );
}

/** Removes open items that were for one person alone (training, gold items, repeats): once the person leaves, they need no label. */
function dropOwn(tx: Db, studyId: string, userId: string, now: number): void {
  const { assignment, assignmentItem, studyItem, humanVerdict } = schema;
  const own = tx
    .select({ assignmentId: assignment.id, itemId: studyItem.id })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .where(
      and(
        eq(assignment.studyId, studyId),
        eq(assignment.userId, userId),
        sql`${studyItem.purpose} <> 'sample'`,
        sql`not exists (select 1 from ${humanVerdict} h where h.study_item_id = ${studyItem.id} and h.user_id = ${userId})`
      )
    )
    .all();
  for (const { assignmentId, itemId } of own)
    tx.delete(assignmentItem)
      .where(and(eq(assignmentItem.assignmentId, assignmentId), eq(assignmentItem.studyItemId, itemId)))
      .run();
  tx.update(assignment)
    .set({ returnedAt: now })
    .where(
      and(
        inArray(
          assignment.id,
          own.map(({ assignmentId }) => assignmentId)
        ),
        isNull(assignment.returnedAt),
        sql`not exists (select 1 from ${assignmentItem} i where i.assignment_id = ${assignment.id})`
      )
    )
    .run();
}
