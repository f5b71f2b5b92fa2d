import type { Saying } from '../../../messages/sayings.ts';
import { and, eq, sql } from 'drizzle-orm';
import { refuse, worded } from '../../../errors.ts';
import { may, type Person, type ProjectGrant } from '../../../server/auth/authorize.ts';
import { builtOnce } from '../../../server/db/built-once.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { blindLabel } from '../../study/blind-label.server.ts';
import { isTraining } from '../../planning/purposes/purposes.server.ts';
import { revealObstacle } from '../../reveal/reveal.ts';
import { isOfRun, type StudyOfRun } from '../../study/study-of-run.server.ts';

/** The access that judging asks for; leads and admins have to be given it as such. */
export type AnnotatorGrant = ProjectGrant<'annotate'>;

/** An assignment in its study, for the person whose it is. Holds more than the person may see: it stays on the server. */
export interface StudySeat {
  assignment: typeof schema.assignment.$inferSelect & { userId: string };
  study: StudyOfRun;
  project: { id: string; slug: string; name: string };
  /** All of it is training. */
  training: boolean;
}

const seatOf = builtOnce((db) => {
  const { assignment, study, project } = schema;
  return db
    .select({
      assignment,
      study,
      project: { id: project.id, slug: project.slug, name: project.name },
      training: isTraining(assignment.id)
    })
    .from(assignment)
    .innerJoin(study, eq(study.id, assignment.studyId))
    .innerJoin(project, eq(project.id, study.projectId))
    .where(and(eq(assignment.id, sql.placeholder('assignmentId')), eq(assignment.userId, sql.placeholder('userId'))))
    .prepare();
});

/** The person's own assignment; another person's is treated as absent. One that went to another annotator is refused as such. */
export function ownStudySeat(db: Db, person: Person, assignmentId: string): StudySeat {
  const seat = seatOf(db).get({ assignmentId, userId: person.id });
  // Nothing is handed out in a study of labels that were given elsewhere.
  if (!seat || !isOfRun(seat.study)) return refuse.notFound('assignment');
  const { study: of, assignment: mine } = seat;
  requireBlind(person, of.projectId);
  if (mine.returnedAt !== null) refuse.takenOver();
  return { ...seat, study: of, assignment: { ...mine, userId: person.id }, training: seat.training === 1 };
}

/** The person who judges; nothing is judged from the command line. */
export function annotatorOf({ actor }: AnnotatorGrant): Person {
  return actor.kind === 'person' ? actor : refuse.notPermitted(worded('onlyPeopleJudge'));
}

/** The same for those who write: an assignment in another project than the grant's is as good as absent. */
export function grantedSeat(db: Db, grant: AnnotatorGrant, assignmentId: string): StudySeat {
  const seat = ownStudySeat(db, annotatorOf(grant), assignmentId);
  return seat.project.id === grant.resource.id ? seat : refuse.notFound('assignment');
}

/** The same, by one of its items. */
export function grantedSeatOfItem(db: Db, grant: AnnotatorGrant, studyItemId: string): StudySeat {
  const person = annotatorOf(grant);
  const { assignment, assignmentItem } = schema;
  const found = db
    .select({ id: assignment.id })
    .from(assignmentItem)
    .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
    .where(and(eq(assignmentItem.studyItemId, studyItemId), eq(assignment.userId, person.id)))
    .get();
  return found ? grantedSeat(db, grant, found.id) : refuse.notFound('item');
}

/** Whether a person annotates in the project and cannot read its results. */
export function mayJudge(person: Person, projectId: string): boolean {
  const resource = { kind: 'project', id: projectId } as const;
  return may(person, resource, 'annotate') && !may(person, resource, 'read-results');
}

/** A person who has become lead or admin can read the results, and so is not blind any more. */
function requireBlind(person: Person, projectId: string): void {
  if (mayJudge(person, projectId)) return;
  if (!may(person, { kind: 'project', id: projectId }, 'annotate')) refuse.notFound('assignment');
  refuse.notPermitted(worded('resultsNotBlind'));
}

/** Whether an item was in the person's assignment and went to another annotator. */
export function wentAway(db: Db, person: Person, item: { assignmentId: string; studyItemId: string }): boolean {
  const { assignmentId, studyItemId } = item;
  return movedAway(db).get({ userId: person.id, assignmentId, studyItemId }) !== undefined;
}

const movedAway = builtOnce((db) => {
  const { assignmentMove: move } = schema;
  return db
    .select({ id: move.id })
    .from(move)
    .where(
      and(
        eq(move.fromUser, sql.placeholder('userId')),
        eq(move.studyItemId, sql.placeholder('studyItemId')),
        eq(move.fromAssignment, sql.placeholder('assignmentId'))
      )
    )
    .prepare();
});

/** Refuses if nothing can be committed in the study now. */
export function requireOpenStudy({ study }: Pick<StudySeat, 'study'>): void {
  if (study.status === 'paused') refuse.studyPaused();
  if (study.status === 'closed') refuse.isClosed(worded('studyClosed'));
}

interface Left {
  here: number;
  inStudy: number;
}

/** Items that the person has yet to judge. */
export function itemsLeft(db: Db, seat: StudySeat): Left {
  const { id: assignmentId, userId } = seat.assignment;
  return openItems(db).get({ assignmentId, userId, studyId: seat.study.id }) ?? { here: 0, inStudy: 0 };
}

const openItems = builtOnce((db) => {
  const { assignment, assignmentItem } = schema;
  const open = sql<number>`(${blindLabel(assignmentItem.studyItemId, assignment.userId)} is null)`;
  return db
    .select({
      here: sql<number>`coalesce(sum(${assignment.id} = ${sql.placeholder('assignmentId')} and ${open}), 0)`,
      inStudy: sql<number>`coalesce(sum(${open}), 0)`
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, sql.placeholder('studyId')), eq(assignment.userId, sql.placeholder('userId'))))
    .prepare();
});

/** Why the judges of the assignment cannot be shown; null if they can, or are. */
export const obstacleOf = (seat: StudySeat, left: Left): Saying | null =>
  seat.training ? inTraining : seat.assignment.revealedAt === null ? revealObstacle(seat.study.reveal, left) : null;

const inTraining = worded('trainingNoJudges');
