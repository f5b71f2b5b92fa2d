import { and, eq, max, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { problemAt, type Problem, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { drawnAt, ownRatings, subjectsAt } from './annotation-view.server.ts';
import { markDone, markOpened } from '../assignments/assignments.server.ts';
import { compareWorkDraft, dropDraft, keepWorkDraft } from './drafts.server.ts';
import { raiseFlag } from './flags.server.ts';
import { afterAnnotation, afterInspection } from './progress.server.ts';
import { keyProblems, readOpinion, reasonProblems, soundSeconds, type RatingInput } from './ratings.ts';
import { ownRoundSeat, seatClosed, workerOf, type RoundSeat, type WorkGrant } from '../assignments/seat.server.ts';
import { subjectInWords } from '../vocabulary/labels.ts';
import type { Stage } from '../vocabulary/stages.ts';
import { wordDiff, type DiffPart } from '../vocabulary/word-diff.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';

type RatingOutcome =
  | {
      kind: 'committed';
      ratingId: string;
      revision: number;
      /** True if the same commit had arrived before. */
      repeated: boolean;
      /** Subjects of the assignment that are still to be rated. */
      left: number;
    }
  /** Nothing was committed: the wording is another one now. What was written is kept as a draft. */
  | { kind: 'wording-changed'; before: string; now: string; wordingRevision: number; diff: DiffPart[] };

type RatingRow = typeof schema.rating.$inferSelect;

/**
 * Commits, changes or (label null) takes back a rating, each time as a further row: an annotator's or an inspector's, by whose
 * assignment it is. The same idempotency key is answered with the same row, however often it arrives. A rating of a wording
 * that has changed meanwhile is answered with the difference; in a paused round, or after the query has gone on, it is
 * refused. In both cases what was written is kept as a draft.
 */
export function commitRating(db: Db, grant: WorkGrant, input: RatingInput): RatingOutcome {
  const result = write(db, (tx): RatingOutcome | { refused: () => never } => {
    const seat = ownRoundSeat(tx, grant, input.assignmentId, 'or-taken-away');
    const subject = askedSubject(tx, seat, input.subjectId);
    const before = committedBefore(tx, grant, input);
    if (before) return committed(tx, seat, before, true);
    if (compareWorkDraft(tx, input.assignmentId, input.subjectId, input, typed(input)) === 'stale')
      return { refused: refuse.overtaken };
    const closed = seatClosed(seat);
    if (closed) {
      keepWorkDraft(tx, input.assignmentId, input.subjectId, typed(input), input.writers?.[0]);
      return { refused: closed };
    }
    if (input.wordingRevision !== subject.revision) {
      keepWorkDraft(tx, input.assignmentId, input.subjectId, typed(input), input.writers?.[0]);
      const read = wordingAt(tx, subject.id, input.wordingRevision) ?? subject.wording;
      return {
        kind: 'wording-changed',
        before: read,
        now: subject.wording,
        wordingRevision: subject.revision,
        diff: wordDiff(read, subject.wording)
      };
    }
    markOpened(tx, grant, seat);
    const row = append(tx, grant, seat, subject, input);
    if (input.question?.trim()) raiseFlag(tx, grant, seat, subject.id, input.question);
    return committed(tx, seat, row, false);
  });
  return 'refused' in result ? result.refused() : result;
}

const typed = ({ label, wording, comment, reasons, question }: RatingInput): Record<string, unknown> => ({
  label,
  wording,
  comment,
  reasons: [...reasons],
  ...(question === undefined ? {} : { question })
});

type SubjectRow = typeof schema.subject.$inferSelect;

const subjectOf = builtOnce((db) => {
  const { subject } = schema;
  return db
    .select()
    .from(subject)
    .where(and(eq(subject.id, sql.placeholder('subjectId')), eq(subject.roundQueryId, sql.placeholder('roundQueryId'))))
    .prepare();
});

function askedSubject(tx: Db, seat: RoundSeat, subjectId: string): SubjectRow {
  const asked =
    seat.assignment.stage === 'inspection' ? drawnAt(tx, seat).has(subjectId) : seat.assignment.stage === 'annotation';
  const found = subjectOf(tx).get({ subjectId, roundQueryId: seat.roundQuery.id });
  const visible =
    found &&
    (found.origin === 'benchmark' ||
      seat.assignment.stage === 'inspection' ||
      found.appendedBy === seat.assignment.userId);
  return asked && visible ? found : refuse.notFound('item to rate');
}

const wordingAt = (tx: Db, subjectId: string, revision: number): string | undefined =>
  tx
    .select({ text: schema.subjectWording.text })
    .from(schema.subjectWording)
    .where(and(eq(schema.subjectWording.subjectId, subjectId), eq(schema.subjectWording.revision, revision)))
    .get()?.text;

const ratingOfKey = builtOnce((db) =>
  db
    .select()
    .from(schema.rating)
    .where(eq(schema.rating.idempotencyKey, sql.placeholder('key')))
    .prepare()
);

const lastRevision = builtOnce((db) => {
  const { rating } = schema;
  return db
    .select({ revision: rating.revision, label: rating.label })
    .from(rating)
    .where(
      and(eq(rating.assignmentId, sql.placeholder('assignmentId')), eq(rating.subjectId, sql.placeholder('subjectId')))
    )
    .orderBy(sql`${rating.revision} desc`)
    .limit(1)
    .prepare();
});

/** The row that this very commit made earlier. A retry may differ in its time, in nothing else. */
function committedBefore(tx: Db, grant: WorkGrant, input: RatingInput): RatingRow | undefined {
  const row = ratingOfKey(tx).get({ key: input.idempotencyKey });
  if (!row) return undefined;
  const same =
    row.userId === workerOf(grant).id &&
    row.assignmentId === input.assignmentId &&
    row.subjectId === input.subjectId &&
    row.label === input.label &&
    (input.label === null || isDeepStrictEqual(row.reasons, [...new Set(input.reasons)]));
  return same ? row : refuse.conflict(worded('keyReused'));
}

function append(tx: Db, grant: WorkGrant, seat: RoundSeat, subject: SubjectRow, input: RatingInput): RatingRow {
  const { rating } = schema;
  const { assignmentId, subjectId, label, idempotencyKey } = input;
  const problems: Problem[] = [...keyProblems(idempotencyKey), ...reasonProblems(subject.kind, input.reasons)];
  const read = label === null ? null : readOpinion(subject.kind, subject.wording, { ...input, label });
  problems.push(...(read?.problems ?? []));
  if (problems.length > 0) refuse.invalid(worded('ratingNotSaved'), problems);
  const last = lastRevision(tx).get({ assignmentId, subjectId });
  if (label === null && (last?.label ?? null) === null) refuse.conflict(worded('noRating'));
  const row: RatingRow = {
    id: newId(),
    assignmentId,
    subjectId,
    userId: workerOf(grant).id,
    stage: seat.assignment.stage === 'inspection' ? 'inspection' : 'annotation',
    revision: (last?.revision ?? 0) + 1,
    wordingRevision: subject.revision,
    label,
    wording: read?.opinion?.wording ?? null,
    comment: read?.opinion?.comment ?? '',
    reasons: label === null ? [] : [...new Set(input.reasons)],
    seconds: soundSeconds(input.seconds),
    guidelineId: seat.round.guidelineId,
    idempotencyKey,
    committedAt: Date.now()
  };
  tx.insert(rating).values(row).run();
  dropDraft(tx, assignmentId, subjectId);
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: label === null ? 'rating.undo' : 'rating.commit',
    entity: 'rating',
    entityId: row.id,
    detail: {
      round: seat.round.number,
      qid: seat.query.qid,
      key: subject.key,
      stage: row.stage,
      revision: row.revision,
      label
    }
  });
  return row;
}

const committed = (tx: Db, seat: RoundSeat, row: RatingRow, repeated: boolean): RatingOutcome => ({
  kind: 'committed',
  ratingId: row.id,
  revision: row.revision,
  repeated,
  left: unrated(tx, seat).length
});

/** Subjects of the assignment without a standing rating of their present wording. */
function unrated(tx: Db, seat: RoundSeat): SubjectRow[] {
  const ratings = ownRatings(tx, seat.assignment.id);
  const drawn = seat.assignment.stage === 'inspection' ? drawnAt(tx, seat) : null;
  return subjectsAt(tx, seat).filter((subject) => {
    if (drawn && !drawn.has(subject.id)) return false;
    const row = ratings.get(subject.id);
    return !row || row.label === null || row.wordingRevision !== subject.revision;
  });
}

interface AppendInput {
  assignmentId: string;
  text: string;
  /** Why the query asks for it. */
  comment: string;
  seconds: number | null;
  idempotencyKey: string;
}

/**
 * Adds an item that is missing. Others who annotate do not see it; it is reviewed and settled like any other. To take it back,
 * commit a null label on it.
 */
export function appendItem(db: Db, grant: WorkGrant, input: AppendInput): { subjectId: string; repeated: boolean } {
  const text = cleanWording(input.text);
  const fault = wordingFault(text);
  const problems = [...keyProblems(input.idempotencyKey), ...(fault ? [problemAt('text', fault)] : [])];
  if (problems.length > 0) refuse.invalid(worded('itemNotAdded'), problems);
  const result = write(db, (tx): { subjectId: string; repeated: boolean } | { refused: () => never } => {
    const seat = ownRoundSeat(tx, grant, input.assignmentId, 'or-taken-away');
    if (seat.assignment.stage !== 'annotation') refuse.notPermitted(worded('annotatorsAppend'));
    const before = ratingOfKey(tx).get({ key: input.idempotencyKey });
    if (before?.assignmentId === input.assignmentId) return { subjectId: before.subjectId, repeated: true };
    if (before) refuse.conflict(worded('keyReused'));
    const closed = seatClosed(seat);
    if (closed) {
      keepWorkDraft(tx, input.assignmentId, 'new-item', { text, comment: input.comment });
      return { refused: closed };
    }
    if (subjectsAt(tx, seat).some(({ kind, wording }) => kind === 'item' && sameWording(wording, text)))
      refuse.invalid(worded('itemNotAdded'), [problemAt('text', worded('itemExists'))]);
    return { subjectId: addSubject(tx, grant, seat, text, input), repeated: false };
  });
  return 'refused' in result ? result.refused() : result;
}

function addSubject(tx: Db, grant: WorkGrant, seat: RoundSeat, text: string, input: AppendInput): string {
  const { subject, subjectWording } = schema;
  const person = workerOf(grant);
  const siblings = tx
    .select({ last: max(subject.position), appended: sql<number>`sum(${subject.origin} = 'appended')` })
    .from(subject)
    .where(eq(subject.roundQueryId, seat.roundQuery.id))
    .get();
  const id = newId();
  tx.insert(subject)
    .values({
      id,
      roundQueryId: seat.roundQuery.id,
      kind: 'item',
      itemId: null,
      key: `new-${(siblings?.appended ?? 0) + 1}`,
      origin: 'appended',
      appendedBy: person.id,
      wording: text,
      revision: 1,
      position: (siblings?.last ?? 0) + 1
    })
    .run();
  const at = Date.now();
  tx.insert(subjectWording)
    .values({ subjectId: id, revision: 1, text, reason: 'appended in annotation', by: person.id, at })
    .run();
  const made = tx.select().from(subject).where(eq(subject.id, id)).get()!;
  append(tx, grant, seat, made, {
    assignmentId: input.assignmentId,
    subjectId: id,
    wordingRevision: 1,
    label: 'appropriate',
    wording: null,
    comment: input.comment,
    reasons: [],
    seconds: input.seconds,
    idempotencyKey: input.idempotencyKey
  });
  dropDraft(tx, input.assignmentId, 'new-item');
  return id;
}

interface Finished {
  /** The stage that the query is in now. */
  stage: Stage;
  repeated: boolean;
}

/**
 * Ends the work on an assignment: everything asked for is rated. Once all who annotate a query are done, it goes to review;
 * once all that an inspection drew is rated, its gate decides.
 */
export function finishBundle(db: Db, grant: WorkGrant, assignmentId: string): Finished {
  return write(db, (tx): Finished => {
    const seat = ownRoundSeat(tx, grant, assignmentId);
    if (seat.assignment.status === 'done') return { stage: seat.roundQuery.stage, repeated: true };
    seatClosed(seat)?.();
    const open = unrated(tx, seat);
    if (open.length > 0)
      refuse.invalid(
        worded('queryNotFinished'),
        open.map(({ kind, key }) => problemAt(subjectInWords({ kind, key }), worded('notRated')))
      );
    markDone(tx, assignmentId);
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.finish',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: seat.round.number, qid: seat.query.qid, stage: seat.assignment.stage }
    });
    const stage =
      seat.assignment.stage === 'inspection' ? afterInspection(tx, grant, seat) : afterAnnotation(tx, grant, seat);
    return { stage, repeated: false };
  });
}

/** Takes a finished assignment up again, as long as the query is still in the stage. */
export function resumeBundle(db: Db, grant: WorkGrant, assignmentId: string): void {
  write(db, (tx) => {
    const seat = ownRoundSeat(tx, grant, assignmentId);
    seatClosed(seat)?.();
    if (seat.assignment.status === 'open') return;
    const { verificationAssignment: assignment } = schema;
    tx.update(assignment).set({ status: 'open', doneAt: null }).where(eq(assignment.id, assignmentId)).run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.resume',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: seat.round.number, qid: seat.query.qid, stage: seat.assignment.stage }
    });
  });
}
