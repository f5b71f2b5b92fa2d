import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { SeenLabel } from '../../../studies/truth/seen-labels.ts';
import { project, report } from './benchmark.ts';
import { json } from './kept-json.ts';
import { user } from './people.ts';
import { judge, run } from './runs.ts';
import { studyItem } from './studies-items.ts';

/**
 * The adjudicated label of a study's item: what an expert holds to be true who saw what people and judges had said of it.
 * Append-only (trigger): the highest revision counts.
 */
export const studyAdjudication = sqliteTable(
  'study_adjudication',
  {
    id: text('id').primaryKey(),
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    revision: integer('revision').notNull(),
    /** As the study's kind keeps it. */
    label: text('label').notNull(),
    reason: text('reason').notNull(),
    /** The labels that the expert saw, under the letters that they had. */
    seen: json<SeenLabel[]>('study_adjudication', 'seen').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    at: integer('at').notNull()
  },
  (t) => [uniqueIndex('study_adjudication_revision').on(t.studyItemId, t.revision)]
);

/**
 * A spot check: verdicts of one judge, drawn at random, that people check with the judge's evidence and verdict before them. Its
 * answers are not blind and never count as labels of a study.
 */
export const spotCheck = sqliteTable(
  'spot_check',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    metric: text('metric').notNull(),
    /** Name of the kind of units that are checked. */
    unitKind: text('unit_kind').notNull(),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    seed: integer('seed').notNull(),
    /** Verdicts there were to draw from. */
    available: integer('available').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    /** When answering ended; null while people can answer. */
    closedAt: integer('closed_at'),
    /** When a lead put it into the archive. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('spot_check_number').on(t.projectId, t.number)]
);

/** A verdict that was drawn, with its label then. */
export const spotCheckUnit = sqliteTable(
  'spot_check_unit',
  {
    id: text('id').primaryKey(),
    spotCheckId: text('spot_check_id')
      .notNull()
      .references(() => spotCheck.id),
    position: integer('position').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    item: text('item').notNull(),
    label: text('label').notNull()
  },
  (t) => [uniqueIndex('spot_check_unit_once').on(t.spotCheckId, t.reportId, t.item)]
);

/** Answer of a person about a drawn verdict. Append-only (trigger): the highest revision of a person counts. */
export const spotCheckAnswer = sqliteTable(
  'spot_check_answer',
  {
    id: text('id').primaryKey(),
    unitId: text('unit_id')
      .notNull()
      .references(() => spotCheckUnit.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    revision: integer('revision').notNull(),
    /** The right label as this person sees it, equal to the judge's if they agree; null: they cannot judge it. */
    label: text('label'),
    /** Steps of the chain with an error, as the kind of unit names them. */
    errors: json<string[]>('spot_check_answer', 'errors').notNull(),
    note: text('note').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    at: integer('at').notNull()
  },
  (t) => [
    uniqueIndex('spot_check_answer_revision').on(t.unitId, t.userId, t.revision),
    index('spot_check_answer_user').on(t.userId)
  ]
);
