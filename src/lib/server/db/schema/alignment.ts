import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { project } from './benchmark.ts';
import { study } from './studies.ts';

/** The recorded decision for an ensemble. Immutable (trigger); the newest one per project and metric is in force. */
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
    metric: text('metric').notNull(),
    ensemble: text('ensemble', { mode: 'json' }).$type<AdoptedEnsemble>().notNull(),
    /** The figures on which it was decided, as shown. */
    figures: text('figures', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    reason: text('reason').notNull(),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name').notNull(),
    decidedAt: integer('decided_at').notNull()
  },
  (t) => [index('adoption_metric').on(t.projectId, t.metric, t.decidedAt)]
);

export interface AdoptedEnsemble {
  /** `single`, `average`, `any`, `all`, `majority`. */
  rule: string;
  judges: { judgeId: string; spec: string; fingerprint: string }[];
  prompt: { name: string; version: string; hash: string };
}
