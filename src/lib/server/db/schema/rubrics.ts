import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { project } from './benchmark.ts';

/** A rubric of one project: a suite that is a file. Its words never change; others are another row, and another metric. */
export const rubric = sqliteTable(
  'rubric',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** Name of its metric, which holds the start of the hash. */
    metric: text('metric').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    title: text('title').notNull(),
    /** SHA-256 of what it says. */
    hash: text('hash').notNull(),
    /** What it says, as canonical JSON. */
    content: text('content').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('rubric_hash').on(t.projectId, t.hash)]
);
