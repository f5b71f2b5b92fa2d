import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { InspectionPlan, GateVerdict } from '../../../verification/inspection-plan.ts';
import type { RatingLabel } from '../../../verification/labels.ts';
import type { Lineage } from '../../../verification/lineage.ts';
import type { Datasheet } from '../../../verification/datasheet.ts';
import type { RoundSettings } from '../../../verification/rounds.ts';
import { stages, workStages } from '../../../verification/stages.ts';
import { checklistItem, datasetVersion, project, query } from './benchmark.ts';
import { user } from './people.ts';

/** What annotators are asked to go by, numbered per project. A new text is a new version; none changes (trigger). */
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
    settings: text('settings', { mode: 'json' }).$type<RoundSettings>().notNull(),
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
    position: integer('position').notNull()
  },
  (t) => [
    uniqueIndex('round_query_query').on(t.roundId, t.queryId),
    index('round_query_stage').on(t.roundId, t.stage),
    index('round_query_batch').on(t.batchId)
  ]
);

/** A query or an item of a round. `appended`: an annotator found that it was missing. */
export const subject = sqliteTable(
  'subject',
  {
    id: text('id').primaryKey(),
    roundQueryId: text('round_query_id')
      .notNull()
      .references(() => roundQuery.id),
    kind: text('kind', { enum: ['query', 'item'] }).notNull(),
    /** Null for the query itself and for items that are not in the benchmark (yet). */
    itemId: text('item_id').references(() => checklistItem.id),
    /** The item's key; the qid for the query. */
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
 * Who has a hand in a query, and in which stage: one row per person and query over all rounds of the project, so that nobody
 * can ever hold two roles on it. It stays when an assignment is taken away. Never changed (trigger).
 */
export const queryHand = sqliteTable(
  'query_hand',
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
    doneAt: integer('done_at')
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
    reasons: text('reasons', { mode: 'json' }).$type<string[]>().notNull(),
    /** Time on the subject as measured by the page; null where unknown. */
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
    /** The reviewer's own label and wording where they disagree; null where they agree. */
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

/** What a person has typed but not committed, by assignment and the subject or rating it is about. */
export const verificationDraft = sqliteTable(
  'verification_draft',
  {
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => verificationAssignment.id),
    about: text('about').notNull(),
    content: text('content', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
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
    plan: text('plan', { mode: 'json' }).$type<InspectionPlan>().notNull(),
    status: text('status', { enum: ['open', 'passed', 'returned'] }).notNull(),
    verdict: text('verdict', { mode: 'json' }).$type<GateVerdict>(),
    /** What the lead tells those who do the batch again. */
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

/** The final word on a subject. Append-only (trigger); the highest revision counts, and is what a new one must be based on. */
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
    sources: text('sources', { mode: 'json' }).$type<string[]>().notNull(),
    comment: text('comment').notNull(),
    seconds: real('seconds'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    decidedAt: integer('decided_at').notNull()
  },
  (t) => [uniqueIndex('adjudication_revision').on(t.subjectId, t.revision)]
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
    /** The project's newest version before this one; null where there was none. */
    previousId: text('previous_id').references(() => datasetVersion.id),
    lineage: text('lineage', { mode: 'json' }).$type<Lineage[]>().notNull(),
    datasheet: text('datasheet', { mode: 'json' }).$type<Datasheet>().notNull(),
    by: text('by'),
    at: integer('at').notNull()
  },
  (t) => [index('finalisation_version').on(t.versionId), index('finalisation_round').on(t.roundId)]
);

/** An answer to the survey that a benchmark starts from. */
export const surveyAnswer = sqliteTable(
  'survey_answer',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** As in the file; unique in the project. */
    respondent: text('respondent').notNull(),
    /** E.g. `enterprise`, `researcher`, `general`. */
    group: text('respondent_group').notNull(),
    /** What would you ask? */
    question: text('question').notNull(),
    /** What matters to you in an answer? */
    matters: text('matters').notNull(),
    domainId: text('domain_id').references(() => codingLabel.id),
    categoryId: text('category_id').references(() => codingLabel.id),
    codedBy: text('coded_by').references(() => user.id),
    codedAt: integer('coded_at'),
    importedAt: integer('imported_at').notNull()
  },
  (t) => [uniqueIndex('survey_answer_respondent').on(t.projectId, t.respondent)]
);

/** A domain or category that answers and queries are coded into. */
export const codingLabel = sqliteTable(
  'coding_label',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    kind: text('kind', { enum: ['domain', 'category'] }).notNull(),
    name: text('name').notNull(),
    /** Queries that the benchmark should have of it; null where none is set. */
    target: integer('target'),
    position: integer('position').notNull()
  },
  (t) => [uniqueIndex('coding_label_name').on(t.projectId, t.kind, t.name)]
);

/** A query being written, before it is part of the benchmark. */
export const queryDraft = sqliteTable(
  'query_draft',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    qid: text('qid').notNull(),
    text: text('text').notNull(),
    /** Counts its edits: an edit names the revision that it is based on. */
    revision: integer('revision').notNull(),
    domain: text('domain'),
    category: text('category'),
    /** The survey answer that it comes from. */
    answerId: text('answer_id').references(() => surveyAnswer.id),
    status: text('status', { enum: ['draft', 'adopted', 'dropped'] }).notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('query_draft_qid').on(t.projectId, t.qid)]
);

/** A question back about a draft, asked by a judge, and what a person made of it. */
export const clarification = sqliteTable(
  'clarification',
  {
    id: text('id').primaryKey(),
    draftId: text('draft_id')
      .notNull()
      .references(() => queryDraft.id),
    /** Provider and model, e.g. `openai:gpt-5`; the model that the server says answered; and the prompt. */
    judge: text('judge').notNull(),
    model: text('model'),
    prompt: text('prompt').notNull(),
    /** Revision of the draft that was asked about. */
    draftRevision: integer('draft_revision').notNull(),
    question: text('question').notNull(),
    why: text('why').notNull(),
    askedBy: text('asked_by'),
    askedAt: integer('asked_at').notNull(),
    status: text('status', { enum: ['open', 'answered', 'dismissed', 'edited'] }).notNull(),
    response: text('response').notNull().default(''),
    /** `edited`: the draft's text before and after. */
    before: text('before'),
    after: text('after'),
    respondedBy: text('responded_by'),
    respondedAt: integer('responded_at')
  },
  (t) => [index('clarification_draft').on(t.draftId)]
);

/** A checklist item being written: by a person, or drafted by a model (and then marked so for good). */
export const draftItem = sqliteTable(
  'draft_item',
  {
    id: text('id').primaryKey(),
    draftId: text('draft_id')
      .notNull()
      .references(() => queryDraft.id),
    text: text('text').notNull(),
    /** Judge, model and prompt that drafted it; null where a person wrote it. */
    judge: text('judge'),
    model: text('model'),
    prompt: text('prompt'),
    /** The text as drafted, where a person has changed it since. */
    draftedText: text('drafted_text'),
    status: text('status', { enum: ['proposed', 'accepted', 'dropped'] }).notNull(),
    /** The key it got in the benchmark. */
    adoptedKey: text('adopted_key'),
    position: integer('position').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [index('draft_item_draft').on(t.draftId)]
);
