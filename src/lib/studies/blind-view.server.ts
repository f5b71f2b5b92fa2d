import { and, asc, eq, sql } from 'drizzle-orm';
import { fillDates, isoDate } from '../scorer/placeholders.ts';
import { metrics } from '../scorer/suites/index.ts';
import { schema, type Db } from '../server/db/client.ts';
import { blindLabel, isLastRevision } from './blind-label.server.ts';
import {
  asLabel,
  blind,
  ownVerdict,
  type Blind,
  type BlindAssignment,
  type BlindItem,
  type BlindQueue
} from './blind.ts';
import { obstacleOf, type Seat } from './seat.server.ts';

/** Everything the person may see of an assignment, and nothing else. */
export function blindView(db: Db, seat: Seat): Blind<BlindAssignment> {
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

/** The query as the judges saw it: of the version that was scored, its date filled in. */
function material(db: Db, seat: Seat): { query: string; report: { markdown: string; language: string | null } } {
  const { report, system, query, run, datasetVersion } = schema;
  const found = db
    .select({
      markdown: report.markdown,
      language: query.language,
      collectedAt: sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`,
      scoredAt: run.createdAt,
      now: query.text,
      scored: sql<string | null>`(
        select json_extract(q.value, '$.text') from json_each(${datasetVersion.content}, '$.queries') q
        where json_extract(q.value, '$.qid') = ${query.qid}
      )`
    })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(run, eq(run.id, seat.study.runId))
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(report.id, seat.assignment.reportId))
    .get();
  if (!found) throw new Error(`the report of assignment ${seat.assignment.id} is missing`);
  const date = found.collectedAt ?? isoDate(found.scoredAt);
  return {
    query: fillDates(found.scored ?? found.now, date),
    report: { markdown: found.markdown, language: found.language }
  };
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
    .map(({ id, text, verdict, draft: typed }) => ({
      id,
      text,
      verdict: verdict && ownVerdict(verdict),
      draft: typed
    }));
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
