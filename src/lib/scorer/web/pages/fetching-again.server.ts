import { and, eq, inArray, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { memberOfDetail } from '../../units/damaged-verdicts.server.ts';
import { pageKey } from '../url-key.ts';

const { pageFetch, verdict } = schema;

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
  const { reports } = db
    .select({ reports: sql<number>`count(distinct ${verdict.reportId})` })
    .from(verdict)
    .where(and(eq(verdict.runId, runId), isHeld))
    .get()!;
  return { pages: sum(held), of: sum(notes), note: most.note, reports };
}

const isHeld = sql`${verdict.kind} = 'source' and ${memberOfDetail('outcome')} = 'not-fetched'`;

/**
 * Forgets how pages of a run came back, with the verdicts of every report that hangs on one of them, so that the run fetches
 * these pages and judges these reports again when it is next taken up. What judges answered about other pages is in the
 * journal and is not asked again. Call it only if no process drives the run.
 *
 * @param which Keys of pages (see `pageKey`), or `not-fetched` for all that this machine could not reach
 * @returns How many pages and tasks are open again
 */
export function reopenPages(
  tx: Db,
  runId: string,
  which: readonly string[] | 'not-fetched'
): { pages: number; tasks: number } {
  const wanted = which === 'not-fetched' ? null : new Set(which);
  const keys = tx
    .select({ key: pageFetch.urlKey, outcome: pageFetch.outcome })
    .from(pageFetch)
    .where(eq(pageFetch.runId, runId))
    .all()
    .filter(({ key, outcome }) => (wanted ? wanted.has(key) : outcome === 'not-fetched'))
    .map(({ key }) => key);
  const own = new Set(keys);
  const { reportId, metric, judgeId, repeat } = verdict;
  const tasks = new Map(
    tx
      .select({ reportId, metric, judgeId, repeat, url: memberOfDetail('url'), held: isHeld })
      .from(verdict)
      .where(and(eq(verdict.runId, runId), eq(verdict.kind, 'source')))
      .all()
      .filter(({ url, held }) => (wanted === null && Boolean(held)) || own.has(pageKey(url ?? '')))
      .map(({ reportId, metric, judgeId, repeat }) => {
        const task = { reportId, metric, judgeId, repeat };
        return [JSON.stringify(task), task];
      })
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
  const MANY = 500;
  for (let from = 0; from < keys.length; from += MANY)
    tx.delete(pageFetch)
      .where(and(eq(pageFetch.runId, runId), inArray(pageFetch.urlKey, keys.slice(from, from + MANY))))
      .run();
  return { pages: keys.length, tasks: tasks.size };
}
