import { and, eq, or, sql } from 'drizzle-orm';
import { type Db, schema } from '../../../server/db/client.ts';
import { pageKey } from '../url-key.ts';

const { verdict } = schema;

/**
 * Verdicts that wait for a page which this machine could not fetch, by their detail, or by the reason of an unscored unit in every
 * suite. Quotes within a text are escaped in JSON, so that none looks like a member.
 */
export const waitsForPage = or(
  sql`${verdict.detail} like '%"outcome":"not-fetched"%'`,
  and(eq(verdict.state, 'unscored'), sql`${verdict.reason} like '% was not fetched: %'`)
);

/** Verdicts that wait for a web search which failed. */
export const waitsForSearch = and(
  eq(verdict.state, 'unscored'),
  sql`${verdict.reason} like '%The web search failed (%'`
);

/** A verdict for which pages were read or searches made. */
interface PageUse {
  task: Pick<typeof verdict.$inferSelect, 'reportId' | 'metric' | 'judgeId' | 'repeat'>;
  kind: string;
  item: string;
  /** Keys of the pages that its detail names (see `pageKey`). A page that a search found for it may be missing if it was not fetched. */
  keys: ReadonlySet<string>;
  waits: boolean;
  /** Whether it waits for a search. */
  searches: boolean;
}

/** The verdicts of a run that name pages, or wait for one or for a search, of whatever kinds. */
export function pageUses(db: Db, runId: string): PageUse[] {
  const { reportId, metric, judgeId, repeat, kind, item, detail } = verdict;
  const known = new Map<string, string>();
  const keyOf = (url: string): string => {
    const key = known.get(url) ?? pageKey(url);
    known.set(url, key);
    return key;
  };
  return db
    .select({
      reportId,
      metric,
      judgeId,
      repeat,
      kind,
      item,
      detail: sql<string | null>`${detail}`,
      waits: sql<number>`${waitsForPage}`,
      searches: sql<number>`${waitsForSearch}`
    })
    .from(verdict)
    .where(and(eq(verdict.runId, runId), or(sql`${detail} like '%"url":"%'`, waitsForPage, waitsForSearch)))
    .all()
    .map(({ kind: of, item: unit, detail: text, waits, searches, ...task }) => {
      const urls = [...(text ?? '').matchAll(/"url":"([^"\\]+)"/g)].map(([, url]) => url!);
      const about = { kind: of, item: unit, keys: new Set(urls.map(keyOf)) };
      return { task, ...about, waits: Boolean(waits), searches: Boolean(searches) };
    });
}
