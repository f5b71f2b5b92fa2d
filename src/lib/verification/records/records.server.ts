import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isHandedOut } from '../rounds/asked-for.server.ts';
import type { OpinionRecord, RatingRecord, ReviewRecord, SubjectRecord } from './records.ts';

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

/** Those of the query ids that a statement is given as JSON. */
const isWanted: SQL = sql`${schema.roundQuery.id} in (select value from json_each(${sql.placeholder('ids')}))`;

const subjectsOf = builtOnce((db) => {
  const { subject, roundQuery, query } = schema;
  return db
    .select({
      ...{ subject, roundQuery, qid: query.qid, domain: query.domain, category: query.category },
      ...{ archivedAt: query.archivedAt, isHandedOut }
    })
    .from(subject)
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(isWanted)
    .orderBy(asc(roundQuery.position), asc(subject.position))
    .prepare();
});

const reviewsOf = builtOnce((db) => {
  const { subject, roundQuery, review } = schema;
  return db
    .select({ review })
    .from(review)
    .innerJoin(subject, eq(subject.id, review.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .where(and(isWanted, isLastReview))
    .prepare();
});

const ratingsOf = builtOnce((db) => {
  const { subject, roundQuery, rating, verificationAssignment } = schema;
  return db
    .select({ rating, cycle: verificationAssignment.cycle })
    .from(rating)
    .innerJoin(subject, eq(subject.id, rating.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .innerJoin(verificationAssignment, eq(verificationAssignment.id, rating.assignmentId))
    .where(
      and(
        isWanted,
        isLastRating,
        // An appended item stays even if the assignment of its author was reassigned.
        sql`(${verificationAssignment.status} <> 'withdrawn' or ${subject.origin} = 'appended')`
      )
    )
    .orderBy(asc(verificationAssignment.slot), asc(verificationAssignment.cycle))
    .prepare();
});

const drawnOf = builtOnce((db) => {
  const { subject, roundQuery, inspection, inspectionUnit: unit } = schema;
  return db
    .select({ subjectId: unit.subjectId, number: inspection.number, label: unit.label })
    .from(unit)
    .innerJoin(inspection, eq(inspection.id, unit.inspectionId))
    .innerJoin(subject, eq(subject.id, unit.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .where(isWanted)
    .orderBy(asc(unit.position))
    .prepare();
});

const decisionsOf = builtOnce((db) => {
  const { subject, roundQuery, adjudication } = schema;
  return db
    .select({ adjudication, voided: subject.voided })
    .from(adjudication)
    .innerJoin(subject, eq(subject.id, adjudication.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .where(and(isWanted, isLastDecision))
    .prepare();
});

const queriesOfRound = (db: Db, roundId: string): string[] =>
  db
    .select({ id: schema.roundQuery.id })
    .from(schema.roundQuery)
    .where(eq(schema.roundQuery.roundId, roundId))
    .all()
    .map(({ id }) => id);

/** The subjects of a round, or of some of its queries, with their opinions. In the order of queries and items. */
export function readSubjects(db: Db, of: { roundId: string } | { roundQueryIds: readonly string[] }): SubjectRecord[] {
  const ids = JSON.stringify('roundId' in of ? queriesOfRound(db, of.roundId) : of.roundQueryIds);
  const records = subjectsOf(db)
    .all({ ids })
    .map(({ subject: row, roundQuery: holder, qid, domain, category, archivedAt, isHandedOut }): SubjectRecord => ({
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
      archived: archivedAt !== null || !isHandedOut,
      isHandedOut: Boolean(isHandedOut),
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
  addOpinions(db, ids, new Map(records.map((record) => [record.id, record])));
  return records.filter(({ origin, ratings }) => origin === 'benchmark' || ratings.length > 0);
}

function addOpinions(db: Db, ids: string, byId: ReadonlyMap<string, SubjectRecord>): void {
  const reviews = new Map(
    reviewsOf(db)
      .all({ ids })
      .map(({ review: row }) => [row.ratingId, row])
  );
  const drawn = Map.groupBy(drawnOf(db).all({ ids }), ({ subjectId, number }) => `${subjectId} ${number}`);
  for (const { rating: row, cycle } of ratingsOf(db).all({ ids })) {
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
      at: row.committedAt,
      wordingRevision: row.wordingRevision
    };
    if (row.stage === 'inspection') {
      const labels = (drawn.get(`${row.subjectId} ${cycle}`) ?? []).map(({ label }) => label);
      record.inspections.push({ ...opinion, drawn: labels });
    } else record.ratings.push(ratingRecord(opinion, reviews.get(row.id)));
  }
  for (const { adjudication: row, voided } of decisionsOf(db).all({ ids })) {
    const record = byId.get(row.subjectId);
    if (!record) continue;
    record.decisions = row.revision;
    if (row.revision > voided) record.decision = { ...row, at: row.decidedAt };
  }
}

const ratingRecord = (opinion: OpinionRecord, review: ReviewRow | undefined): RatingRecord => ({
  ...opinion,
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
