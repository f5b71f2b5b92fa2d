import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MetricSettings } from '../../../scorer/metric.ts';
import { pageOutcomes } from '../../../scorer/page.ts';
import { searchOutcomes, type SearchResult } from '../../../scorer/search.ts';
import type { Detail, Evidence } from '../../../scorer/verdict.ts';
import type { RunOptions } from '../../../scorer/runs/run-options.ts';
import { datasetVersion, project, report } from './benchmark.ts';
import { json, keptJson } from './kept-json.ts';

/** A judge of one project: provider, model and settings. What changes an answer changes the fingerprint, hence the row. */
export const judge = sqliteTable(
  'judge',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    /** As people write it: `openai:gpt-6-sol`, `rules`, `scripted:ferrule`. */
    spec: text('spec').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    baseUrl: text('base_url'),
    /** A compatible server by the name that the operator gave it, in place of a base URL. */
    server: text('server'),
    settings: json<Record<string, unknown>>('judge', 'settings').notNull(),
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
    /** `scoring`: reports are judged; `making`: a maker drafts something from units (see `makingUnit`). Each kind has its own numbers. */
    kind: text('kind', { enum: ['scoring', 'making'] })
      .notNull()
      .default('scoring'),
    /** Of scoring runs only. */
    versionId: text('version_id').references(() => datasetVersion.id),
    /** `imported`: its verdicts came from another scorer's files; nothing was asked here. */
    origin: text('origin', { enum: ['scored', 'imported'] })
      .notNull()
      .default('scored'),
    status: text('status', { enum: ['waiting', 'running', 'paused', 'cancelled', 'failed', 'done'] }).notNull(),
    /** Why it failed or paused. */
    problem: text('problem'),
    options: json<RunOptions>('run', 'options').notNull(),
    createdBy: text('created_by'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    /** Only the holder of the lease drives a run. */
    leaseOwner: text('lease_owner'),
    leaseUntil: integer('lease_until'),
    /** How often a process ended while it held the lease, since a person last started the run. */
    crashes: integer('crashes').notNull().default(0),
    /** Since when the leaderboard shows it first, whatever came later; null for all but one run of a project. */
    pinnedAt: integer('pinned_at'),
    /** Since when it is in the archive: hidden from lists and choices, kept, restorable; null while it is not. */
    archivedAt: integer('archived_at')
  },
  (t) => [uniqueIndex('run_number').on(t.projectId, t.kind, t.number)]
);

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
    settings: json<MetricSettings>('run_metric', 'settings').notNull(),
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

/** Source of a making run's unit, as it was when the run was planned: later edits of it change nothing about the run. */
export const makingUnit = sqliteTable(
  'making_unit',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    position: integer('position').notNull(),
    /** Kind of source, e.g. `draft`, `query`; and which one it is. */
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    /** As people know it, e.g. a qid. */
    label: text('label').notNull(),
    /** As the maker's schema reads it. */
    input: json<unknown>('making_unit', 'input').notNull(),
    /** Revision of the source that the input is from, if it counts them. */
    revision: integer('revision')
  },
  (t) => [
    uniqueIndex('making_unit_once').on(t.runId, t.source, t.sourceId),
    index('making_unit_source').on(t.source, t.sourceId)
  ]
);

/**
 * Result of one unit in a making run: pieces, each of which a person accepts or rejects; findings about the unit, which need no
 * decision; pieces that code dropped, with the reason; nothing to make; or a failure.
 */
export const made = sqliteTable(
  'made',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    unitId: text('unit_id')
      .notNull()
      .references(() => makingUnit.id),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    repeat: integer('repeat').notNull().default(0),
    /** Key of the piece, in the order in which it came. */
    item: text('item').notNull(),
    state: text('state', { enum: ['made', 'finding', 'dropped', 'nothing', 'unmade'] }).notNull(),
    /** As the model wrote it; never changed. */
    text: text('text').notNull(),
    why: text('why').notNull(),
    /** Further data of the maker about the piece. */
    data: json<Record<string, unknown> | null>('made', 'data'),
    /** Why nothing was made, or why the piece was dropped. */
    reason: text('reason'),
    at: integer('at').notNull(),
    /** Decision of a person about a piece; null if it needs none. */
    decision: text('decision', { enum: ['waiting', 'accepted', 'rejected'] }),
    /** The text that a person accepted in place of `text`, or the reason for rejecting it; null if there is none. */
    decisionText: text('decision_text'),
    /** Id or key of the thing that the acceptance created, in the place of the maker's pieces. */
    placed: text('placed'),
    decidedBy: text('decided_by'),
    decidedAt: integer('decided_at')
  },
  (t) => [
    uniqueIndex('made_once').on(t.runId, t.unitId, t.judgeId, t.repeat, t.item),
    index('made_unit').on(t.unitId, t.decision)
  ]
);

/** The journal: one answered call, durable before it counts. Failures are kept for people to read but never replayed. */
export const call = sqliteTable(
  'call',
  {
    /** In the order of writing: a random id would dirty a page of an index with each call. */
    id: integer('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    /** Subject of the call: a report, or the unit of a making run. Exactly one of them is given. */
    reportId: text('report_id').references(() => report.id),
    unitId: text('unit_id').references(() => makingUnit.id),
    metric: text('metric').notNull(),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    /** 0 for the first time that the judge was asked about the report, 1 … for repeats. */
    repeat: integer('repeat').notNull().default(0),
    /** Hash of everything that determines the answer; equal keys share replies across runs. */
    key: text('key').notNull(),
    /** The role that was asked, and the model that plays it, as its spec; null for judges without roles. */
    role: text('role'),
    player: text('player'),
    outcome: text('outcome', { enum: ['reply', 'unusable', 'refused', 'cut', 'error'] }).notNull(),
    reply: text('reply'),
    error: text('error'),
    status: integer('status'),
    attempts: integer('attempts').notNull(),
    /** Requests that were sent and never answered, so that they may have been billed; in `cost` as estimated. */
    unanswered: integer('unanswered').notNull().default(0),
    /** True if the reply was taken from another run's journal. */
    cached: integer('cached', { mode: 'boolean' }).notNull(),
    /** The model that the server says answered, and what else it says of what did (`Reply.backend`). */
    modelVersion: text('model_version'),
    backend: text('backend'),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    /** Parts of the input that the provider read from its prompt cache, and wrote to it; null if it did not say. */
    cachedTokens: integer('cached_tokens'),
    cacheWriteTokens: integer('cache_write_tokens'),
    /** Work that the answering system reports on its way to the answer (`Reply.trace`); null if it reports none. */
    searches: integer('searches'),
    pagesRead: integer('pages_read'),
    /** US dollars; null if the price or the usage is unknown. */
    cost: real('cost'),
    milliseconds: integer('milliseconds').notNull(),
    at: integer('at').notNull()
  },
  (t) => [
    index('call_key').on(t.key),
    index('call_task').on(t.runId, t.reportId, t.metric, t.judgeId, t.repeat),
    index('call_unit')
      .on(t.unitId)
      .where(sql`${t.unitId} is not null`)
  ]
);

/**
 * Which model version answered a run's questions, counted as calls are put into the journal (trigger `call_served`): replies of
 * any kind, failures left out. Empty text stands for what there is not, because a key holds no null.
 */
export const servedVersion = sqliteTable(
  'served_version',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    judgeId: text('judge_id')
      .notNull()
      .references(() => judge.id),
    /** As in `call`; empty if the judge itself was asked. */
    role: text('role').notNull(),
    player: text('player').notNull(),
    /** As the server named it; empty if it named none. */
    version: text('version').notNull(),
    backend: text('backend').notNull(),
    /** Replies, and how many of them were taken from another run's journal. */
    calls: integer('calls').notNull(),
    reused: integer('reused').notNull(),
    /** Of the replies that were asked for in this run; null if all were taken over. */
    firstAt: integer('first_at'),
    lastAt: integer('last_at')
  },
  (t) => [primaryKey({ columns: [t.runId, t.judgeId, t.role, t.player, t.version, t.backend] })]
);

/** Verdict of one judge on one unit of one report in one run. */
export const verdict = sqliteTable(
  'verdict',
  {
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
    repeat: integer('repeat').notNull().default(0),
    /** Name of a kind of unit (`scorer/units/kinds`, or of a suite). */
    kind: text('kind').notNull().default('item'),
    item: text('item').notNull(),
    /** Wording of a unit that was found in the report. */
    text: text('text'),
    state: text('state', { enum: ['judged', 'abstained', 'unscored'] }).notNull(),
    label: text('label'),
    rationale: text('rationale').notNull(),
    evidence: keptJson<Evidence[]>('evidence', []).notNull(),
    detail: keptJson<Detail | null>('detail', null),
    /** Why it is unscored. */
    reason: text('reason'),
    /** The reply had words around its JSON, which were not read. */
    prose: integer('prose', { mode: 'boolean' }).notNull().default(false),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.reportId, t.metric, t.judgeId, t.item, t.repeat] })]
);

/** Readable text of cited pages by content hash, so that people can see later what a judge saw. */
export const pageContent = sqliteTable('page_content', {
  /** SHA-256 of `text`. */
  hash: text('hash').primaryKey(),
  text: text('text').notNull(),
  at: integer('at').notNull()
});

/** How a cited page came back in a run: each page once. */
export const pageFetch = sqliteTable(
  'page_fetch',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    /** Key that two URLs of the same page share (see `scorer/web/url-key.ts`). */
    urlKey: text('url_key').notNull(),
    url: text('url').notNull(),
    outcome: text('outcome', { enum: pageOutcomes }).notNull(),
    note: text('note').notNull(),
    status: integer('status'),
    finalUrl: text('final_url'),
    title: text('title'),
    contentHash: text('content_hash').references(() => pageContent.hash),
    origin: text('origin', { enum: ['fetched', 'person'] }).notNull(),
    /** When it was fetched or supplied; earlier than the run if another run's page was used. */
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.urlKey] }), index('page_fetch_key').on(t.urlKey)]
);

/** A search of a run, as it was made; results may be those of an earlier run. */
export const search = sqliteTable(
  'search',
  {
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    /** Hash of provider, query, count and date; equal keys share results. */
    key: text('key').notNull(),
    query: text('query').notNull(),
    count: integer('count').notNull(),
    /** ISO date; null for any. */
    before: text('before'),
    provider: text('provider').notNull(),
    outcome: text('outcome', { enum: searchOutcomes }).notNull(),
    note: text('note').notNull(),
    results: json<SearchResult[]>('search', 'results').notNull(),
    /** US dollars that its requests of this run cost; null if the price is unknown. */
    cost: real('cost'),
    at: integer('at').notNull()
  },
  (t) => [primaryKey({ columns: [t.runId, t.key] }), index('search_key').on(t.key)]
);

/** Source text that a person pasted or uploaded for a page that could not be fetched. The newest counts. */
export const pageSupplied = sqliteTable(
  'page_supplied',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    urlKey: text('url_key').notNull(),
    url: text('url').notNull(),
    title: text('title'),
    contentHash: text('content_hash')
      .notNull()
      .references(() => pageContent.hash),
    suppliedBy: text('supplied_by').notNull(),
    at: integer('at').notNull()
  },
  (t) => [index('page_supplied_key').on(t.projectId, t.urlKey)]
);

/** A batch of questions at a provider, stored before it is submitted. */
export const batch = sqliteTable(
  'batch',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => run.id),
    /** Fingerprint of the model that is asked. */
    judge: text('judge').notNull(),
    /** The name under which it is submitted. */
    name: text('name').notNull(),
    /** The provider's id; null until it is known. */
    remoteId: text('remote_id'),
    /** Ids of its lines with the call keys of their questions. */
    lines: json<{ id: string; key: string }[]>('batch', 'lines').notNull(),
    at: integer('at').notNull(),
    /** Since when nothing more is expected of it. */
    endedAt: integer('ended_at'),
    /** Why not all of it was answered; null if it was. */
    problem: text('problem')
  },
  (t) => [index('batch_run').on(t.runId)]
);
