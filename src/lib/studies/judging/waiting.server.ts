import { and, asc, eq, isNotNull, not, sql } from 'drizzle-orm';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { quantile } from '../../stats/numbers/quantile.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { isTraining } from '../planning/purposes/purposes.server.ts';
import { nextStudyAssignment } from './queue.server.ts';
import { obstacleOf, ownStudySeat, itemsLeft } from './leases/seat.server.ts';

/** Next action open to a person in a study. */
interface Waiting {
  assignmentId: string;
  /** Items to judge, or judges to look at. */
  for: 'verdicts' | 'reveal';
}

/** The next report with an open item; else the first whose judges can be shown and were not; else null. */
export function waitingFor(db: Db, person: Person, studyId: string): Waiting | null {
  const open = nextStudyAssignment(db, person, studyId);
  if (open !== null) return { assignmentId: open, for: 'verdicts' };
  const { assignment, study } = schema;
  const hidden = db
    .select({ id: assignment.id })
    .from(assignment)
    .innerJoin(study, eq(study.id, assignment.studyId))
    .where(
      and(
        eq(assignment.studyId, studyId),
        eq(assignment.userId, person.id),
        eq(study.status, 'open'),
        sql`${assignment.revealedAt} is null and ${assignment.returnedAt} is null`,
        not(isTraining(assignment.id))
      )
    )
    .orderBy(asc(assignment.position))
    .limit(1)
    .get();
  if (!hidden) return null;
  const seat = ownStudySeat(db, person, hidden.id);
  return obstacleOf(seat, itemsLeft(db, seat)) === null ? { assignmentId: hidden.id, for: 'reveal' } : null;
}

/** The person's next report with an open item in the same study, other than this one; null after the last. */
export function nextInStudy(db: Db, person: Person, assignmentId: string): string | null {
  const { study, assignment } = ownStudySeat(db, person, assignmentId);
  return nextStudyAssignment(db, person, study.id, assignment.id);
}

/** Median of the person's own seconds per committed item; null if no time is known. */
export function ownMedianSeconds(db: Db, person: Person, studyId: string): number | null {
  const { assignment, humanVerdict } = schema;
  const times = db
    .select({ seconds: humanVerdict.seconds })
    .from(humanVerdict)
    .innerJoin(assignment, eq(assignment.id, humanVerdict.assignmentId))
    .where(
      and(
        eq(assignment.studyId, studyId),
        eq(humanVerdict.userId, person.id),
        isLastBlind,
        isNotNull(humanVerdict.label),
        isNotNull(humanVerdict.seconds)
      )
    )
    .all()
    .flatMap(({ seconds }) => seconds ?? []);
  return quantile(times, 0.5).value;
}
