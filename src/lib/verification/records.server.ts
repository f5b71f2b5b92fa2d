import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../server/db/client.ts';
import type { Stage } from './stages.ts';
import type { OpinionRecord, RatingRecord, ReviewRecord, SubjectRecord } from './records.ts';

type RatingRow = typeof schema.rating.$inferSelect;
type ReviewRow = typeof schema.review.$inferSelect;

/** The last revision of each rating; taken-back ones (label null) are among them. */
export const isLastRating: SQL = sql`not exists (
  select 1 from rating later
  where later.assignment_id = ${schema.rating.assignmentId} and later.subject_id = ${schema.rating.subjectId}
    and later.revision > ${schema.rating.revision}
)`;

const isLastReview: SQL = sql`not exists (
  select 1 from review later where later.rating_id = ${schema.review.ratingId} and later.revision > ${schema.review.revision}
)`;

const isLastDecision: SQL = sql`not exists (
  select 1 from adjudication later
  where later.subject_id = ${schema.adjudication.subjectId} and later.revision > ${schema.adjudication.revision}
)`;

/** Some subjects with their opinions: of a round (or what of it is in some stages), of some of its queries, or one. In the order of queries and items. */
export function readSubjects(
  db: Db,
  of: { roundId: string; stages?: readonly Stage[] } | { roundQueryIds: readonly string[] } | { subjectId: string }
): SubjectRecord[] {
  const { subject, roundQuery, query } = schema;
  const wanted =
    'roundId' in of
      ? and(eq(roundQuery.roundId, of.roundId), of.stages && inArray(roundQuery.stage, [...of.stages]))!
      : 'subjectId' in of
        ? eq(subject.id, of.subjectId)
        : inArray(subject.roundQueryId, [...of.roundQueryIds]);
  const records = db
    .select({ subject, roundQuery, qid: query.qid, domain: query.domain, category: query.category })
    .from(subject)
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(wanted)
    .orderBy(asc(roundQuery.position), asc(subject.position))
    .all()
    .map(({ subject: row, roundQuery: holder, qid, domain, category }): SubjectRecord => ({
      id: row.id,
      roundQueryId: holder.id,
      queryId: holder.queryId,
      qid,
      domain,
      category,
      stage: holder.stage,
      batchId: holder.batchId,
      kind: row.kind,
      itemId: row.itemId,
      key: row.key,
      origin: row.origin,
      appendedBy: row.appendedBy,
      wording: row.wording,
      revision: row.revision,
      ratings: [],
      inspections: [],
      decision: null,
      decisions: 0
    }));
  const byId = new Map(records.map((record) => [record.id, record]));
  addOpinions(db, wanted, byId);
  return records.filter(({ origin, ratings }) => origin === 'benchmark' || ratings.length > 0);
}

function addOpinions(db: Db, wanted: SQL, byId: ReadonlyMap<string, SubjectRecord>): void {
  const { subject, roundQuery, rating, review, adjudication, verificationAssignment } = schema;
  const reviews = new Map(
    db
      .select({ review })
      .from(review)
      .innerJoin(subject, eq(subject.id, review.subjectId))
      .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
      .where(and(wanted, isLastReview))
      .all()
      .map(({ review: row }) => [row.ratingId, row])
  );
  const ratings = db
    .select({ rating })
    .from(rating)
    .innerJoin(subject, eq(subject.id, rating.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .innerJoin(verificationAssignment, eq(verificationAssignment.id, rating.assignmentId))
    .where(
      and(
        wanted,
        isLastRating,
        // What somebody found missing stays, also where the assignment was given to somebody else.
        sql`(${verificationAssignment.status} <> 'withdrawn' or ${subject.origin} = 'appended')`
      )
    )
    .orderBy(asc(verificationAssignment.slot), asc(verificationAssignment.cycle))
    .all();
  for (const { rating: row } of ratings) {
    const record = byId.get(row.subjectId);
    if (!record || row.label === null) continue;
    const opinion: OpinionRecord = {
      id: row.id,
      userId: row.userId,
      label: row.label,
      wording: row.wording,
      comment: row.comment,
      reasons: row.reasons,
      seconds: row.seconds,
      at: row.committedAt
    };
    if (row.stage === 'inspection') record.inspections.push(opinion);
    else record.ratings.push(ratingRecord(opinion, row, reviews.get(row.id)));
  }
  const decisions = db
    .select({ adjudication, voided: subject.voided })
    .from(adjudication)
    .innerJoin(subject, eq(subject.id, adjudication.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .where(and(wanted, isLastDecision))
    .all();
  for (const { adjudication: row, voided } of decisions) {
    const record = byId.get(row.subjectId);
    if (!record) continue;
    record.decisions = row.revision;
    if (row.revision > voided) record.decision = { ...row, at: row.decidedAt };
  }
}

const ratingRecord = (opinion: OpinionRecord, row: RatingRow, review: ReviewRow | undefined): RatingRecord => ({
  ...opinion,
  wordingRevision: row.wordingRevision,
  review: review ? reviewRecord(review, opinion) : null
});

const reviewRecord = (row: ReviewRow, rating: OpinionRecord): ReviewRecord => ({
  id: row.id,
  userId: row.userId,
  agrees: row.agrees,
  label: row.label ?? rating.label,
  wording: row.agrees ? rating.wording : row.wording,
  comment: row.comment,
  seconds: row.seconds,
  at: row.committedAt
});
