import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { datasetVersion, project, report } from './benchmark.ts';

/** A judge of one project: provider, model and settings. What changes an answer changes the fingerprint, hence the row. */
export const judge = sqliteTable(
  'judge',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** As people write it: `openai:gpt-5`, `rules`, `scripted:ferrule`. */
    spec: text('spec').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    baseUrl: text('base_url'),
    settings: text('settings', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    createdAt: integer('created_at').notNull()
  },
  (t) => [uniqueIndex('judge_fingerprint').on(t.projectId, t.fingerprint)]
);

export const run = sqliteTable(
  'run',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    versionId: text('version_id')
      .notNull()
      .references(() => datasetVersion.id),
    status: text('status', { enum: ['waiting', 'running', 'cancelled', 'failed', 'done'] }).notNull(),
    /** Why it failed. */
    problem: text('problem'),
    options: text('options', { mode: 'json' }).$type<RunOptions>().notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    /** Only the holder of the lease drives a run. */
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until')
  },
  (t) => [uniqueIndex('run_number').on(t.projectId, t.number)]
);

export interface RunOptions {
  concurrency: number;
  useCache: boolean;
}

export const runJudge = sqliteTable(
  'run_judge',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    position: integer('position').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.judgeId] })]
);

export const runMetric = sqliteTable(
  'run_metric',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    metric: text('metric').notNull(),
    promptName: text('prompt_name').notNull(),
    promptVersion: text('prompt_version').notNull(),
    promptHash: text('prompt_hash').notNull(),
    position: integer('position').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.metric] })]
);

export const runReport = sqliteTable(
  'run_report',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    position: integer('position').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.reportId] })]
);

/** The journal: one answered call, durable before it counts. Failures are kept for people to read but never replayed. */
export const call = sqliteTable(
  'call',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    metric: text('metric').notNull(),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    /** Hash of everything that determines the answer; equal keys share replies across runs. */
    key: text('key').notNull(),
    outcome: text('outcome', { enum: ['reply', 'refused', 'cut', 'error'] }).notNull(),
    reply: text('reply'),
    error: text('error'),
    status: integer('status'),
    attempts: integer('attempts').notNull(),
    /** True where the reply was taken from another run's journal. */
    cached: integer('cached', { mode: 'boolean' }).notNull(),
    modelVersion: text('model_version'),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    milliseconds: integer('milliseconds').notNull(),
    at: integer('at').notNull()
  },
  (t) => [
    index('call_key')
      .on(t.key)
      .where(sql`outcome = 'reply'`),
    index('call_task').on(t.runId, t.reportId, t.metric, t.judgeId)
  ]
);

/** What one judge said of one unit of one report in one run. */
export const verdict = sqliteTable(
  'verdict',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    reportId: text('report_id')
      .notNull()
      .references(() => report.id),
    metric: text('metric').notNull(),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    item: text('item').notNull(),
    state: text('state', { enum: ['judged', 'abstained', 'unscored'] }).notNull(),
    label: text('label'),
    rationale: text('rationale').notNull(),
    evidence: text('evidence', { mode: 'json' }).$type<{ quote: string }[]>().notNull(),
    /** Why it is unscored. */
    reason: text('reason'),
    at: integer('at').notNull()
  },
  (t) => [uniqueIndex('verdict_unit').on(t.runId, t.reportId, t.metric, t.judgeId, t.item)]
);
