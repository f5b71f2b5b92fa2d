import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { adoption } from './alignment.ts';
import { project } from './benchmark.ts';
import { json } from './kept-json.ts';
import { run } from './runs.ts';
import { study } from './studies.ts';

/** Labelled items on which an adopted ensemble is asked again and again. What was drawn never changes (trigger). */
export const anchorSet = sqliteTable(
  'anchor_set',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    adoptionId: text('adoption_id')
      .notNull()
      .references(() => adoption.id),
    /** The run whose verdicts were adopted. */
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    metric: text('metric').notNull(),
    seed: integer('seed').notNull(),
    items: json<AnchorItem[]>('anchor_set', 'items').notNull(),
    /** Labelled items that there were to draw from. */
    available: integer('available').notNull(),
    /** SHA-256 over seed, adoption and items. */
    hash: text('hash').notNull(),
    /** Limits, in shares of 1. */
    loss: real('loss').notNull(),
    flips: real('flips').notNull(),
    /** Ensembles of which the adopted one was chosen. */
    candidates: integer('candidates').notNull(),
    /** Days from one check to the next; null for checks on demand only. */
    everyDays: integer('every_days'),
    createdBy: text('created_by'),
    createdByName: text('created_by_name').notNull(),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at')
  },
  (t) => [uniqueIndex('anchor_set_number').on(t.projectId, t.number)]
);

/** An item as it was adopted: later labels and verdicts change nothing about it. */
export interface AnchorItem {
  itemId: string;
  reportId: string;
  /** Id of its query. */
  query: string;
  /** Joint label of people, and answer of the adopted ensemble, as numbers of the study's scale. */
  people: number;
  split: number[] | null;
  score: number;
  agreement: number;
}

/** A check of an anchor set that came to its end: a row of the ledger. Append-only (trigger). */
export const anchorLook = sqliteTable(
  'anchor_look',
  {
    id: text('id').primaryKey(),
    setId: text('set_id')
      .notNull()
      .references(() => anchorSet.id),
    number: integer('number').notNull(),
    /** 1, then one more with each change of a served version. */
    sequence: integer('sequence').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    trigger: text('trigger', { enum: ['manual', 'schedule'] }).notNull(),
    askedByName: text('asked_by_name').notNull(),
    at: integer('at').notNull(),
    /** Versions that the providers said they served, by judge and role. */
    versions: json<KeptVersion[]>('anchor_look', 'versions').notNull(),
    /** In words, what changed of them against the check before or the adopted run; empty if nothing did. */
    changed: json<string[]>('anchor_look', 'changed').notNull(),
    /** Per item of the set: the ensemble's score and agreement; null without a verdict. */
    answers: json<({ score: number; agreement: number } | null)[]>('anchor_look', 'answers').notNull(),
    /** Figures as they were when the check ended. */
    figures: json<Record<string, unknown>>('anchor_look', 'figures').notNull(),
    result: text('result', { enum: ['within-limit', 'inconclusive', 'loss', 'flips'] }).notNull(),
    /** US dollars; null if unknown. */
    cost: real('cost')
  },
  (t) => [uniqueIndex('anchor_look_number').on(t.setId, t.number), uniqueIndex('anchor_look_run').on(t.runId)]
);

interface KeptVersion {
  judge: string;
  role: string | null;
  version: string | null;
  calls: number;
}

/** Decision of a lead about a successor of adopted judges. Immutable (trigger). */
export const succession = sqliteTable(
  'succession',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    metric: text('metric').notNull(),
    /** The adoption that was in force. */
    adoptionId: text('adoption_id')
      .notNull()
      .references(() => adoption.id),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    decision: text('decision', { enum: ['switch', 'keep', 'collect'] }).notNull(),
    rule: text('rule').notNull(),
    judges: json<string[]>('succession', 'judges').notNull(),
    margin: real('margin').notNull(),
    result: text('result', { enum: ['non-inferior', 'inconclusive', 'inferior'] }).notNull(),
    figures: json<Record<string, unknown>>('succession', 'figures').notNull(),
    reason: text('reason').notNull(),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name').notNull(),
    decidedAt: integer('decided_at').notNull(),
    /** The adoption that a switch made. */
    adopted: text('adopted').references(() => adoption.id)
  },
  (t) => [index('succession_metric').on(t.projectId, t.metric, t.decidedAt)]
);
