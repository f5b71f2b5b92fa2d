import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { LeaseRules } from '../../../studies/judging/leases/lease.ts';
import type { StudySettings } from '../../../studies/planning/study-settings.ts';
import { project } from './benchmark.ts';
import { user } from './people.ts';
import { run } from './runs.ts';
import { json } from './kept-json.ts';

export const study = sqliteTable(
  'study',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** Null for a study whose labels were given elsewhere: see `importedStudy`. */
    runId: text('run_id').references(() => run.id),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    metric: text('metric').notNull(),
    /** Kind of question to people; see `studies/kinds`. Null if the labels were imported. */
    kind: text('kind').default('checklist-item'),
    settings: json<StudySettings>('study', 'settings').notNull().default({}),
    seed: integer('seed').notNull(),
    /** How many people judge each item. */
    overlap: integer('overlap').notNull(),
    /** When people see what the judges said. */
    reveal: text('reveal', { enum: ['after-report', 'at-end', 'on-difference', 'never'] }).notNull(),
    guideline: text('guideline').notNull().default(''),
    /** Paused: people read and type, and nothing can be committed. */
    status: text('status', { enum: ['open', 'paused', 'closed'] }).notNull(),
    /** Since when it is paused; null if it is not. */
    pausedAt: integer('paused_at'),
    /** When the last pause ended: no lease runs while people cannot commit. */
    resumedAt: integer('resumed_at'),
    /** Times after which idle work may be taken over; null for the defaults. */
    leases: json<LeaseRules>('study', 'leases'),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('study_number').on(t.projectId, t.number)]
);

/** A study's guideline, version by version. Append-only (trigger): the newest counts from its `createdAt` on. */
export const studyGuideline = sqliteTable(
  'study_guideline',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    number: integer('number').notNull(),
    markdown: text('markdown').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.studyId, t.number] })]
);

/** Each look of a lead at items of a study that was still being judged. Append-only (trigger). */
export const studyUnblinding = sqliteTable(
  'study_unblinding',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    /** Null for the command line. */
    userId: text('user_id').references(() => user.id),
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    /** Blind labels that had been committed by then, and those that were still to come. */
    labels: integer('labels').notNull(),
    open: integer('open').notNull(),
    at: integer('at').notNull()
  },
  (t) => [index('study_unblinding_study').on(t.studyId)]
);
