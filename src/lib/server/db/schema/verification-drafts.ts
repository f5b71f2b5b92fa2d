import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex
} from 'drizzle-orm/sqlite-core';
import { project, query } from './benchmark.ts';
import { user } from './people.ts';
import { made } from './runs.ts';

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
    /** Answer to: what would you ask? */
    question: text('question').notNull(),
    /** Answer to: what matters to you in an answer? */
    matters: text('matters').notNull(),
    /** Person who changed its codes last. */
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
    /** Queries that the benchmark should have of it; null if none is set. */
    target: integer('target'),
    position: integer('position').notNull(),
    /** Of a category that belongs to one domain: the id of that label. */
    domainId: text('domain_id').references((): AnySQLiteColumn => codingLabel.id)
  },
  (t) => [
    uniqueIndex('coding_label_name').on(t.projectId, t.kind, t.name),
    uniqueIndex('coding_label_list').on(t.id, t.kind)
  ]
);

/** That an answer is coded as a domain or a category; it can have several of each. */
export const surveyCode = sqliteTable(
  'survey_code',
  {
    answerId: text('answer_id')
      .notNull()
      .references(() => surveyAnswer.id),
    /** The list that the label is on. */
    list: text('list', { enum: ['domain', 'category'] }).notNull(),
    labelId: text('label_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.answerId, t.list, t.labelId] }),
    foreignKey({ columns: [t.labelId, t.list], foreignColumns: [codingLabel.id, codingLabel.kind] }),
    index('survey_code_label').on(t.labelId)
  ]
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

/** A question about the wording of a draft or of a query, asked by a model, and what a person did with it. */
export const clarification = sqliteTable(
  'clarification',
  {
    id: text('id').primaryKey(),
    /** Subject of the question: a draft, or a query of the benchmark. Exactly one of them is given. */
    draftId: text('draft_id').references(() => queryDraft.id),
    queryId: text('query_id').references(() => query.id),
    /** The piece of a making run that it was. */
    madeId: text('made_id').references(() => made.id),
    /** Provider and model, e.g. `openai:gpt-6-sol`; the model that the server says answered; and the prompt. */
    judge: text('judge').notNull(),
    model: text('model'),
    prompt: text('prompt').notNull(),
    /** Revision of the draft that was asked about; 1 of a query. */
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
  (t) => [index('clarification_draft').on(t.draftId), index('clarification_query').on(t.queryId)]
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
    /** Judge, model and prompt that drafted it; null if a person wrote it. */
    judge: text('judge'),
    model: text('model'),
    prompt: text('prompt'),
    /** The piece of a making run that it was. */
    madeId: text('made_id').references(() => made.id),
    /** The text as drafted, if a person has changed it since. */
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
