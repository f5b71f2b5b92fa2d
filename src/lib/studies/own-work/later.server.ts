import { eq } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import {
  annotatorOf,
  grantedSeat,
  itemsLeft,
  requireOpenStudy,
  type AnnotatorGrant
} from '../judging/leases/seat.server.ts';

/**
 * Puts one's assignment at the end of one's queue in the study. Answers and drafts stay. The time for which it is kept for the person
 * runs on: others may take it over as before.
 *
 * @returns id of the assignment that comes now
 * @throws Refusal if nothing in it is open, or nothing else is left in the study
 */
export function putOffAssignment(db: Db, grant: AnnotatorGrant, assignmentId: string): string {
  const person = annotatorOf(grant);
  return write(db, (tx) => {
    const seat = grantedSeat(tx, grant, assignmentId);
    requireOpenStudy(seat);
    if (itemsLeft(tx, seat).here === 0) refuse.conflict(worded('nothingToPutOff'));
    const next = nextStudyAssignment(tx, person, seat.study.id, assignmentId) ?? refuse.conflict(worded('lastReport'));
    tx.update(schema.assignment).set({ putOffAt: Date.now() }).where(eq(schema.assignment.id, assignmentId)).run();
    record(tx, person, {
      projectId: seat.project.id,
      action: 'assignment.put-off',
      entity: 'assignment',
      entityId: assignmentId,
      detail: { study: seat.study.number }
    });
    return next;
  });
}
