import { and, asc, eq, gt, isNotNull, max, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { isLastBlind } from '../../studies/study/blind-label.server.ts';
import { inSample } from '../../studies/planning/purposes/purposes.server.ts';
import type { SequentialFacts } from './sequential-state.ts';
import type { LookTaken } from './stopping-boundary.ts';

/**
 * Which queries of a study are complete, in which order, and when the figures were seen. A query is complete when each person who
 * was given an item of its reports has committed a blind label on it; the last of their first labels counts as its time, so that
 * a label that is changed later moves no query.
 */
export function sequentialFacts(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): SequentialFacts {
  const complete = completedQueries(db, grant.resource.id, studyId);
  const looks = looksTaken(db, studyId, complete);
  return { complete: complete.map(({ qid }) => qid), looks, changed: changedSince(db, studyId, looks) };
}

interface CompletedQuery {
  qid: string;
  at: number;
}

function completedQueries(db: Db, projectId: string, studyId: string): CompletedQuery[] {
  const { assignment, assignmentItem, humanVerdict, studyItem, report, query, study } = schema;
  const rows = db
    .select({
      qid: query.qid,
      wanted: sql<number>`count(*)`,
      labels: sql<number>`count(${humanVerdict.id})`,
      at: sql<number | null>`max((
        select min(h.committed_at) from human_verdict h
        where h.study_item_id = ${humanVerdict.studyItemId} and h.user_id = ${humanVerdict.userId}
          and h.phase = 'blind' and h.label is not null
      ))`
    })
    .from(assignment)
    .innerJoin(study, and(eq(study.id, assignment.studyId), eq(study.projectId, projectId)))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .leftJoin(
      humanVerdict,
      and(
        eq(humanVerdict.assignmentId, assignment.id),
        eq(humanVerdict.studyItemId, assignmentItem.studyItemId),
        isLastBlind,
        isNotNull(humanVerdict.label)
      )
    )
    .where(and(eq(assignment.studyId, studyId), inSample(assignmentItem.studyItemId)))
    .groupBy(query.id)
    .orderBy(asc(query.qid))
    .all();
  return rows
    .flatMap(({ qid, wanted, labels, at }) => (labels === wanted && at !== null ? [{ qid, at }] : []))
    .sort((a, b) => a.at - b.at || (a.qid < b.qid ? -1 : 1));
}

/** The lift of the embargo and every unblinding, with the queries that were complete by then. */
function looksTaken(db: Db, studyId: string, complete: readonly CompletedQuery[]): LookTaken[] {
  const { embargoLift, studyUnblinding } = schema;
  const lifts = db
    .select({ by: embargoLift.liftedByName, labels: embargoLift.labels, at: embargoLift.liftedAt })
    .from(embargoLift)
    .where(eq(embargoLift.studyId, studyId))
    .all();
  const seen = db
    .select({ by: studyUnblinding.name, labels: studyUnblinding.labels, at: studyUnblinding.at })
    .from(studyUnblinding)
    .where(eq(studyUnblinding.studyId, studyId))
    .all();
  const all = [...lifts, ...seen].sort((a, b) => a.at - b.at);
  // A lead who gives a reason and lifts the embargo looks once.
  return all
    .filter((look, i) => i === 0 || look.labels !== all[i - 1]!.labels)
    .map((look) => ({ ...look, queries: complete.filter(({ at }) => at <= look.at).length }));
}

/** Number of blind labels that are not as they were at one of these times; those that came later are not among them. */
function changedSince(db: Db, studyId: string, looks: readonly LookTaken[]): number {
  const { assignment, humanVerdict } = schema;
  const changed = looks.flatMap(({ at }) =>
    db
      .select({ id: humanVerdict.id })
      .from(assignment)
      .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
      .where(
        and(
          eq(assignment.studyId, studyId),
          gt(humanVerdict.committedAt, at),
          isLastBlind,
          inSample(humanVerdict.studyItemId),
          sql`coalesce((
            select h.label from human_verdict h
            where h.study_item_id = ${humanVerdict.studyItemId} and h.user_id = ${humanVerdict.userId}
              and h.phase = 'blind' and h.committed_at <= ${at}
            order by h.revision desc limit 1
          ), ${humanVerdict.label}) is not ${humanVerdict.label}`
        )
      )
      .all()
  );
  return new Set(changed.map(({ id }) => id)).size;
}

/** When the last blind label of a study was committed, changed or withdrawn; null without one. */
export function lastBlindChange(db: Db, studyId: string): number | null {
  const { assignment, humanVerdict } = schema;
  return db
    .select({ at: max(humanVerdict.committedAt) })
    .from(assignment)
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, studyId), eq(humanVerdict.phase, 'blind'), inSample(humanVerdict.studyItemId)))
    .get()!.at;
}
