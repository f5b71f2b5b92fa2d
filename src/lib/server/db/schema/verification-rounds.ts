import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Datasheet } from '../../../verification/release/datasheet.ts';
import type { Lineage } from '../../../verification/release/lineage.ts';
import type { RoundSettings } from '../../../verification/rounds/rounds.ts';
import { subjectKinds } from '../../../verification/vocabulary/labels.ts';
import { stages, workStages } from '../../../verification/vocabulary/stages.ts';
import { checklistItem, datasetVersion, project, query } from './benchmark.ts';
import { user } from './people.ts';
import { json } from './kept-json.ts';

/** Guideline for annotators, numbered per project. A new text is a new version; none changes (trigger). */
export const guideline = sqliteTable(
  'guideline',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    markdown: text('markdown').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('guideline_number').on(t.projectId, t.number)]
);

/** One passage of the project's queries and checklists through the five stages. */
export const verificationRound = sqliteTable(
  'verification_round',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    settings: json<RoundSettings>('verification_round', 'settings').notNull(),
    guidelineId: text('guideline_id')
      .notNull()
      .references(() => guideline.id),
    status: text('status', { enum: ['open', 'paused', 'finalised'] }).notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('verification_round_number').on(t.projectId, t.number)]
);

/** Queries that are inspected together. */
export const inspectionBatch = sqliteTable(
  'inspection_batch',
  {
    id: text('id').primaryKey(),
    roundId: text('round_id')
      .notNull()
      .references(() => verificationRound.id),
    number: integer('number').notNull()
  },
  (t) => [uniqueIndex('inspection_batch_number').on(t.roundId, t.number)]
);

/** A query with its checklist in a round: handed out, reviewed and settled together. */
export const roundQuery = sqliteTable(
  'round_query',
  {
    id: text('id').primaryKey(),
    roundId: text('round_id')
      .notNull()
      .references(() => verificationRound.id),
    queryId: text('query_id')
      .notNull()
      .references(() => query.id),
    batchId: text('batch_id')
      .notNull()
      .references(() => inspectionBatch.id),
    stage: text('stage', { enum: stages }).notNull(),
    position: integer('position').notNull(),
    /** Counts up with every change of what was said of the query and of who says it (triggers): what is kept of it is old then. */
    changes: integer('changes').notNull().default(0)
  },
  (t) => [
    uniqueIndex('round_query_query').on(t.roundId, t.queryId),
    index('round_query_stage').on(t.roundId, t.stage),
    index('round_query_batch').on(t.batchId)
  ]
);

/** A query, an item or material of a round. `appended`: an annotator found that it was missing. */
export const subject = sqliteTable(
  'subject',
  {
    id: text('id').primaryKey(),
    roundQueryId: text('round_query_id')
      .notNull()
      .references(() => roundQuery.id),
    kind: text('kind', { enum: subjectKinds }).notNull(),
    /** Null for the query itself, for material, and for items that are not in the benchmark (yet). */
    itemId: text('item_id').references(() => checklistItem.id),
    /** The item's key; the qid for the query, the suite for material. */
    key: text('key').notNull(),
    origin: text('origin', { enum: ['benchmark', 'appended'] }).notNull(),
    appendedBy: text('appended_by').references(() => user.id),
    /** The current wording and its number; every wording is kept in `subject_wording`. */
    wording: text('wording').notNull(),
    revision: integer('revision').notNull(),
    /** Decisions up to this revision no longer count: the query was opened again after them. */
    voided: integer('voided').notNull().default(0),
    position: integer('position').notNull()
  },
  (t) => [uniqueIndex('subject_key').on(t.roundQueryId, t.kind, t.key), index('subject_item').on(t.itemId)]
);

/** Append-only (trigger). Revision 1 is the wording with which the subject came. */
export const subjectWording = sqliteTable(
  'subject_wording',
  {
    subjectId: text('subject_id')
      .notNull()
      .references(() => subject.id),
    revision: integer('revision').notNull(),
    text: text('text').notNull(),
    reason: text('reason').notNull(),
    by: text('by').references(() => user.id),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.subjectId, t.revision] })]
);

/**
 * Person who has worked on a query, and the stage: one row per person and query over all rounds of the project, so that no
 * person can have two roles on it. It stays when an assignment is withdrawn. Never changed (trigger).
 */
export const queryInvolvement = sqliteTable(
  'query_involvement',
  {
    queryId: text('query_id')
      .notNull()
      .references(() => query.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    stage: text('stage', { enum: workStages }).notNull(),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.queryId, t.userId] })]
);

/** A round made into a dataset version, with everything that is known of how. Immutable (trigger). */
export const finalisation = sqliteTable(
  'finalisation',
  {
    id: text('id').primaryKey(),
    roundId: text('round_id')
      .notNull()
      .references(() => verificationRound.id),
    versionId: text('version_id')
      .notNull()
      .references(() => datasetVersion.id),
    /** The project's newest version before this one; null if there was none. */
    previousId: text('previous_id').references(() => datasetVersion.id),
    lineage: json<Lineage[]>('finalisation', 'lineage').notNull(),
    datasheet: json<Datasheet>('finalisation', 'datasheet').notNull(),
    by: text('by'),
    at: integer('at').notNull()
  },
  (t) => [index('finalisation_version').on(t.versionId), index('finalisation_round').on(t.roundId)]
);
