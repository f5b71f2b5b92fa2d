import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DraftContent } from '../../../studies/drafts.ts';
import type { LabelScale } from '../../../studies/label-scale.ts';
import type { SampleInput } from '../../../studies/sampling.ts';
import type { ItemMaterial } from '../../../studies/item-material.ts';
import type { LeaseRules } from '../../../studies/lease.ts';
import type { StudySettings } from '../../../studies/study-settings.ts';
import { unitKinds, type DepthPoints } from '../../../scorer/pipeline.ts';
import { project, report } from './benchmark.ts';
import { user } from './people.ts';
import { judge, run } from './runs.ts';

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
    /** What people are asked; see `studies/kinds`. Null where the labels were given elsewhere. */
    kind: text('kind').default('checklist-item'),
    settings: text('settings', { mode: 'json' }).$type<StudySettings>().notNull().default({}),
    seed: integer('seed').notNull(),
    /** How many people judge each item. */
    overlap: integer('overlap').notNull(),
    /** When people see what the judges said. */
    reveal: text('reveal', { enum: ['after-report', 'at-end', 'on-difference', 'never'] }).notNull(),
    guideline: text('guideline').notNull().default(''),
    /** Paused: people read and type, and nothing can be committed. */
    status: text('status', { enum: ['open', 'paused', 'closed'] }).notNull(),
    /** Since when it is paused; null where it is not. */
    pausedAt: integer('paused_at'),
    /** When the last pause ended: no lease runs while people can not commit. */
    resumedAt: integer('resumed_at'),
    /** When work that nobody touches may be taken over; null as it is by default. */
    leases: text('leases', { mode: 'json' }).$type<LeaseRules>(),
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
    /** The first of the unit's reports; the others are in `studyItemReport`. */
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    /** What tells the unit from the others of the report. */
    item: text('item').notNull(),
    /** Kind and key of the verdicts of the run that are about the unit; `report` and null for reports as a whole. */
    unitKind: text('unit_kind', { enum: [...unitKinds, 'report'] })
      .notNull()
      .default('item'),
    unitKey: text('unit_key'),
    /** Who reported the issue; null for units that all judges share. */
    judgeId: text('judge_id').references(() => judge.id),
    /** The item's wording when it was sampled. */
    text: text('text').notNull(),
    /** What belongs to it besides: quotes of an issue, the page of a claim. */
    material: text('material', { mode: 'json' }).$type<ItemMaterial>().notNull().default({}),
    /** 1 for what was drawn at first, 2 … for extensions. */
    batch: integer('batch').notNull().default(1),
    /** `sample` counts; the others serve the quality of labels. */
    purpose: text('purpose', { enum: ['sample', 'practice', 'gold', 'attention', 'repeat'] })
      .notNull()
      .default('sample'),
    /**
     * `all-agree` or `some-differ` among the run's judges, and the chance with which the unit was drawn from it: 0 for what
     * was not drawn.
     */
    stratum: text('stratum').notNull(),
    inclusionProbability: real('inclusion_probability').notNull(),
    /** The chance of being in the study at all, over its batches; null while there is one. Figures are weighted by it. */
    overallProbability: real('overall_probability'),
    position: integer('position').notNull()
  },
  // A unit that somebody is shown again stands in a row of its own.
  (t) => [uniqueIndex('study_item_unit').on(t.studyId, t.reportId, t.item, t.purpose)]
);

/** The reports that stand beside the first one of a unit: the other of a pair, the further ones of a ranking. */
export const studyItemReport = sqliteTable(
  'study_item_report',
  {
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    /** 1, 2 …; the unit's own report has place 0. */
    place: integer('place').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id)
  },
  (t) => [primaryKey({ columns: [t.studyItemId, t.place] })]
);

/** The right answer of an item that does not count (practice, gold, attention), as its lead gave it. Immutable (trigger). */
export const knownAnswer = sqliteTable('known_answer', {
  studyItemId: text('study_item_id')
    .primaryKey()
    .references(() => studyItem.id),
  /** As the study's kind keeps it. */
  label: text('label').notNull(),
  /** Shown after the commit where it is practice. */
  reason: text('reason').notNull()
});

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

/** What was drawn at once: frozen with its seed. The first batch is the study as planned, others are extensions. */
export const studyBatch = sqliteTable(
  'study_batch',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    number: integer('number').notNull(),
    seed: integer('seed').notNull(),
    sample: text('sample', { mode: 'json' }).$type<SampleInput>().notNull(),
    /** Units there were to draw from, and how many were drawn. */
    available: integer('available').notNull(),
    drawn: integer('drawn').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.studyId, t.number] })]
);

/**
 * One person's sampled items of one report: opened, judged and revealed together. Without a person it waits for somebody to take
 * it. Work that changes hands is moved to an assignment of its own, never made anew: each item keeps its `overlap` rows in
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
    /** When everything in it went to somebody else: it holds no item any more. */
    returnedAt: integer('returned_at')
  },
  // A report can come twice: in practice and in earnest, or to be judged again.
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
    order: text('report_order', { mode: 'json' }).$type<number[]>()
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
    /** `lead`: reassigned; `idle`: taken over because nobody touched it; `taken`: from those that waited. */
    why: text('why', { enum: ['lead', 'idle', 'taken'] }).notNull(),
    at: integer('at').notNull()
  },
  (t) => [index('assignment_move_from').on(t.fromUser, t.studyItemId)]
);

/** Each time somebody looked at items of a study that was still being judged. Append-only (trigger). */
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
    /** With `cannot-judge`: why, as chosen; see `cannot-judge.ts`. Null where it is in the note alone. */
    reason: text('reason'),
    /** Further labels that the person would accept, where the study asks for all of them. */
    acceptable: text('acceptable', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Points in the five dimensions of depth by report of the unit, where the study asks for them. */
    points: text('points', { mode: 'json' }).$type<DepthPoints[]>(),
    note: text('note').notNull(),
    /** Numbers of the report's blocks that the person relies on. */
    passages: text('passages', { mode: 'json' }).$type<number[]>().notNull(),
    /** Time on the item as measured by the page, in seconds; null where unknown. */
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    committedAt: integer('committed_at').notNull()
  },
  (t) => [
    uniqueIndex('human_verdict_revision').on(t.studyItemId, t.userId, t.phase, t.revision),
    index('human_verdict_assignment').on(t.assignmentId)
  ]
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
    /** With `none`: what kind of mistake the judges made; see `preference.ts`. */
    error: text('error'),
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
