import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
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
    /** The rubric as canonical JSON. */
    content: text('content').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('rubric_hash').on(t.projectId, t.hash)]
);

/** A figure that a file of a published suite states. It stands beside computed ones, and nothing is computed from it. */
export const reportedFigure = sqliteTable(
  'reported_figure',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** Name of the published form, e.g. `deer`. */
    form: text('form').notNull(),
    system: text('system').notNull(),
    /** Empty if the figure is over all tasks. */
    qid: text('qid').notNull(),
    /** Empty if the file names no judge. */
    judge: text('judge').notNull(),
    figure: text('figure').notNull(),
    value: real('value'),
    /** Words of the file in the place of a value, e.g. N/A or an error. */
    words: text('words'),
    /** Name of the file. */
    source: text('source').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('reported_figure_name').on(t.projectId, t.form, t.system, t.qid, t.judge, t.figure)]
);
