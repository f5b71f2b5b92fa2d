import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { Reply } from '../../call.ts';
import type { Page } from '../../page.ts';
import type { Search } from '../../search.ts';
import type { Run } from '../../runs/runs.server.ts';
import { storedSuppliedPage, toReply } from '../../store/sqlite.server.ts';
import { pageColumns, replyColumns, searchColumns } from '../../store/statements.server.ts';

const { call, pageContent, pageFetch, pageSupplied, run, search } = schema;

/** What earlier runs answered, read and found. */
interface Earlier {
  reply: (key: string) => Reply | null;
  page: (urlKey: string) => Page | null;
  search: (key: string) => Search | null;
  searchIdentity: string;
}

/**
 * What a run would take in place of sending a call or fetching a page, by the rules of `engine/journal.ts` and
 * `engine/pages.ts`: from its own journal everything that was answered; from other runs usable replies and pages that were
 * read, if it uses the cache; texts that people supplied always. Only reads.
 */
export function earlierAnswers(db: Db, { id, projectId, options }: Pick<Run, 'id' | 'projectId' | 'options'>): Earlier {
  const key = sql.placeholder('key');
  const replies = db
    .select(replyColumns)
    .from(call)
    .where(
      and(
        eq(call.key, key),
        or(and(eq(call.runId, id), ne(call.outcome, 'error')), options.useCache ? eq(call.outcome, 'reply') : undefined)
      )
    )
    .orderBy(desc(eq(call.runId, id)), desc(eq(call.outcome, 'reply')), desc(call.at))
    .limit(1)
    .prepare();
  const supplied = db
    .select({
      ...{ url: pageSupplied.url, title: pageSupplied.title, at: pageSupplied.at },
      ...{ text: pageContent.text, contentHash: pageSupplied.contentHash }
    })
    .from(pageSupplied)
    .innerJoin(pageContent, eq(pageContent.hash, pageSupplied.contentHash))
    .where(and(eq(pageSupplied.projectId, projectId), eq(pageSupplied.urlKey, key)))
    .orderBy(desc(pageSupplied.at), desc(sql`page_supplied.rowid`))
    .limit(1)
    .prepare();
  const read = db
    .select(pageColumns)
    .from(pageFetch)
    .innerJoin(run, eq(run.id, pageFetch.runId))
    .innerJoin(pageContent, eq(pageContent.hash, pageFetch.contentHash))
    .where(
      and(
        ...[eq(pageFetch.urlKey, key), eq(pageFetch.outcome, 'ok'), eq(run.projectId, projectId)],
        options.useCache ? undefined : eq(pageFetch.runId, id)
      )
    )
    .orderBy(desc(pageFetch.at))
    .limit(1)
    .prepare();
  const made = db
    .select(searchColumns)
    .from(search)
    .innerJoin(run, eq(run.id, search.runId))
    .where(
      and(
        ...[eq(search.key, key), eq(search.outcome, 'ok'), eq(run.projectId, projectId)],
        options.useCache ? undefined : eq(search.runId, id)
      )
    )
    .orderBy(desc(search.at))
    .limit(1)
    .prepare();
  const anyCall = db.select({ id: call.id }).from(call).limit(1).get() !== undefined;
  /** Keys of pages that are not known: several reports and judges ask for the same. */
  const unread = new Set<string>();
  return {
    reply(key) {
      const row = anyCall ? replies.get({ key }) : undefined;
      return row ? toReply(row) : null;
    },
    search: (key) => made.get({ key }) ?? null,
    searchIdentity: options.search ?? '',
    page(urlKey) {
      if (unread.has(urlKey)) return null;
      const row = supplied.get({ key: urlKey });
      if (row) return storedSuppliedPage(row);
      const shared = read.get({ key: urlKey });
      if (!shared) unread.add(urlKey);
      return shared ?? null;
    }
  };
}
