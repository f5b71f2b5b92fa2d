import { and, desc, eq, getTableColumns, gt, lt, ne, or, sql } from 'drizzle-orm';
import { type Db, schema, sqliteOf } from '../../server/db/client.ts';
import type { Reply } from '../call.ts';

const { call, pageContent, pageFetch, pageSupplied, run, search } = schema;

const hole = sql.placeholder;

export const replyColumns = {
  outcome: call.outcome,
  reply: call.reply,
  inputTokens: call.inputTokens,
  outputTokens: call.outputTokens,
  cachedTokens: call.cachedTokens,
  cacheWriteTokens: call.cacheWriteTokens,
  modelVersion: call.modelVersion,
  backend: call.backend,
  searches: call.searches,
  pagesRead: call.pagesRead
};

export const pageColumns = {
  url: pageFetch.url,
  outcome: pageFetch.outcome,
  note: pageFetch.note,
  status: pageFetch.status,
  finalUrl: pageFetch.finalUrl,
  title: pageFetch.title,
  text: pageContent.text,
  contentHash: pageFetch.contentHash,
  origin: pageFetch.origin,
  at: pageFetch.at
};

export const searchColumns = {
  query: search.query,
  count: search.count,
  before: search.before,
  provider: search.provider,
  outcome: search.outcome,
  note: search.note,
  results: search.results,
  at: search.at
};

/** A call as the journal holds it. */
type CallRow = Omit<typeof call.$inferSelect, 'id' | 'runId'>;

const callColumns = [
  ...(['reportId', 'unitId', 'metric', 'judgeId', 'repeat', 'key', 'role', 'player'] as const),
  ...(['outcome', 'reply', 'error', 'status'] as const),
  ...([
    'attempts',
    'unanswered',
    'cached',
    'modelVersion',
    'backend',
    'inputTokens',
    'outputTokens',
    'cost',
    'milliseconds'
  ] as const),
  ...(['cachedTokens', 'cacheWriteTokens', 'searches', 'pagesRead', 'at'] as const)
] satisfies readonly (keyof CallRow)[];

/** Puts a call into the journal. Drizzle takes longer to look for the places of the values than SQLite for the row. */
const callRows = (db: Db, runId: string): ((row: CallRow) => void) => {
  const columns = getTableColumns(call);
  const names = callColumns.map((name) => columns[name].name).join(', ');
  const put = sqliteOf(db).prepare(
    `INSERT INTO call (run_id, ${names}) VALUES (?, ${callColumns.map(() => '?').join(', ')})`
  );
  return (row) =>
    void put.run(
      runId,
      callColumns.map((name) => (name === 'cached' ? Number(row.cached) : row[name]))
    );
};

/** The statements of a run's store, prepared once: they are asked several times for each call of a run. */
export const storeStatements = (db: Db, runId: string) => ({
  lease: db.select({ owner: run.leaseOwner }).from(run).where(eq(run.id, runId)).prepare(),

  reply: db
    .select(replyColumns)
    .from(call)
    .where(and(eq(call.runId, runId), eq(call.key, hole('key')), ne(call.outcome, 'error')))
    .orderBy(desc(eq(call.outcome, 'reply')), desc(call.at))
    .limit(1)
    .prepare(),

  /** Keys that the run has a reply for. */
  keys: db
    .select({ key: call.key })
    .from(call)
    .where(and(eq(call.runId, runId), ne(call.outcome, 'error')))
    .prepare(),

  /** A call of any other run: two looks at the ends of an index that begins with the run. */
  others: db
    .select({ id: call.id })
    .from(call)
    .where(or(lt(call.runId, runId), gt(call.runId, runId)))
    .limit(1)
    .prepare(),

  sharedReply: db
    .select(replyColumns)
    .from(call)
    .where(and(eq(call.key, hole('key')), eq(call.outcome, 'reply'), ne(call.runId, runId)))
    .limit(1)
    .prepare(),

  /** When the newest call of a key ended. */
  lastOf: db
    .select({ at: sql<number | null>`max(${call.at})` })
    .from(call)
    .where(and(eq(call.runId, runId), eq(call.key, hole('key'))))
    .prepare(),

  spent: db
    .select({
      dollars: sql<number>`coalesce(sum(${call.cost}), 0) + (SELECT coalesce(sum(cost), 0) FROM search WHERE run_id = ${runId})`
    })
    .from(call)
    .where(eq(call.runId, runId))
    .prepare(),

  putCall: callRows(db, runId),

  page: db
    .select(pageColumns)
    .from(pageFetch)
    .leftJoin(pageContent, eq(pageContent.hash, pageFetch.contentHash))
    .where(and(eq(pageFetch.runId, runId), eq(pageFetch.urlKey, hole('key'))))
    .prepare(),

  /** The newest reading of the page by another run of the project. */
  sharedPage: db
    .select(pageColumns)
    .from(pageFetch)
    .innerJoin(run, eq(run.id, pageFetch.runId))
    .innerJoin(pageContent, eq(pageContent.hash, pageFetch.contentHash))
    .where(
      and(
        eq(pageFetch.urlKey, hole('key')),
        eq(pageFetch.outcome, 'ok'),
        ne(pageFetch.runId, runId),
        eq(run.projectId, sql`(SELECT project_id FROM run WHERE id = ${runId})`)
      )
    )
    .orderBy(desc(pageFetch.at))
    .limit(1)
    .prepare(),

  search: db
    .select(searchColumns)
    .from(search)
    .where(and(eq(search.runId, runId), eq(search.key, hole('key'))))
    .prepare(),

  /** The newest of the search by another run of the project. */
  sharedSearch: db
    .select(searchColumns)
    .from(search)
    .innerJoin(run, eq(run.id, search.runId))
    .where(
      and(
        eq(search.key, hole('key')),
        eq(search.outcome, 'ok'),
        ne(search.runId, runId),
        eq(run.projectId, sql`(SELECT project_id FROM run WHERE id = ${runId})`)
      )
    )
    .orderBy(desc(search.at))
    .limit(1)
    .prepare(),

  suppliedPage: db
    .select({
      url: pageSupplied.url,
      title: pageSupplied.title,
      text: pageContent.text,
      contentHash: pageSupplied.contentHash,
      at: pageSupplied.at
    })
    .from(pageSupplied)
    .innerJoin(pageContent, eq(pageContent.hash, pageSupplied.contentHash))
    .where(
      and(
        eq(pageSupplied.projectId, sql`(SELECT project_id FROM run WHERE id = ${runId})`),
        eq(pageSupplied.urlKey, hole('key'))
      )
    )
    .orderBy(desc(pageSupplied.at), desc(sql`page_supplied.rowid`))
    .limit(1)
    .prepare()
});

/** A row of the journal as the reply that it keeps. */
export const toReply = (row: NonNullable<ReturnType<ReturnType<typeof storeStatements>['reply']['get']>>): Reply => ({
  text: row.reply ?? '',
  ending: row.outcome === 'refused' || row.outcome === 'cut' ? row.outcome : 'complete',
  usage:
    row.inputTokens === null || row.outputTokens === null
      ? null
      : {
          inputTokens: row.inputTokens,
          outputTokens: row.outputTokens,
          ...(row.cachedTokens !== null && { cachedTokens: row.cachedTokens }),
          ...(row.cacheWriteTokens !== null && { cacheWriteTokens: row.cacheWriteTokens })
        },
  model: row.modelVersion,
  ...(row.backend !== null && { backend: row.backend }),
  ...((row.searches !== null || row.pagesRead !== null) && { trace: { searches: row.searches, pages: row.pagesRead } })
});
