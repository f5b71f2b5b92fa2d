import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { screeningReasonNames, topicStateNames, type TopicComment } from '../../../verification/topics/topics.ts';
import { project } from './benchmark.ts';
import { json } from './kept-json.ts';

/** A post with its comments, from which tasks are made. What it says never changes (trigger); people accept or reject it. */
export const topic = sqliteTable(
  'topic',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** As in the file: tasks name it. */
    key: text('key').notNull(),
    /** `nameKey` of the key. */
    foldedKey: text('folded_key').notNull(),
    platform: text('platform').notNull(),
    url: text('url'),
    /** ISO date, or date and time. */
    date: text('date'),
    language: text('language'),
    text: text('text').notNull(),
    comments: json<TopicComment[]>('topic', 'comments').notNull(),
    /** SHA-256 of the canonical content without the key. */
    contentHash: text('content_hash').notNull(),
    state: text('state', { enum: topicStateNames }).notNull(),
    reason: text('reason', { enum: screeningReasonNames }),
    note: text('note').notNull().default(''),
    screenedBy: text('screened_by'),
    screenedByName: text('screened_by_name'),
    screenedAt: integer('screened_at'),
    position: integer('position').notNull(),
    importedAt: integer('imported_at').notNull(),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [
    uniqueIndex('topic_key').on(t.projectId, t.foldedKey),
    index('topic_state').on(t.projectId, t.state, t.position)
  ]
);
