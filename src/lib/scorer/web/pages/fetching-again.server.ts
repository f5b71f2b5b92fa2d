import { and, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { pageUses, waitsForPage, waitsForSearch } from './page-uses.server.ts';

const { pageFetch, search, verdict } = schema;

/** Pages that a run did not fetch, because this machine could not reach the web. */
interface NotFetched {
  /** Pages not fetched. */
  pages: number;
  /** Pages that the run read or tried to read. */
  of: number;
  /** The most frequent failure. */
  note: string;
  /** Reports that hang on them. */
  reports: number;
}

/** The pages of a run that were not fetched; null if there are none. */
export function notFetchedIn(db: Db, runId: string): NotFetched | null {
  const notes = db
    .select({ outcome: pageFetch.outcome, note: pageFetch.note, n: sql<number>`count(*)` })
    .from(pageFetch)
    .where(eq(pageFetch.runId, runId))
    .groupBy(pageFetch.outcome, pageFetch.note)
    .all();
  const held = notes.filter(({ outcome }) => outcome === 'not-fetched').sort((a, b) => b.n - a.n);
  const sum = (rows: readonly { n: number }[]): number => rows.reduce((total, { n }) => total + n, 0);
  const [most] = held;
  if (!most) return null;
  return { pages: sum(held), of: sum(notes), note: most.note, reports: reportsThat(db, runId, waitsForPage) };
}

/** Searches of a run that failed, and the reports whose units wait for them; null if there are none. */
export function failedSearchesIn(db: Db, runId: string): { searches: number; reports: number } | null {
  const failed = and(eq(search.runId, runId), ne(search.outcome, 'ok'));
  const { searches } = db.select({ searches: count() }).from(search).where(failed).get()!;
  const reports = searches === 0 ? 0 : reportsThat(db, runId, waitsForSearch);
  return reports === 0 ? null : { searches, reports };
}

const reportsThat = (db: Db, runId: string, wait: SQL | undefined): number =>
  db
    .select({ reports: sql<number>`count(distinct ${verdict.reportId})` })
    .from(verdict)
    .where(and(eq(verdict.runId, runId), wait))
    .get()!.reports;

/**
 * Forgets how pages of a run came back, with the verdicts of every report that hangs on one of them, so that the run fetches
 * these pages and judges these reports again when it is next taken up. What judges answered about other pages is in the
 * journal and is not asked again. Call it only if no process drives the run.
 *
 * @param which Keys of pages (see `pageKey`), or `not-fetched` for all that this machine could not reach, and searches that failed
 * @returns How many pages and tasks are open again
 */
export function reopenPages(
  tx: Db,
  runId: string,
  which: readonly string[] | 'not-fetched'
): { pages: number; tasks: number } {
  const wanted = which === 'not-fetched' ? null : new Set(which);
  const pages = tx
    .select({ key: pageFetch.urlKey, outcome: pageFetch.outcome })
    .from(pageFetch)
    .where(eq(pageFetch.runId, runId))
    .all();
  const missing = new Set(pages.filter(({ outcome }) => outcome === 'not-fetched').map(({ key }) => key));
  const own = wanted === null ? missing : new Set(pages.map(({ key }) => key).filter((key) => wanted.has(key)));
  const { reportId, metric, judgeId, repeat } = verdict;
  const namesOne = (keys: ReadonlySet<string>, of: ReadonlySet<string>): boolean =>
    [...keys].some((key) => of.has(key));
  const tasks = new Map(
    pageUses(tx, runId)
      // A verdict that waits for a page which it does not name may wait for one of these.
      .filter(
        ({ keys, waits, searches }) =>
          namesOne(keys, own) ||
          (waits && (wanted === null || !namesOne(keys, missing))) ||
          (searches && wanted === null)
      )
      .map(({ task }) => [JSON.stringify(task), task])
  );
  for (const task of tasks.values())
    tx.delete(verdict)
      .where(
        and(
          ...[eq(verdict.runId, runId), eq(reportId, task.reportId), eq(metric, task.metric)],
          ...[eq(judgeId, task.judgeId), eq(repeat, task.repeat)]
        )
      )
      .run();
  const keys = [...own];
  const MANY = 500;
  for (let from = 0; from < keys.length; from += MANY)
    tx.delete(pageFetch)
      .where(and(eq(pageFetch.runId, runId), inArray(pageFetch.urlKey, keys.slice(from, from + MANY))))
      .run();
  return { pages: keys.length, tasks: tasks.size };
}
