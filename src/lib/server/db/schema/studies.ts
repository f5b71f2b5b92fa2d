import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { LabelScale } from '../../../studies/label-scale.ts';
import { project, report } from './benchmark.ts';
import { user } from './people.ts';
import { run } from './runs.ts';

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
    seed: integer('seed').notNull(),
    /** How many people judge each item. */
    overlap: integer('overlap').notNull(),
    /** When people see what the judges said. */
    reveal: text('reveal', { enum: ['after-report', 'at-end', 'on-difference', 'never'] }).notNull(),
    guideline: text('guideline').notNull().default(''),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at')
  },
  (t) => [uniqueIndex('study_number').on(t.projectId, t.number)]
);

/** A sampled unit. Ids are random: they tell nothing about system, judge or stratum. */
export const studyItem = sqliteTable(
  'study_item',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    item: text('item').notNull(),
    /** The item's wording when it was sampled. */
    text: text('text').notNull(),
    /** `all-agree` or `some-differ` among the run's judges, and the chance with which the unit was drawn from it. */
    stratum: text('stratum').notNull(),
    inclusionProbability: real('inclusion_probability').notNull(),
    position: integer('position').notNull()
  },
  (t) => [uniqueIndex('study_item_unit').on(t.studyId, t.reportId, t.item)]
);

/** One person's sampled items of one report: opened, judged and revealed together. */
export const assignment = sqliteTable(
  'assignment',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    position: integer('position').notNull(),
    openedAt: integer('opened_at'),
    /** When the person chose to see the judges; the blind verdicts stand from then on. */
    revealedAt: integer('revealed_at')
  },
  (t) => [uniqueIndex('assignment_person_report').on(t.studyId, t.userId, t.reportId)]
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
    position: integer('position').notNull()
  },
  (t) => [primaryKey({ columns: [t.assignmentId, t.studyItemId] }), index('assignment_item_item').on(t.studyItemId)]
);

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
    /** Null takes the verdict back (undo): the unit is open again. */
    label: text('label'),
    note: text('note').notNull(),
    /** Numbers of the report's blocks that the person relies on. */
    passages: text('passages', { mode: 'json' }).$type<number[]>().notNull(),
    /** Time on the item as measured by the page, in seconds; null where unknown. */
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [uniqueIndex('human_verdict_revision').on(t.studyItemId, t.userId, t.phase, t.revision)]
);

/** What a person has typed but not committed. */
export const draft = sqliteTable(
  'draft',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    content: text('content', { mode: 'json' }).$type<DraftContent>().notNull(),
    savedAt: integer('saved_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyItemId] })]
);

export interface DraftContent {
  note: string;
  passages: number[];
}

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
    aliases: text('aliases', { mode: 'json' }).$type<{ alias: string; judgeId: string }[]>().notNull(),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.studyItemId] })]
);

/** Whose reasoning a person would rely on, given after the reveal. Append-only; the highest revision counts. */
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
    judgeIds: text('judge_ids', { mode: 'json' }).$type<string[]>().notNull(),
    reasons: text('reasons', { mode: 'json' }).$type<string[]>().notNull(),
    note: text('note').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [uniqueIndex('preference_revision').on(t.studyItemId, t.userId, t.revision)]
);

/** Labels that were given elsewhere, brought in as a study without a run. Immutable (trigger), as are its items. */
export const importedStudy = sqliteTable('imported_study', {
  studyId: text('study_id')
    .primaryKey()
    .references(() => study.id),
  /** Name of the file, and the columns that were read as what. */
  file: text('file').notNull(),
  columns: text('columns', { mode: 'json' }).$type<ImportedColumns>().notNull(),
  scale: text('scale', { mode: 'json' }).$type<LabelScale>().notNull(),
  /** In the order of the labels of each item. */
  raters: text('raters', { mode: 'json' }).$type<ImportedRater[]>().notNull(),
  /** Labels given by people. */
  labels: integer('labels').notNull(),
  /** Of scale, raters and items. */
  sha256: text('sha256').notNull()
});

export interface ImportedRater {
  name: string;
  judge: boolean;
}

/** What the file calls each thing that was read; absent where it has no such column. */
export interface ImportedColumns {
  item?: string;
  label?: string;
  cluster?: string;
  system?: string;
  category?: string;
  stratum?: string;
  probability?: string;
}

export const importedItem = sqliteTable(
  'imported_item',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => importedStudy.studyId),
    position: integer('position').notNull(),
    item: text('item').notNull(),
    /** Items of one cluster resemble each other; without clusters each item is its own. */
    cluster: text('cluster').notNull(),
    system: text('system'),
    category: text('category'),
    stratum: text('stratum'),
    inclusionProbability: real('inclusion_probability').notNull(),
    /** By rater; null where a rater gave none. */
    labels: text('labels', { mode: 'json' }).$type<(string | null)[]>().notNull()
  },
  (t) => [primaryKey({ columns: [t.studyId, t.position] })]
);
