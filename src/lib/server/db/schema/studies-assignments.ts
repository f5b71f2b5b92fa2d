import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { project, report } from './benchmark.ts';
import { user } from './people.ts';
import { study } from './studies.ts';
import { studyItem } from './studies-items.ts';
import { json } from './kept-json.ts';

/**
 * One person's sampled items of one report: opened, judged and revealed together. Without a person it waits for an annotator.
 * Reassigned work is moved to an assignment of its own, never created again: each item keeps its `overlap` rows in
 * `assignment_item`, and a trigger forbids that one person holds two of them.
 */
export const assignment = sqliteTable(
  'assignment',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    userId: text('user_id').references(() => user.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    /** Of the items in it. */
    batch: integer('batch').notNull().default(1),
    position: integer('position').notNull(),
    /** When the person got it; null for what was handed out with its batch. */
    givenAt: integer('given_at'),
    openedAt: integer('opened_at'),
    /** Until when it is the person's whatever they do; null before it is opened. */
    heldUntil: integer('held_until'),
    /** When the person chose to see the judges; the blind verdicts stand from then on. */
    revealedAt: integer('revealed_at'),
    /** When everything in it went to another annotator: it holds no item any more. */
    returnedAt: integer('returned_at'),
    /** When the person put it off: it comes after the others, those put off first before those put off later. */
    putOffAt: integer('put_off_at')
  },
  // A report can come twice: in training and in earnest, or to be judged again.
  (t) => [index('assignment_person_report').on(t.studyId, t.userId, t.reportId)]
);

export const assignmentItem = sqliteTable(
  'assignment_item',
  {
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => assignment.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    position: integer('position').notNull(),
    /** Place of each shown text among the unit's reports, from left to right; null for units of one report. */
    order: json<number[]>('assignment_item', 'report_order')
  },
  (t) => [primaryKey({ columns: [t.assignmentId, t.studyItemId] }), index('assignment_item_item').on(t.studyItemId)]
);

/** Every time an item went from one person to another, or (null) to and from those that wait. Append-only (trigger). */
export const assignmentMove = sqliteTable(
  'assignment_move',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    fromAssignment: text('from_assignment')
      .notNull()
      .references(() => assignment.id),
    toAssignment: text('to_assignment')
      .notNull()
      .references(() => assignment.id),
    fromUser: text('from_user').references(() => user.id),
    toUser: text('to_user').references(() => user.id),
    /** `lead`: reassigned; `idle`: taken over because its annotator left it idle; `taken`: from those that waited. */
    why: text('why', { enum: ['lead', 'idle', 'taken'] }).notNull(),
    at: integer('at').notNull()
  },
  (t) => [index('assignment_move_from').on(t.fromUser, t.studyItemId)]
);

/** Question of an annotator to the lead about an item, while judging blind. */
export const studyQuestion = sqliteTable(
  'study_question',
  {
    id: text('id').primaryKey(),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    question: text('question').notNull(),
    askedAt: integer('asked_at').notNull(),
    answer: text('answer'),
    /** `all`: all annotators of the study read the answer, which the guideline contains as well. */
    answerTo: text('answer_to', { enum: ['asker', 'all'] }),
    answeredBy: text('answered_by'),
    answeredAt: integer('answered_at')
  },
  (t) => [index('study_question_item').on(t.studyItemId), index('study_question_person').on(t.userId)]
);

/** An account for a crowd participant, made before a study is planned, so that plans assign items to it as to other annotators. It has no password. */
export const crowdPlace = sqliteTable('crowd_place', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id),
  projectId: text('project_id')
    .notNull()
    .references(() => project.id),
  /** Within the project, as in the account's name. */
  number: integer('number').notNull()
});

/** One link for many participants of a study. `tokenHash` is the SHA-256 of the token in its address. */
export const crowdLink = sqliteTable(
  'crowd_link',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    /** Name of the address parameter that holds the participant's id. */
    parameter: text('parameter').notNull(),
    /** Shown to a participant after the last task. */
    completionCode: text('completion_code').notNull(),
    /** Most participants. */
    places: integer('places').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at')
  },
  (t) => [uniqueIndex('crowd_link_token').on(t.tokenHash)]
);

/** Which place a participant of a link has. */
export const crowdParticipant = sqliteTable(
  'crowd_participant',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id),
    linkId: text('link_id')
      .notNull()
      .references(() => crowdLink.id),
    /** Id on the participants' platform. */
    participant: text('participant').notNull(),
    joinedAt: integer('joined_at').notNull()
  },
  (t) => [uniqueIndex('crowd_participant_once').on(t.linkId, t.participant)]
);
