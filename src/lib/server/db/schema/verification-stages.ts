import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { GateVerdict, InspectionPlan } from '../../../verification/inspection/inspection-plan.ts';
import type { RatingLabel } from '../../../verification/vocabulary/labels.ts';
import { workStages } from '../../../verification/vocabulary/stages.ts';
import { user } from './people.ts';
import { guideline, inspectionBatch, roundQuery, subject } from './verification-rounds.ts';
import { json } from './kept-json.ts';

/** One person's work on one query in one stage. */
export const verificationAssignment = sqliteTable(
  'verification_assignment',
  {
    id: text('id').primaryKey(),
    roundQueryId: text('round_query_id')
      .notNull()
      .references(() => roundQuery.id),
    stage: text('stage', { enum: workStages }).notNull(),
    /** 1; in inspection the number of the batch's inspection. */
    cycle: integer('cycle').notNull(),
    /** 1 … overlap: no two standing assignments share a slot, so no query can have one too many. */
    slot: integer('slot').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    status: text('status', { enum: ['open', 'done', 'withdrawn'] }).notNull(),
    assignedAt: integer('assigned_at').notNull(),
    openedAt: integer('opened_at'),
    doneAt: integer('done_at'),
    /** When the person put it off: it comes after all others. */
    putOffAt: integer('put_off_at')
  },
  (t) => [
    uniqueIndex('verification_assignment_person').on(t.roundQueryId, t.stage, t.cycle, t.userId),
    uniqueIndex('verification_assignment_slot')
      .on(t.roundQueryId, t.stage, t.cycle, t.slot)
      .where(sql`status <> 'withdrawn'`),
    index('verification_assignment_user').on(t.userId, t.status)
  ]
);

/**
 * A person's label on a subject: an annotator's rating, or an inspector's. Append-only (trigger); the highest revision counts.
 * A null label takes the rating back.
 */
export const rating = sqliteTable(
  'rating',
  {
    id: text('id').primaryKey(),
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => verificationAssignment.id),
    subjectId: text('subject_id')
      .notNull()
      .references(() => subject.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    stage: text('stage', { enum: ['annotation', 'inspection'] }).notNull(),
    revision: integer('revision').notNull(),
    /** The wording that was rated. */
    wordingRevision: integer('wording_revision').notNull(),
    label: text('label').$type<RatingLabel>(),
    wording: text('wording'),
    comment: text('comment').notNull(),
    reasons: json<string[]>('rating', 'reasons').notNull(),
    /** Time on the subject as measured by the page; null if unknown. */
    seconds: real('seconds'),
    guidelineId: text('guideline_id')
      .notNull()
      .references(() => guideline.id),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [
    uniqueIndex('rating_revision').on(t.assignmentId, t.subjectId, t.revision),
    index('rating_subject').on(t.subjectId)
  ]
);

/** A reviewer's word on one revision of a rating. Append-only (trigger); the highest revision counts. */
export const review = sqliteTable(
  'review',
  {
    id: text('id').primaryKey(),
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => verificationAssignment.id),
    ratingId: text('rating_id')
      .notNull()
      .references(() => rating.id),
    subjectId: text('subject_id')
      .notNull()
      .references(() => subject.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    revision: integer('revision').notNull(),
    agrees: integer('agrees', { mode: 'boolean' }).notNull(),
    /** The reviewer's own label and wording if they disagree; null if they agree. */
    label: text('label').$type<RatingLabel>(),
    wording: text('wording'),
    comment: text('comment').notNull(),
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [
    uniqueIndex('review_revision').on(t.ratingId, t.revision),
    index('review_subject').on(t.subjectId),
    index('review_assignment').on(t.assignmentId)
  ]
);

/** Input of a person that is not committed yet, by assignment and the subject or rating that it concerns. */
export const verificationDraft = sqliteTable(
  'verification_draft',
  {
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => verificationAssignment.id),
    about: text('about').notNull(),
    content: json<Record<string, unknown>>('verification_draft', 'content').notNull(),
    /** Name that the page gave itself; null if a form or a refused commit left the draft. */
    writer: text('writer'),
    /** Increases with every change, so that it names the draft's state. */
    savedAt: integer('saved_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.assignmentId, t.about] })]
);

/** A question to the lead, about a query or one of its items, and the answer. */
export const leadFlag = sqliteTable(
  'lead_flag',
  {
    id: text('id').primaryKey(),
    roundQueryId: text('round_query_id')
      .notNull()
      .references(() => roundQuery.id),
    subjectId: text('subject_id').references(() => subject.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    question: text('question').notNull(),
    askedAt: integer('asked_at').notNull(),
    answer: text('answer'),
    answeredBy: text('answered_by'),
    answeredAt: integer('answered_at')
  },
  (t) => [index('lead_flag_query').on(t.roundQueryId)]
);

/** One inspection of a batch: drawn by the server from the seed. A batch that goes back is inspected anew, with a new draw. */
export const inspection = sqliteTable(
  'inspection',
  {
    id: text('id').primaryKey(),
    batchId: text('batch_id')
      .notNull()
      .references(() => inspectionBatch.id),
    number: integer('number').notNull(),
    seed: integer('seed').notNull(),
    plan: json<InspectionPlan>('inspection', 'plan').notNull(),
    status: text('status', { enum: ['open', 'passed', 'returned'] }).notNull(),
    verdict: json<GateVerdict>('inspection', 'verdict'),
    /** Note of the lead to the people who repeat the batch. */
    note: text('note').notNull().default(''),
    drawnBy: text('drawn_by'),
    drawnAt: integer('drawn_at').notNull(),
    closedAt: integer('closed_at')
  },
  (t) => [uniqueIndex('inspection_number').on(t.batchId, t.number)]
);

/** A sampled rating, with the label that it has after its review. Never changed (trigger). */
export const inspectionUnit = sqliteTable(
  'inspection_unit',
  {
    inspectionId: text('inspection_id')
      .notNull()
      .references(() => inspection.id),
    ratingId: text('rating_id')
      .notNull()
      .references(() => rating.id),
    subjectId: text('subject_id')
      .notNull()
      .references(() => subject.id),
    label: text('label').$type<RatingLabel>().notNull(),
    position: integer('position').notNull()
  },
  (t) => [primaryKey({ columns: [t.inspectionId, t.ratingId] }), index('inspection_unit_subject').on(t.subjectId)]
);

/** The adjudicated label of a subject. Append-only (trigger); the highest revision counts, and is what a new one must be based on. */
export const adjudication = sqliteTable(
  'adjudication',
  {
    id: text('id').primaryKey(),
    subjectId: text('subject_id')
      .notNull()
      .references(() => subject.id),
    revision: integer('revision').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    label: text('label').$type<RatingLabel>().notNull(),
    keep: integer('keep', { mode: 'boolean' }).notNull(),
    /** The final wording. */
    wording: text('wording').notNull(),
    /** Where the wording comes from: as it was, one rating's, two merged, or the adjudicator's own. */
    basis: text('basis', { enum: ['as-it-was', 'adopted', 'merged', 'own'] }).notNull(),
    /** Ids of the ratings or reviews whose wording was adopted or merged. */
    sources: json<string[]>('adjudication', 'sources').notNull(),
    comment: text('comment').notNull(),
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    decidedAt: integer('decided_at').notNull()
  },
  (t) => [uniqueIndex('adjudication_revision').on(t.subjectId, t.revision)]
);
