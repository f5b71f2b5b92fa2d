import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { systemCategoryNames } from '../../../names.ts';
import type { VersionContent } from '../../../verification/release/versions.ts';
import { json } from './kept-json.ts';

export const project = sqliteTable('project', {
  id: text('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** True for the demo benchmark: everything in it is labelled as fictitious. */
  demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
  archivedAt: integer('archived_at')
});

export const query = sqliteTable(
  'query',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    qid: text('qid').notNull(),
    /** `nameKey` of the qid: qids that differ in capitals alone are one. */
    qidKey: text('qid_key').notNull(),
    text: text('text').notNull(),
    /** The same without placeholders, as it was imported beside `text`; null if there is none. */
    placeholderFree: text('placeholder_free'),
    domain: text('domain'),
    category: text('category'),
    /** BCP 47, if known. */
    language: text('language'),
    /** `heading`: the query itself was not public; the first heading of a report stands in for it. */
    origin: text('origin', { enum: ['imported', 'heading'] }).notNull(),
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When verification or the archive took it out of the benchmark; null while it is in. */
    retiredAt: integer('retired_at'),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('query_qid').on(t.projectId, t.qidKey)]
);

export const checklistItem = sqliteTable(
  'checklist_item',
  {
    id: text('id').primaryKey(),
    queryId: text('query_id')
      .notNull()
      .references(() => query.id),
    key: text('key').notNull(),
    text: text('text').notNull(),
    /** See `query.placeholderFree`. */
    placeholderFree: text('placeholder_free'),
    /** `item` is a yes/no unit test, scored by coverage; `criterion` is an unverified statement, kept but not scored. */
    kind: text('kind', { enum: ['item', 'criterion'] }).notNull(),
    weight: real('weight'),
    dimension: text('dimension'),
    explanation: text('explanation'),
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When verification or the archive took it out of the checklist; null while it is in. */
    retiredAt: integer('retired_at'),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('checklist_item_key').on(t.queryId, t.key)]
);

/**
 * Material of a suite for a query beside its text and checklist (gold references, subtasks with rubrics, frozen criteria), in
 * revisions of which the newest is in force. Immutable (trigger).
 */
export const queryMaterial = sqliteTable(
  'query_material',
  {
    id: text('id').primaryKey(),
    queryId: text('query_id')
      .notNull()
      .references(() => query.id),
    suite: text('suite').notNull(),
    revision: integer('revision').notNull(),
    /** As the suite's schema reads it, members in the order of their names. */
    content: json<unknown>('query_material', 'content').notNull(),
    /** SHA-256 of the canonical content. */
    contentHash: text('content_hash').notNull(),
    /** `dropped`: a round took it out; it has the content of the revision before, and the next revision brings material in again. */
    origin: text('origin', { enum: ['imported', 'edited', 'generated', 'dropped'] }).notNull(),
    /** Why it was changed; '' for the first revision. */
    reason: text('reason').notNull(),
    madeBy: text('made_by'),
    madeByName: text('made_by_name').notNull(),
    madeAt: integer('made_at').notNull()
  },
  (t) => [uniqueIndex('query_material_revision').on(t.queryId, t.suite, t.revision)]
);

/** A frozen, content-hashed snapshot of queries and checklists. Immutable (trigger). */
export const datasetVersion = sqliteTable(
  'dataset_version',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    /** SHA-256 of the canonical content. */
    contentHash: text('content_hash').notNull(),
    content: json<VersionContent>('dataset_version', 'content').notNull(),
    queries: integer('queries').notNull(),
    items: integer('items').notNull(),
    frozenBy: text('frozen_by'),
    frozenAt: integer('frozen_at').notNull()
  },
  (t) => [
    uniqueIndex('dataset_version_number').on(t.projectId, t.number),
    uniqueIndex('dataset_version_hash').on(t.projectId, t.contentHash)
  ]
);

export const system = sqliteTable(
  'system',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    name: text('name').notNull(),
    /** `nameKey` of the name: names that differ in capitals alone are one. */
    nameKey: text('name_key').notNull(),
    provider: text('provider'),
    family: text('family'),
    backbone: text('backbone'),
    category: text('category', { enum: systemCategoryNames }),
    /** Budget for one report, with its unit: "5 tool calls" (`readBudget`). */
    budget: text('budget'),
    collectedHow: text('collected_how'),
    /** ISO date. */
    collectedAt: text('collected_at'),
    createdAt: integer('created_at').notNull(),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('system_name').on(t.projectId, t.nameKey)]
);

/**
 * Texts of reports, each once. They stand apart from the rows that refer to them, so that an import can write them in pieces
 * before it adds its reports at once; those that no report has are removed (`server/db/report-text.ts`).
 */
export const reportText = sqliteTable('report_text', {
  /** SHA-256, hexadecimal. */
  hash: text('hash').primaryKey(),
  markdown: text('markdown').notNull()
});

/** A system's Markdown answer to a query, in revisions. The text of a revision never changes (trigger). */
export const report = sqliteTable(
  'report',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    systemId: text('system_id')
      .notNull()
      .references(() => system.id),
    queryId: text('query_id')
      .notNull()
      .references(() => query.id),
    /** Of its text. */
    sha256: text('sha256')
      .notNull()
      .references(() => reportText.hash),
    collectedAt: text('collected_at'),
    /** Name of the file it came from. */
    source: text('source').notNull(),
    importedAt: integer('imported_at').notNull(),
    /** 1, 2 …: a corrected text is a new revision of the same report, that is, of the same system and query. */
    revision: integer('revision').notNull().default(1),
    /** When a newer revision took its place; null for the newest, which lists and choices show. */
    replacedAt: integer('replaced_at'),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [
    uniqueIndex('report_system_query').on(t.systemId, t.queryId, t.revision),
    index('report_project').on(t.projectId),
    index('report_query').on(t.queryId),
    index('report_sha256').on(t.sha256)
  ]
);

/** Trace of a system's work on a report, from its own record; null is "not known". See `scorer/report-trace.ts`. */
export const reportTrace = sqliteTable('report_trace', {
  reportId: text('report_id')
    .primaryKey()
    .references(() => report.id),
  searches: integer('searches'),
  pages: integer('pages'),
  tokens: integer('tokens'),
  importedAt: integer('imported_at').notNull()
});

/** How long a report is, counted once: its text never changes. See `scorer/leaderboard/figures/report-length.ts`. */
export const reportLength = sqliteTable('report_length', {
  reportId: text('report_id')
    .primaryKey()
    .references(() => report.id),
  characters: integer('characters').notNull(),
  words: integer('words').notNull(),
  /** Without URLs and lists of references. */
  bareCharacters: integer('bare_characters').notNull(),
  bareWords: integer('bare_words').notNull()
});

/** How many tokens a report has, counted once; another encoding counts anew. See `scorer/report/lengths/report-tokens.server.ts`. */
export const reportTokens = sqliteTable(
  'report_tokens',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    encoding: text('encoding').notNull(),
    tokens: integer('tokens').notNull(),
    /** Without URLs and lists of references. */
    bareTokens: integer('bare_tokens').notNull()
  },
  (t) => [primaryKey({ columns: [t.reportId, t.encoding] })]
);
