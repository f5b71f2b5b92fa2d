import { and, desc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { Reply } from '../../call.ts';
import type { Page } from '../../page.ts';
import type { Search } from '../../search.ts';
import type { Run } from '../../runs/runs.server.ts';
import type { Before } from './estimate.ts';
import { lentReply } from '../../store/lent-replies.server.ts';
import { storedSuppliedPage } from '../../store/sqlite.server.ts';
import { pageColumns, replyColumns, searchColumns, toReply } from '../../store/statements.server.ts';

const { call, judge, pageContent, pageFetch, pageSupplied, run, runJudge, runMetric, search } = schema;

/** Answers, pages and searches of earlier runs. */
interface Earlier {
  reply: (key: string) => Reply | null;
  page: (urlKey: string) => Page | null;
  search: (key: string) => Search | null;
  searchIdentity: string;
}

/**
 * Finds everything that a run would take in place of sending a call or fetching a page, by the rules of `engine/journal.ts` and
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
        or(
          and(eq(call.runId, id), ne(call.outcome, 'error')),
          options.useCache && !options.freshReplies ? eq(call.outcome, 'reply') : undefined
        )
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
      if (row) return toReply(row);
      return options.useCache && !options.freshReplies ? lentReply(db, key) : null;
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

/** The runs that an estimate compares: a planned run with the run of a number, or with the newest that asked the same. */
interface Compared {
  plan: { run: Pick<Run, 'id' | 'projectId' | 'kind' | 'options'>; metrics: readonly { metric: string }[] };
  judges: readonly { fingerprint: string }[];
  since?: number;
}

/** The answers of the earlier run that a planned run is compared with; null if there is none. */
export function answersOfRun(db: Db, { plan, judges, since }: Compared): Before['since'] {
  if (plan.run.kind !== 'scoring') return null;
  const earlier = db
    .selectDistinct({ id: run.id, number: run.number })
    .from(run)
    .innerJoin(runMetric, eq(runMetric.runId, run.id))
    .innerJoin(runJudge, eq(runJudge.runId, run.id))
    .innerJoin(judge, eq(judge.id, runJudge.judgeId))
    .where(
      and(
        ...[eq(run.projectId, plan.run.projectId), eq(run.kind, 'scoring'), eq(run.origin, 'scored')],
        ...[ne(run.id, plan.run.id), isNull(run.archivedAt), notInArray(run.status, ['waiting', 'running'])],
        since === undefined
          ? and(
              sql`json_extract(${run.options}, '$.check') IS NULL`,
              inArray(
                runMetric.metric,
                plan.metrics.map(({ metric }) => metric)
              ),
              inArray(
                judge.fingerprint,
                judges.map(({ fingerprint }) => fingerprint)
              )
            )
          : eq(run.number, since)
      )
    )
    .orderBy(desc(run.number))
    .get();
  if (!earlier) return null;
  const asked = db
    .select({ outcome: call.outcome })
    .from(call)
    .where(and(eq(call.key, sql.placeholder('key')), eq(call.runId, earlier.id)))
    .orderBy(desc(eq(call.outcome, 'reply')))
    .limit(1)
    .prepare();
  const { useCache, freshReplies } = plan.run.options;
  return {
    run: earlier.number,
    taken: useCache && !freshReplies,
    answered(key) {
      const row = asked.get({ key });
      return row ? row.outcome === 'reply' : null;
    }
  };
}
