import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { blindLabel } from '../study/blind-label.server.ts';
import { blindTexts, blindView } from './blind-view.server.ts';
import type { Blind, BlindAssignment } from './blind/blind.ts';
import { needsRenewal, noteAtWork } from './leases/leases.server.ts';
import { grantedSeat, mayJudge, ownStudySeat, type AnnotatorGrant } from './leases/seat.server.ts';

interface MyStudy {
  id: string;
  number: number;
  name: string;
  metric: string;
  status: 'open' | 'paused' | 'closed';
  project: { slug: string; name: string };
  done: number;
  total: number;
}

/** The studies in which the person judges: open ones first, then the newest. */
export function myStudies(db: Db, person: Person): MyStudy[] {
  const { study, project, assignment, assignmentItem } = schema;
  return db
    .select({
      id: study.id,
      number: study.number,
      name: study.name,
      metric: study.metric,
      status: study.status,
      project: { slug: project.slug, name: project.name },
      done: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`,
      total: sql<number>`count(*)`
    })
    .from(study)
    .innerJoin(project, eq(project.id, study.projectId))
    .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(inArray(study.projectId, projectsToJudge(person)), isShownStudy()))
    .groupBy(study.id)
    .orderBy(sql`${study.status} = 'closed'`, sql`${study.createdAt} desc`, sql`${study.number} desc`)
    .all();
}

/** Id of a study of the project in which the person judges, by its number. */
export function studyToJudge(db: Db, person: Person, projectId: string, number: number): string {
  const { study, assignment } = schema;
  const found = db
    .select({ id: study.id })
    .from(study)
    .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
    .where(and(eq(study.projectId, projectId), eq(study.number, number)))
    .limit(1)
    .get();
  return found?.id ?? refuse.notFound('study');
}

/** Neither the study nor its project is in the archive. */
const isShownStudy = (): SQL => {
  const { study, project } = schema;
  return and(
    isNull(study.archivedAt),
    sql`not exists (select 1 from ${project} shown where shown.id = ${study.projectId} and shown.archived_at is not null)`
  )!;
};

/** The projects in which the person annotates and cannot read the results. */
const projectsToJudge = (person: Person): string[] => [...person.roles.keys()].filter((id) => mayJudge(person, id));

/** The person's first assignment with an open item, of the study or of all open studies, other than `except`; null when all is judged. */
export function nextStudyAssignment(db: Db, person: Person, studyId?: string, except?: string): string | null {
  const projects = JSON.stringify(projectsToJudge(person));
  const asked = { projects, userId: person.id, studyId: studyId ?? null, except: except ?? null };
  return nextOpen(db).get(asked)?.id ?? null;
}

const nextOpen = builtOnce((db) => {
  const { study, assignment, assignmentItem } = schema;
  const [studyId, except] = [sql.placeholder('studyId'), sql.placeholder('except')];
  return (
    db
      .select({ id: assignment.id })
      .from(study)
      .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, sql.placeholder('userId'))))
      .where(
        and(
          sql`${study.projectId} in (select value from json_each(${sql.placeholder('projects')}))`,
          isShownStudy(),
          eq(study.status, 'open'),
          sql`(${studyId} is null or ${study.id} = ${studyId})`,
          sql`(${except} is null or ${assignment.id} <> ${except})`,
          sql`exists (
          select 1 from ${assignmentItem} where ${assignmentItem.assignmentId} = ${assignment.id}
            and ${blindLabel(assignmentItem.studyItemId, assignment.userId)} is null
        )`
        )
      )
      // A report that the person put off comes last in its study, in the order in which it was put off.
      .orderBy(
        asc(study.createdAt),
        asc(study.number),
        sql`coalesce(${assignment.putOffAt}, 0)`,
        asc(assignment.position)
      )
      .limit(1)
      .prepare()
  );
});

/** Notes that the person has their assignment open. The first opening is recorded, and every one keeps it the person's for a while. */
export function noteStudyAssignmentOpened(db: Db, grant: AnnotatorGrant, assignmentId: string): void {
  const seat = grantedSeat(db, grant, assignmentId);
  if (needsRenewal(seat)) write(db, (tx) => noteAtWork(tx, grant, seat));
}

/** The person's assignment as a page shows it, without opening it: pages may be fetched ahead, or by no person at all. */
export function readAssignment(db: Db, person: Person, assignmentId: string): Blind<BlindAssignment> {
  return blindView(db, ownStudySeat(db, person, assignmentId));
}

/** The reports of the person's assignment as a page shows them, without opening it. */
export const readTexts = (db: Db, person: Person, assignmentId: string): string[] =>
  blindTexts(db, ownStudySeat(db, person, assignmentId));
