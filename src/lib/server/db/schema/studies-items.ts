import { integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { SampleInput } from '../../../studies/planning/drawing/sampling.ts';
import type { ItemMaterial } from '../../../studies/units/item-material.ts';
import { report } from './benchmark.ts';
import { judge } from './runs.ts';
import { study } from './studies.ts';
import { json } from './kept-json.ts';

/** A sampled unit. Ids are random: they tell nothing about system, judge or stratum. */
export const studyItem = sqliteTable(
  'study_item',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    /** The first of the unit's reports; the others are in `studyItemReport`. */
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    /** Difference of the unit from the others of the report. */
    item: text('item').notNull(),
    /** Kind and key of the verdicts of the run that are about the unit; `report` and null for reports as a whole. */
    unitKind: text('unit_kind').notNull().default('item'),
    unitKey: text('unit_key'),
    /** Of a merged issue, the judge whose wording is shown (`unitKey`); null for units that all judges share. */
    judgeId: text('judge_id').references(() => judge.id),
    /** The item's wording when it was sampled. */
    text: text('text').notNull(),
    /** Further material: quotes of an issue, the page of a claim. */
    material: json<ItemMaterial>('study_item', 'material').notNull().default({}),
    /** 1 for what was drawn at first, 2 … for extensions. */
    batch: integer('batch').notNull().default(1),
    /** `sample` counts; the others serve the quality of labels. */
    purpose: text('purpose', { enum: ['sample', 'training', 'gold', 'attention', 'repeat'] })
      .notNull()
      .default('sample'),
    /**
     * `all-agree` or `some-differ` among the run's judges, and the chance with which the unit was drawn from it: 0 for what
     * was not drawn.
     */
    stratum: text('stratum').notNull(),
    inclusionProbability: real('inclusion_probability').notNull(),
    /** The chance of being in the study at all, over its batches; null while there is one. Figures are weighted by it. */
    overallProbability: real('overall_probability'),
    position: integer('position').notNull()
  },
  // A unit that is shown again to a person has a row of its own.
  (t) => [uniqueIndex('study_item_unit').on(t.studyId, t.reportId, t.item, t.purpose)]
);

/** The reports that stand beside the first one of a unit: the other of a pair, the further ones of a ranking. */
export const studyItemReport = sqliteTable(
  'study_item_report',
  {
    studyItemId: text('study_item_id')
      .notNull()
      .references(() => studyItem.id),
    /** 1, 2 …; the unit's own report has place 0. */
    place: integer('place').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id)
  },
  (t) => [primaryKey({ columns: [t.studyItemId, t.place] })]
);

/** The right answer of an item that does not count (training, gold, attention), as its lead gave it. Immutable (trigger). */
export const goldAnswer = sqliteTable('gold_answer', {
  studyItemId: text('study_item_id')
    .primaryKey()
    .references(() => studyItem.id),
  /** As the study's kind keeps it. */
  label: text('label').notNull(),
  /** Shown after the commit if it is training. */
  reason: text('reason').notNull()
});

/** Items drawn together: frozen with their seed. The first batch is the study as planned, others are extensions. */
export const studyBatch = sqliteTable(
  'study_batch',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    number: integer('number').notNull(),
    seed: integer('seed').notNull(),
    sample: json<SampleInput>('study_batch', 'sample').notNull(),
    /** Units there were to draw from, and how many were drawn. */
    available: integer('available').notNull(),
    drawn: integer('drawn').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.studyId, t.number] })]
);
