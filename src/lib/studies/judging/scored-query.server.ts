import { LRUCache } from 'lru-cache';
import { eq, sql } from 'drizzle-orm';
import { askedOf, dateOfUndated } from '../../scorer/runs/texts/asked-texts.ts';
import { fillDates } from '../../scorer/runs/texts/placeholders.ts';
import { dayIn } from '../../messages/dates.ts';
import { messagesIn } from '../../messages/words.ts';
import type { RunOptions } from '../../scorer/runs/run-options.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { findMetric } from '../../scorer/suites/index.ts';
import { materialText } from '../../scorer/suites/material.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';

type Content = (typeof schema.datasetVersion.$inferSelect)['content'];
/** A query of a version, with its two wordings and what suites know of it. */
type Scored = Pick<Content['queries'][number], 'text' | 'placeholderFree' | 'material'>;

/** Versions whose queries are kept: one is some hundred kilobytes to read, and each page of a study asks for one of its queries. */
const KEPT = 8;
/** By id of the version, which never changes; a damaged one is not kept. */
const versions = builtOnce(() => new LRUCache<string, ReadonlyMap<string, Scored>>({ max: KEPT }));

const contentOf = builtOnce((db) =>
  db
    .select({ content: schema.datasetVersion.content })
    .from(schema.datasetVersion)
    .where(eq(schema.datasetVersion.id, sql.placeholder('id')))
    .prepare()
);

/**
 * A query as the judges of a run saw it, its date not filled in; null if the run's version does not have it.
 *
 * @throws DamagedJson if the version or the run's options cannot be read
 */
function scoredQuery(db: Db, versionId: string, qid: string, options: Pick<RunOptions, 'texts'>): string | null {
  const known = versions(db).get(versionId) ?? queriesOf(db, versionId);
  const query = known.get(qid);
  return query ? askedOf({ ...query, items: [] }, options).text : null;
}

/** Material of a query that suites had when it was scored, by suite; empty if the run's version has none. */
function scoredMaterial(db: Db, versionId: string, qid: string): Record<string, unknown> {
  const known = versions(db).get(versionId) ?? queriesOf(db, versionId);
  return known.get(qid)?.material ?? {};
}

function queriesOf(db: Db, versionId: string): ReadonlyMap<string, Scored> {
  const { queries } = contentOf(db).get({ id: versionId })!.content;
  const read = new Map(
    queries.map(({ qid, text, placeholderFree, material }): [string, Scored] => [
      qid,
      { text, ...(placeholderFree !== undefined && { placeholderFree }), ...(material && { material }) }
    ])
  );
  versions(db).set(versionId, read);
  return read;
}

const rowOfQuery = builtOnce((db) => {
  const { report, system, query, run } = schema;
  return db
    .select({
      collectedAt: sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`,
      createdAt: run.createdAt,
      options: run.options,
      versionId: run.versionId,
      qid: query.qid,
      now: query.text
    })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(run, eq(run.id, sql.placeholder('runId')))
    .where(eq(report.id, sql.placeholder('reportId')))
    .prepare();
});

/** The query of a report as the judges of a run saw it: of the version that was scored, its date filled in. */
export function queryAsJudged(db: Db, of: { runId: string; reportId: string }) {
  const found = rowOfQuery(db).get(of);
  if (!found) throw new Error(`report ${of.reportId} or run ${of.runId} is missing`);
  const scored = scoredQuery(db, found.versionId ?? '', found.qid, found.options);
  return { ...found, text: fillDates(scored ?? found.now, found.collectedAt ?? dateOfUndated(found)) };
}

/**
 * The query as the judges saw it; below it what the metric tells them of it: context of a rubric, or material without which people cannot
 * answer. `collectedAt` is the day of the report, `2026-03-12`; null if it is not known, or judges are not told.
 */
export function queryAsAsked(
  db: Db,
  study: StudyOfRun,
  reportId: string
): { query: string; collectedAt: string | null } {
  const { text, qid, versionId, collectedAt } = queryAsJudged(db, { runId: study.runId, reportId });
  const metric = findMetric(study.metric);
  const suite = kindOf(study).unit?.asked?.withMaterial && metric?.material;
  const material = suite ? materialText(suite, scoredMaterial(db, versionId ?? '', qid)[suite]) : null;
  const context = metric?.protocol.contextOf?.(qid) ?? null;
  return {
    query: [text, context, material].filter((part) => part !== null).join('\n\n'),
    collectedAt: metric?.protocol.dated ? collectedAt : null
  };
}

/**
 * What stands above a query: its number if it has one, and the day on which its report was collected if judges are told. A time behind the
 * day moves it to no other day: judges are told the day that is written, and placeholders are filled in by it.
 */
export const queryLabelIn = (language: string, number: number | null, collectedAt: string | null): string =>
  messagesIn(language, 'studyTerms').queryLabel({
    n: number ?? 'none',
    collected: collectedAt ?? 'none',
    day: collectedAt === null ? '' : dayIn(language, Date.parse(collectedAt.slice(0, 10)))
  });
