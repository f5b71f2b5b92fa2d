import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { VerdictDraftContent } from '../../../studies/judging/drafts.ts';
import type { PreferenceDraftContent } from '../../../studies/labels/preference.ts';
import type { ListedIssue } from '../../../studies/units/listed-issues.ts';
import type { DimensionPoints } from '../../../scorer/verdict.ts';
import { user } from './people.ts';
import { assignment } from './studies-assignments.ts';
import { studyItem } from './studies-items.ts';
import { json } from './kept-json.ts';

/**
 * A person's label on a sampled unit. Append-only (trigger). `blind` revisions supersede one another until the reveal;
 * the last of them is the blind verdict for good. What changes afterwards is a `post-reveal` revision.
 */
export const humanVerdict = sqliteTable(
  'human_verdict',
  {
    id: text('id').primaryKey(),
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => assignment.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    phase: text('phase', { enum: ['blind', 'post-reveal'] }).notNull(),
    revision: integer('revision').notNull(),
    /** As the study's kind keeps it. Null takes the verdict back (undo): the unit is open again. */
    label: text('label'),
    /** With `cannot-judge`: why, as chosen; see `cannot-judge.ts`. Null if it is in the note alone. */
    reason: text('reason'),
    /** Further labels that the person would accept, if the study asks for all of them. */
    acceptable: json<string[]>('human_verdict', 'acceptable').notNull().default([]),
    /** Points in the metric's dimensions by report of the unit, if the study asks for them. */
    points: json<DimensionPoints[]>('human_verdict', 'points'),
    note: text('note').notNull(),
    /** Issues that the note lists, if people list them, with their places in the report as found when it was handed in. */
    listed: json<ListedIssue[]>('human_verdict', 'listed'),
    /** Numbers of the report's blocks that the person relies on. */
    passages: json<number[]>('human_verdict', 'passages').notNull(),
    /** Time on the item as measured by the page, in seconds; null if unknown. */
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [
    uniqueIndex('human_verdict_revision').on(t.studyItemId, t.userId, t.phase, t.revision),
    index('human_verdict_assignment').on(t.assignmentId)
  ]
);

/** Input of a person that is not committed yet. */
export const draft = sqliteTable(
  'draft',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    content: json<VerdictDraftContent>('draft', 'content').notNull(),
    /** Name that the page gave itself; null if a form or a refused commit left the draft. */
    writer: text('writer'),
    /** Increases with every change, so that it names the draft's state. */
    savedAt: integer('saved_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyItemId] })]
);

/** The aliases under which a person saw the judges of one unit; the mapping never leaves the server. */
export const reveal = sqliteTable(
  'reveal',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    /** In the order shown. */
    aliases: json<{ alias: string; judgeId: string }[]>('reveal', 'aliases').notNull(),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyItemId] })]
);

/** Judges on whose reasoning a person would rely, given after the reveal. Append-only; the highest revision counts. */
export const preference = sqliteTable(
  'preference',
  {
    id: text('id').primaryKey(),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    revision: integer('revision').notNull(),
    choice: text('choice', { enum: ['judges', 'tie', 'none'] }).notNull(),
    judgeIds: json<string[]>('preference', 'judge_ids').notNull(),
    reasons: json<string[]>('preference', 'reasons').notNull(),
    /** With `none`: what kind of mistake the judges made; see `preference.ts`. */
    error: text('error'),
    note: text('note').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [uniqueIndex('preference_revision').on(t.studyItemId, t.userId, t.revision)]
);

/** A preference that a person has chosen or typed in part and not committed, in the aliases under which they saw the judges. */
export const preferenceDraft = sqliteTable(
  'preference_draft',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    content: json<PreferenceDraftContent>('preference_draft', 'content').notNull(),
    savedAt: integer('saved_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyItemId] })]
);
