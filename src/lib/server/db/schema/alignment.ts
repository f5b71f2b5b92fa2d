import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AnalysisPlan } from '../../../alignment/preregistration/analysis-plan.ts';
import { outcomes, type StudyOutcome } from '../../../alignment/units/outcomes.ts';
import type { ServedModel } from '../../../scorer/served-version.ts';
import { project } from './benchmark.ts';
import { run } from './runs.ts';
import { study } from './studies.ts';
import { json } from './kept-json.ts';

/**
 * Preregistration of a study before unblinding its labels. Append-only (trigger): a change is a further revision, and the
 * highest one is in force.
 */
export const preregistration = sqliteTable(
  'preregistration',
  {
    id: text('id').primaryKey(),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    revision: integer('revision').notNull(),
    analysisPlan: json<AnalysisPlan>('preregistration', 'analysis_plan').notNull(),
    /** Why it was changed; empty for the first. */
    reason: text('reason').notNull(),
    /** Blind labels that had been committed by then, and whether the figures had been opened. */
    labels: integer('labels').notNull(),
    opened: integer('opened', { mode: 'boolean' }).notNull(),
    preregisteredBy: text('preregistered_by'),
    preregisteredByName: text('preregistered_by_name').notNull(),
    preregisteredAt: integer('preregistered_at').notNull()
  },
  (t) => [uniqueIndex('preregistration_revision').on(t.studyId, t.revision)]
);

/** First look of a lead at the labels of a study. Immutable (trigger), one row per study. */
export const embargoLift = sqliteTable('embargo_lift', {
  studyId: text('study_id')
    .primaryKey()
    .references(() => study.id),
  /** Preregistration in force by then; null if there was none. */
  preregistrationId: text('preregistration_id').references(() => preregistration.id),
  /** Blind labels that had been committed by then. */
  labels: integer('labels').notNull(),
  liftedBy: text('lifted_by'),
  liftedByName: text('lifted_by_name').notNull(),
  liftedAt: integer('lifted_at').notNull()
});

/** A recorded decision. Immutable (trigger); the newest one per project and metric is in force. */
export const adoption = sqliteTable(
  'adoption',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    studyId: text('study_id')
      .notNull()
      .references(() => study.id),
    /** Run whose judges were compared with the labels: another than the study's own if the labels were carried over. */
    runId: text('run_id').references(() => run.id),
    metric: text('metric').notNull(),
    outcome: text('outcome', { enum: outcomes }).notNull(),
    /** Null if none was adopted. */
    ensemble: json<AdoptedEnsemble>('adoption', 'ensemble'),
    /** The model versions that its judges were served when it was decided; null if none was adopted. */
    served: json<ServedModel[]>('adoption', 'served'),
    /** Recommendation of the procedure at that time. */
    recommended: json<RecommendedThen>('adoption', 'recommended').notNull(),
    preregistrationId: text('preregistration_id').references(() => preregistration.id),
    /** Reason why the metric's protocol is rejected, as shown to the lead who adopted it all the same; null otherwise. */
    acknowledged: text('acknowledged'),
    /** The figures on which it was decided, as shown. */
    figures: json<Record<string, unknown>>('adoption', 'figures').notNull(),
    reason: text('reason').notNull(),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name').notNull(),
    decidedAt: integer('decided_at').notNull()
  },
  (t) => [index('adoption_metric').on(t.projectId, t.metric, t.decidedAt)]
);

/**
 * A lead's statement that an adoption still holds although the judges were served other model versions. Append-only (trigger):
 * the newest one of an adoption counts.
 */
export const adoptionConfirmation = sqliteTable(
  'adoption_confirmation',
  {
    id: text('id').primaryKey(),
    adoptionId: text('adoption_id')
      .notNull()
      .references(() => adoption.id),
    /** The versions that hold from then on beside those of the adoption. */
    served: json<ServedModel[]>('adoption_confirmation', 'served').notNull(),
    /** Changes since the adoption, as shown. */
    changed: json<string[]>('adoption_confirmation', 'changed').notNull(),
    reason: text('reason').notNull(),
    confirmedBy: text('confirmed_by'),
    confirmedByName: text('confirmed_by_name').notNull(),
    confirmedAt: integer('confirmed_at').notNull()
  },
  (t) => [index('adoption_confirmation_adoption').on(t.adoptionId, t.confirmedAt)]
);

interface AdoptedEnsemble {
  /** `single`, `average`, `any`, `all`, `majority`. */
  rule: string;
  judges: { judgeId: string; spec: string; fingerprint: string }[];
  prompt: { name: string; version: string; hash: string };
}

interface RecommendedThen {
  outcome: StudyOutcome;
  /** Specs of the judges and the rule; null if there was nothing to choose from. */
  ensemble: { rule: string; judges: string[] } | null;
  text: string;
  /** Whether the decision is another one. */
  against: boolean;
}

/** A signed judge card of an adoption. What is signed is immutable (trigger); only its last check changes. */
export const judgeCard = sqliteTable(
  'judge_card',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    adoptionId: text('adoption_id')
      .notNull()
      .references(() => adoption.id),
    /** From 1 within the project. */
    number: integer('number').notNull(),
    /** The signed bundle, byte for byte as it is downloaded. */
    bundle: text('bundle').notNull(),
    /** SHA-256 of `bundle`, in hexadecimal. */
    sha256: text('sha256').notNull(),
    madeBy: text('made_by'),
    madeByName: text('made_by_name').notNull(),
    madeAt: integer('made_at').notNull(),
    /** When it was last verified here, and the outcome in one sentence; null before the first time. */
    checkedAt: integer('checked_at'),
    checkedOutcome: text('checked_outcome'),
    checkedValid: integer('checked_valid', { mode: 'boolean' })
  },
  (t) => [uniqueIndex('judge_card_number').on(t.projectId, t.number), index('judge_card_adoption').on(t.adoptionId)]
);
