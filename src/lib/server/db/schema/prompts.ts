import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { project } from './benchmark.ts';
import { json } from './kept-json.ts';
import { judge, run } from './runs.ts';
import { study } from './studies.ts';

/** A metric's prompt as a lead reworded it. Its words never change (trigger); others are another version. */
export const promptVersion = sqliteTable(
  'prompt_version',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    metric: text('metric').notNull(),
    /** Name of the prompt, which all of its versions share, e.g. `deep-eval/coverage`. */
    name: text('name').notNull(),
    /** `p1`, `p2`, … within the project and metric. */
    version: text('version').notNull(),
    /** The version that was edited: one that ships with the program, or one of these. */
    basedOn: text('based_on').notNull(),
    /** Hash of the version that ships with the program and whose frame it keeps: delimiters, order of material, reply schema. */
    frame: text('frame').notNull(),
    /** Every text of the prompt by its name. */
    texts: json<Record<string, string>>('prompt_version', 'texts').notNull(),
    /** Over the frame and every text. */
    hash: text('hash').notNull(),
    reason: text('reason').notNull(),
    createdBy: text('created_by'),
    createdByName: text('created_by_name').notNull(),
    createdAt: integer('created_at').notNull()
  },
  (t) => [
    uniqueIndex('prompt_version_name').on(t.projectId, t.metric, t.version),
    uniqueIndex('prompt_version_hash').on(t.projectId, t.hash)
  ]
);

/** Improvement of a prompt against a study's labels, of which a part is held out. Planned beforehand (trigger). */
export const improvement = sqliteTable(
  'improvement',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** From 1 within the project. */
    number: integer('number').notNull(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    metric: text('metric').notNull(),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    /** The run whose verdicts the first version to beat gave. */
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    promptHash: text('prompt_hash').notNull(),
    seed: integer('seed').notNull(),
    /** Qids of the queries whose labels are held out. */
    heldOut: json<string[]>('improvement', 'held_out').notNull(),
    /** SHA-256 over seed, qids and their sides. */
    splitHash: text('split_hash').notNull(),
    /** How often the held-out labels may be opened. */
    openings: integer('openings').notNull(),
    /** Least gain in agreement that counts, from 0. */
    step: real('step').notNull(),
    /** Family-wise, over all openings, e.g. 0.95. */
    confidence: real('confidence').notNull(),
    createdBy: text('created_by'),
    createdByName: text('created_by_name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a lead gave up the openings that were left; null until then. Set once (trigger). */
    endedAt: integer('ended_at')
  },
  (t) => [uniqueIndex('improvement_number').on(t.projectId, t.number)]
);

/** One opening of the held-out labels: figures only, never items. Append-only (trigger). */
export const improvementOpening = sqliteTable(
  'improvement_opening',
  {
    id: text('id').primaryKey(),
    improvementId: text('improvement_id')
      .notNull()
      .references(() => improvement.id),
    /** From 1; the planned number is the last. */
    number: integer('number').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    promptVersion: text('prompt_version').notNull(),
    promptHash: text('prompt_hash').notNull(),
    /** Hash of the prompt that it had to beat. */
    against: text('against').notNull(),
    passed: integer('passed', { mode: 'boolean' }).notNull(),
    items: integer('items').notNull(),
    queries: integer('queries').notNull(),
    /** Shares of the held-out items on which judge and people agree. */
    before: real('before').notNull(),
    after: real('after').notNull(),
    /** Interval of the difference at the corrected level; null if it is undefined. */
    low: real('low'),
    high: real('high'),
    level: real('level').notNull(),
    openedBy: text('opened_by'),
    openedByName: text('opened_by_name').notNull(),
    at: integer('at').notNull()
  },
  (t) => [uniqueIndex('improvement_opening_number').on(t.improvementId, t.number)]
);
