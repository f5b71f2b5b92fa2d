import { eq, max, sql } from 'drizzle-orm';
import { problemAt, type Problem, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { markDone, markOpened } from '../assignments/assignments.server.ts';
import { ownQueue } from '../assignments/own-queues.server.ts';
import { lot } from '../assignments/dealing.ts';
import {
  basesOf,
  compareWorkDraft,
  draftsOf,
  dropDraft,
  isOfQuery,
  keepWorkDraft,
  type DraftContent
} from './drafts.server.ts';
import type { Read } from './draft-basis.ts';
import { subjectInWords, type RatingLabel } from '../vocabulary/labels.ts';
import { afterReview } from './progress.server.ts';
import { keyProblems, readOpinion, soundSeconds } from './ratings.ts';
import { readSubjects } from '../records/records.server.ts';
import type { ReviewedRating, ReviewSubject } from './reviewed-rating.ts';
import { lastReturn } from './returns.server.ts';
import type { RatingRecord, SubjectRecord } from '../records/records.ts';
import { ownRoundSeat, seatClosed, workerOf, type RoundSeat, type WorkGrant } from '../assignments/seat.server.ts';
import type { Stage } from '../vocabulary/stages.ts';
import { wordDiff } from '../vocabulary/word-diff.ts';

/** View of a query for a reviewer: ratings without their authors, in an order that reveals nothing about them. */
interface ReviewBundle {
  assignmentId: string;
  status: 'open' | 'done';
  writable: boolean;
  round: { number: number; name: string; deadline: string | null; status: 'open' | 'paused' | 'finalised' };
  qid: string;
  domain: string | null;
  category: string | null;
  subjects: ReviewSubject[];
  /** Note of the lead when the batch was returned; null if it was not. */
  returned: { note: string; inspection: number } | null;
  progress: { reviewed: number; asked: number; done: number; open: number; free: number };
}

/** Opens the reviewer's assignment; the first opening is recorded. */
export function openReview(db: Db, grant: WorkGrant, assignmentId: string): ReviewBundle {
  const seat = ownRoundSeat(db, grant, assignmentId);
  markOpened(db, grant, seat);
  return readReview(db, grant, assignmentId);
}

/** The same without noting that it was opened: for fetching ahead. */
export function readReview(db: Db, grant: WorkGrant, assignmentId: string): ReviewBundle {
  const seat = ownRoundSeat(db, grant, assignmentId);
  if (seat.assignment.stage !== 'review') refuse.notFound('review');
  const { assignment, round, roundQuery, query } = seat;
  const drafts = draftsOf(db, assignmentId);
  const basis = basesOf(db, assignmentId);
  const subjects = readSubjects(db, { roundQueryIds: [roundQuery.id] }).filter(({ isHandedOut }) => isHandedOut);
  const ratings = subjects.flatMap((subject) => subject.ratings);
  const queue = ownQueue(db, grant, round, 'review');
  const returned = lastReturn(db, roundQuery.batchId);
  const seenBefore = assignment.status === 'open' && returned ? returned.at : -Infinity;
  return {
    assignmentId,
    status: assignment.status === 'done' ? 'done' : 'open',
    writable: round.status === 'open' && roundQuery.stage === 'review',
    round: { number: round.number, name: round.name, deadline: round.settings.deadline, status: round.status },
    ...query,
    subjects: subjects.map((subject) => ({
      id: subject.id,
      kind: subject.kind,
      key: subject.key,
      wording: subject.wording,
      appended: subject.origin === 'appended',
      ratings: inBlindOrder(subject, assignmentId).map((rating, i) => ({
        ...blindRating(subject, rating, i, drafts),
        basis: basis(rating.id),
        again: rating.review !== null && rating.review.at <= seenBefore
      }))
    })),
    returned: returned && { note: returned.note, inspection: returned.inspection },
    progress: {
      reviewed: ratings.filter(({ review }) => review !== null).length,
      asked: ratings.length,
      done: queue.done,
      open: queue.open.length,
      free: queue.free
    }
  };
}

const inBlindOrder = (subject: SubjectRecord, assignmentId: string): RatingRecord[] => {
  const place = new Map(subject.ratings.map((rating) => [rating.id, lot(0, assignmentId, rating.id)]));
  return [...subject.ratings].sort((a, b) => place.get(a.id)! - place.get(b.id)!);
};

const blindRating = (
  subject: SubjectRecord,
  { id, label, wording, comment, reasons, review }: RatingRecord,
  i: number,
  drafts: ReadonlyMap<string, DraftContent>
): Omit<ReviewedRating, 'again' | 'basis'> => ({
  ratingId: id,
  alias: String.fromCharCode(65 + (i % 26)),
  label,
  wording,
  diff: wording === null ? null : wordDiff(subject.wording, wording),
  comment,
  reasons,
  review: review && { agrees: review.agrees, label: review.label, wording: review.wording, comment: review.comment },
  draft: drafts.get(id) ?? null
});

interface ReviewInput extends Read {
  assignmentId: string;
  ratingId: string;
  agrees: boolean;
  /** The reviewer's own label, wording and comment; read only if they disagree (a comment always). */
  label: RatingLabel | null;
  wording: string | null;
  comment: string;
  seconds: number | null;
  idempotencyKey: string;
}

interface ReviewCommitted {
  reviewId: string;
  revision: number;
  repeated: boolean;
  /** Ratings of the query that are still to be reviewed. */
  left: number;
}

/**
 * Agrees or disagrees with one rating; a further word on it is a further row. Refused with the draft kept: in a paused round,
 * after the query has gone on, and if the rating was changed meanwhile.
 */
export function commitReview(db: Db, grant: WorkGrant, input: ReviewInput): ReviewCommitted {
  const result = write(db, (tx): ReviewCommitted | { refused: () => never } => {
    const seat = ownRoundSeat(tx, grant, input.assignmentId, 'or-taken-away');
    if (seat.assignment.stage !== 'review') refuse.notFound('review');
    const before = reviewOfKey(tx).get({ key: input.idempotencyKey });
    if (before) {
      const same =
        before.assignmentId === input.assignmentId &&
        before.ratingId === input.ratingId &&
        before.agrees === input.agrees &&
        (input.agrees || before.label === input.label);
      if (!same) refuse.conflict(worded('keyReused'));
      return { reviewId: before.id, revision: before.revision, repeated: true, left: unreviewed(tx, seat).length };
    }
    const subjects = readSubjects(tx, { roundQueryIds: [seat.roundQuery.id] });
    const subject = subjects.find(({ ratings }) => ratings.some(({ id }) => id === input.ratingId));
    if (!subject && !isOfQuery(tx, seat, input.ratingId)) refuse.notFound('item');
    const closed = seatClosed(seat);
    const { agrees, label, wording, comment } = input;
    const content = { agrees, label, wording, comment };
    if (compareWorkDraft(tx, input.assignmentId, input.ratingId, input, content) === 'stale')
      return { refused: refuse.overtaken };
    if (closed || !subject) {
      keepWorkDraft(tx, input.assignmentId, input.ratingId, content, input.writers?.[0]);
      return {
        refused: closed ?? ((): never => refuse.conflict(worded('reviewChanged')))
      };
    }
    markOpened(tx, grant, seat);
    const row = append(tx, grant, seat, subject, input);
    const left = subjects.flatMap(({ isHandedOut, ratings }) =>
      isHandedOut ? ratings.filter(({ id, review: own }) => !own && id !== row.ratingId) : []
    );
    return { reviewId: row.id, revision: row.revision, repeated: false, left: left.length };
  });
  return 'refused' in result ? result.refused() : result;
}

const reviewOfKey = builtOnce((db) =>
  db
    .select()
    .from(schema.review)
    .where(eq(schema.review.idempotencyKey, sql.placeholder('key')))
    .prepare()
);

const lastRevision = builtOnce((db) =>
  db
    .select({ revision: max(schema.review.revision) })
    .from(schema.review)
    .where(eq(schema.review.ratingId, sql.placeholder('ratingId')))
    .prepare()
);

const unreviewed = (tx: Db, seat: RoundSeat): { subject: SubjectRecord; rating: RatingRecord }[] =>
  readSubjects(tx, { roundQueryIds: [seat.roundQuery.id] }).flatMap((subject) =>
    subject.isHandedOut
      ? subject.ratings.filter(({ review }) => review === null).map((rating) => ({ subject, rating }))
      : []
  );

function append(tx: Db, grant: WorkGrant, seat: RoundSeat, subject: SubjectRecord, input: ReviewInput) {
  const { review } = schema;
  const rating = subject.ratings.find(({ id }) => id === input.ratingId)!;
  const problems: Problem[] = keyProblems(input.idempotencyKey);
  const read = input.agrees ? null : readOpinion(subject.kind, subject.wording, { ...input, label: input.label ?? '' });
  problems.push(...(read?.problems ?? []));
  const own = read?.opinion;
  if (own && own.label === rating.label && (own.wording ?? '') === (rating.wording ?? ''))
    problems.push(problemAt('label', worded('sameAsRating')));
  if (problems.length > 0) refuse.invalid(worded('reviewNotSaved'), problems);
  const last = lastRevision(tx).get({ ratingId: input.ratingId });
  const row: typeof review.$inferSelect = {
    id: newId(),
    assignmentId: input.assignmentId,
    ratingId: input.ratingId,
    subjectId: subject.id,
    userId: workerOf(grant).id,
    revision: (last?.revision ?? 0) + 1,
    agrees: input.agrees,
    label: own?.label ?? null,
    wording: own?.wording ?? null,
    comment: own?.comment ?? input.comment.trim().slice(0, 10_000),
    seconds: soundSeconds(input.seconds),
    idempotencyKey: input.idempotencyKey,
    committedAt: Date.now()
  };
  tx.insert(review).values(row).run();
  dropDraft(tx, input.assignmentId, input.ratingId);
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: 'review.commit',
    entity: 'review',
    entityId: row.id,
    detail: {
      round: seat.round.number,
      qid: seat.query.qid,
      key: subject.key,
      revision: row.revision,
      agrees: row.agrees,
      label: row.label
    }
  });
  return row;
}

/** Ends the review of a query: every rating has a review. The query then waits for the inspection of its batch. */
export function finishReview(db: Db, grant: WorkGrant, assignmentId: string): { stage: Stage; repeated: boolean } {
  return write(db, (tx) => {
    const seat = ownRoundSeat(tx, grant, assignmentId);
    if (seat.assignment.stage !== 'review') refuse.notFound('review');
    if (seat.assignment.status === 'done') return { stage: seat.roundQuery.stage, repeated: true };
    seatClosed(seat)?.();
    const open = unreviewed(tx, seat);
    if (open.length > 0)
      refuse.invalid(
        worded('reviewNotFinished'),
        open.map(({ subject }) => problemAt(subjectInWords(subject), worded('notReviewed')))
      );
    markDone(tx, assignmentId);
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.finish',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: seat.round.number, qid: seat.query.qid, stage: 'review' }
    });
    return { stage: afterReview(tx, grant, seat), repeated: false };
  });
}
