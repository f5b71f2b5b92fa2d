import { and, asc, eq, gt, isNotNull, not, sql, type SQL } from 'drizzle-orm';
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

/**
 * The next report with an open item; else the first whose judges can be shown and were not; else, in a study that shows them at its
 * end, the first on which the person has stated no preference; else null.
 */
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
  if (!hidden) {
    const shown = db
      .select({ id: assignment.id })
      .from(assignment)
      .where(and(isRevealedAtEnd(person, studyId), not(hasPreference)))
      .orderBy(asc(assignment.position))
      .limit(1)
      .get();
    return shown ? { assignmentId: shown.id, for: 'reveal' } : null;
  }
  const seat = ownStudySeat(db, person, hidden.id);
  return obstacleOf(seat, itemsLeft(db, seat)) === null ? { assignmentId: hidden.id, for: 'reveal' } : null;
}

/** Assignments of a person whose judges they see since they judged all of an open study. */
function isRevealedAtEnd({ id: userId }: Person, studyId: string): SQL {
  const { assignment, study } = schema;
  return and(
    eq(assignment.studyId, studyId),
    eq(assignment.userId, userId),
    isNotNull(assignment.revealedAt),
    sql`exists (select 1 from ${study} s where s.id = ${studyId} and s.status = 'open' and s.reveal = 'at-end')`
  )!;
}

/** Whether the person has stated a preference on an item of an assignment. */
const hasPreference = sql`exists (select 1 from ${schema.assignmentItem} i join ${schema.preference} p
  on p.study_item_id = i.study_item_id and p.user_id = ${schema.assignment.userId}
  where i.assignment_id = ${schema.assignment.id})`;

/**
 * The person's next report in the same study, other than this one: with an open item; else, after one whose judges they see since they
 * judged all, the next such report. Null after the last.
 */
export function nextInStudy(db: Db, person: Person, assignmentId: string): string | null {
  const { study, assignment: here } = ownStudySeat(db, person, assignmentId);
  const open = nextStudyAssignment(db, person, study.id, here.id);
  if (open !== null || here.revealedAt === null) return open;
  const { assignment } = schema;
  const next = db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(isRevealedAtEnd(person, study.id), gt(assignment.position, here.position)))
    .orderBy(asc(assignment.position))
    .limit(1)
    .get();
  return next?.id ?? null;
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
