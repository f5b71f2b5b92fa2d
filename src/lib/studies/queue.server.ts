import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { metrics } from '../scorer/suites/index.ts';
import { record } from '../server/audit.ts';
import { may, type Person } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { blindLabel, isLastRevision } from './blind-label.server.ts';
import { asLabel, blind, ownVerdict, type Blind, type BlindAssignment, type BlindItem, type BlindQueue } from './blind.ts';
import { obstacleOf, ownSeat, type Seat } from './seat.server.ts';

export interface MyStudy {
  id: string;
  number: number;
  name: string;
  status: 'open' | 'closed';
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
      status: study.status,
      project: { slug: project.slug, name: project.name },
      done: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`,
      total: sql<number>`count(*)`
    })
    .from(study)
    .innerJoin(project, eq(project.id, study.projectId))
    .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(inArray(study.projectId, projectsToJudge(person)))
    .groupBy(study.id)
    .orderBy(sql`${study.status} = 'closed'`, sql`${study.createdAt} desc`, sql`${study.number} desc`)
    .all();
}

/** The projects in which the person annotates and can not read the results. */
const projectsToJudge = (person: Person): string[] =>
  [...person.roles.keys()].filter((id) => {
    const resource = { kind: 'project', id } as const;
    return may(person, resource, 'annotate') && !may(person, resource, 'read-results');
  });

/** The person's first assignment with an open item, of the study or of all open studies; null when all is judged. */
export function nextAssignment(db: Db, person: Person, studyId?: string): string | null {
  const { study, assignment, assignmentItem } = schema;
  const next = db
    .select({ id: assignment.id })
    .from(study)
    .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
    .where(
      and(
        inArray(study.projectId, projectsToJudge(person)),
        eq(study.status, 'open'),
        studyId === undefined ? undefined : eq(study.id, studyId),
        sql`exists (
          select 1 from ${assignmentItem} where ${assignmentItem.assignmentId} = ${assignment.id}
            and ${blindLabel(assignmentItem.studyItemId, assignment.userId)} is null
        )`
      )
    )
    .orderBy(asc(study.createdAt), asc(study.number), asc(assignment.position))
    .limit(1)
    .get();
  return next?.id ?? null;
}

/** Opens the person's given assignment, or the next one; null when there is none. The first opening is recorded. */
export function openAssignment(db: Db, person: Person, assignmentId: string): Blind<BlindAssignment>;
export function openAssignment(db: Db, person: Person, assignmentId?: string): Blind<BlindAssignment> | null;
export function openAssignment(db: Db, person: Person, assignmentId?: string): Blind<BlindAssignment> | null {
  const id = assignmentId ?? nextAssignment(db, person);
  if (id === null) return null;
  const seat = ownSeat(db, person, id);
  if (seat.assignment.openedAt === null && seat.study.status === 'open') markOpened(db, person, seat);
  return view(db, seat);
}

/** The same without opening it: for fetching ahead. */
export function readAssignment(db: Db, person: Person, assignmentId: string): Blind<BlindAssignment> {
  return view(db, ownSeat(db, person, assignmentId));
}

function markOpened(db: Db, person: Person, seat: Seat): void {
  write(db, (tx) => {
    const { assignment } = schema;
    const marked = tx
      .update(assignment)
      .set({ openedAt: Date.now() })
      .where(and(eq(assignment.id, seat.assignment.id), sql`${assignment.openedAt} is null`))
      .run();
    if (marked.changes === 0) return;
    record(tx, person, {
      projectId: seat.project.id,
      action: 'assignment.open',
      entity: 'assignment',
      entityId: seat.assignment.id,
      detail: { study: seat.study.number }
    });
  });
}

function view(db: Db, seat: Seat): Blind<BlindAssignment> {
  const { study, assignment } = seat;
  const queue = queueOf(db, seat);
  const open = queue.seats.filter((one) => one.label === null);
  const left = { here: open.filter((one) => one.assignmentId === assignment.id).length, inStudy: open.length };
  const metric = metrics.find((one) => one.name === study.metric);
  return blind({
    id: assignment.id,
    project: seat.project,
    study: {
      number: study.number,
      name: study.name,
      metric: { name: study.metric, title: metric?.title ?? study.metric, question: metric?.question ?? '' },
      guideline: study.guideline,
      status: study.status
    },
    ...material(db, seat),
    items: itemsOf(db, seat),
    queue,
    reveal: { policy: study.reveal, done: assignment.revealedAt !== null, obstacle: obstacleOf(seat, left) }
  });
}

/** The query is read from the version that was scored, so that people and judges answer to the same words. */
function material(db: Db, seat: Seat): { query: string; report: { markdown: string; language: string | null } } {
  const { report, query, run, datasetVersion } = schema;
  const found = db
    .select({
      markdown: report.markdown,
      language: query.language,
      now: query.text,
      scored: sql<string | null>`(
        select json_extract(q.value, '$.text') from json_each(${datasetVersion.content}, '$.queries') q
        where json_extract(q.value, '$.qid') = ${query.qid}
      )`
    })
    .from(report)
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(run, eq(run.id, seat.study.runId))
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(report.id, seat.assignment.reportId))
    .get();
  if (!found) throw new Error(`the report of assignment ${seat.assignment.id} is missing`);
  return { query: found.scored ?? found.now, report: { markdown: found.markdown, language: found.language } };
}

function itemsOf(db: Db, seat: Seat): BlindItem[] {
  const { assignmentItem, studyItem, humanVerdict, draft } = schema;
  const userId = seat.assignment.userId;
  return db
    .select({
      id: studyItem.id,
      text: studyItem.text,
      verdict: {
        label: humanVerdict.label,
        note: humanVerdict.note,
        passages: humanVerdict.passages,
        revision: humanVerdict.revision,
        committedAt: humanVerdict.committedAt
      },
      draft: draft.content
    })
    .from(assignmentItem)
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .leftJoin(
      humanVerdict,
      and(
        eq(humanVerdict.studyItemId, studyItem.id),
        eq(humanVerdict.userId, userId),
        eq(humanVerdict.phase, 'blind'),
        isLastRevision
      )
    )
    .leftJoin(draft, and(eq(draft.studyItemId, studyItem.id), eq(draft.userId, userId)))
    .where(eq(assignmentItem.assignmentId, seat.assignment.id))
    .orderBy(asc(assignmentItem.position))
    .all()
    .map(({ id, text, verdict, draft: typed }) => ({ id, text, verdict: verdict && ownVerdict(verdict), draft: typed }));
}

function queueOf(db: Db, seat: Seat): BlindQueue {
  const { assignment, assignmentItem } = schema;
  const seats = db
    .select({
      assignmentId: assignment.id,
      id: assignmentItem.studyItemId,
      label: blindLabel(assignmentItem.studyItemId, assignment.userId)
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, seat.study.id), eq(assignment.userId, seat.assignment.userId)))
    .orderBy(asc(assignment.position), asc(assignmentItem.position))
    .all()
    .map(({ assignmentId, id, label }) => ({ assignmentId, id, label: asLabel(label) }));
  return {
    position: seats.findIndex((one) => one.assignmentId === seat.assignment.id),
    total: seats.length,
    done: seats.filter((one) => one.label !== null).length,
    seats
  };
}
