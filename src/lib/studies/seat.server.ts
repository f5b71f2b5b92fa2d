import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { may, type Person } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { blindLabel } from './blind-label.server.ts';
import { revealObstacle } from './reveal.ts';
import { isOfRun, type StudyOfRun } from './study-of-run.server.ts';

/** An assignment in its study, for the person whose it is. Holds more than the person may see: it stays on the server. */
export interface Seat {
  assignment: typeof schema.assignment.$inferSelect & { userId: string };
  study: StudyOfRun;
  project: { id: string; slug: string; name: string };
}

/** The person's own assignment; anybody else's is as good as absent. */
export function ownSeat(db: Db, person: Person, assignmentId: string): Seat {
  const { assignment, study, project } = schema;
  const seat = db
    .select({ assignment, study, project: { id: project.id, slug: project.slug, name: project.name } })
    .from(assignment)
    .innerJoin(study, eq(study.id, assignment.studyId))
    .innerJoin(project, eq(project.id, study.projectId))
    .where(and(eq(assignment.id, assignmentId), eq(assignment.userId, person.id)))
    .get();
  // Nothing is handed out in a study of labels that were given elsewhere.
  return seat && isOfRun(seat.study)
    ? requireBlind(person, { ...seat, study: seat.study, assignment: { ...seat.assignment, userId: person.id } })
    : refuse.notFound('assignment');
}

/** The same, by one of its items. */
export function ownSeatOfItem(db: Db, person: Person, studyItemId: string): Seat {
  const { assignment, assignmentItem } = schema;
  const found = db
    .select({ id: assignment.id })
    .from(assignmentItem)
    .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
    .where(and(eq(assignmentItem.studyItemId, studyItemId), eq(assignment.userId, person.id)))
    .get();
  return found ? ownSeat(db, person, found.id) : refuse.notFound('item');
}

/** A person who has become lead or admin can read the results, and so is not blind any more. */
function requireBlind(person: Person, seat: Seat): Seat {
  const resource = { kind: 'project', id: seat.project.id } as const;
  if (!may(person, resource, 'annotate')) refuse.notFound('assignment');
  if (may(person, resource, 'read-results'))
    refuse.notPermitted('You can read the results of this project, so your verdicts would not be blind.');
  return seat;
}

export interface Left {
  here: number;
  inStudy: number;
}

/** Items that the person has yet to judge. */
export function itemsLeft(db: Db, seat: Seat): Left {
  const { assignment, assignmentItem } = schema;
  const open = sql<number>`(${blindLabel(assignmentItem.studyItemId, assignment.userId)} is null)`;
  const left = db
    .select({
      here: sql<number>`coalesce(sum(${assignment.id} = ${seat.assignment.id} and ${open}), 0)`,
      inStudy: sql<number>`coalesce(sum(${open}), 0)`
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, seat.study.id), eq(assignment.userId, seat.assignment.userId)))
    .get();
  return left ?? { here: 0, inStudy: 0 };
}

/** Why the judges of the assignment can not be shown; null where they can, or are. */
export const obstacleOf = (seat: Seat, left: Left): string | null =>
  seat.assignment.revealedAt === null ? revealObstacle(seat.study.reveal, left) : null;
