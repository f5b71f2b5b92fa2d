import { and, asc, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { containsWords, inOrder } from '../../server/lists/found-rows.ts';
import { pageWithin, type ListPage, type ListQuestion } from '../../server/lists/list-question.ts';
import type { BenchmarkReader } from './benchmark.server.ts';

/** A query in a list. */
export interface ListedQuery {
  qid: string;
  /** The first 280 characters. */
  text: string;
  /** Whether the text continues. */
  more: boolean;
  domain: string | null;
  category: string | null;
  origin: 'imported' | 'heading';
  items: number;
  criteria: number;
  reports: number;
}

/** How much of a query's text a list shows, in characters. */
const SHOWN = 280;

/** Stands for queries without a domain among the chosen values of the filter `domain`. */
export const noDomain = '-';

const inBenchmark = (grant: BenchmarkReader): SQL =>
  and(eq(schema.query.projectId, grant.resource.id), isNull(schema.query.retiredAt))!;

// Outside Drizzle's columns, names have to say their table: the queries of these counts have the same columns.
const partsOf = (kind: 'item' | 'criterion'): SQL<number> =>
  sql<number>`(select count(*) from checklist_item part where part.query_id = query.id and part.kind = ${kind} and part.retired_at is null)`;
const reportsOf = sql<number>`(select count(*) from report where report.query_id = query.id and report.archived_at is null and report.replaced_at is null)`;

/**
 * One page of the project's queries, without those that verification took out. Orders: `position`, `qid`, `domain`, `category`,
 * `items`, `criteria`, `reports`; filter: `domain`. Words are looked for in qid, text, domain and category.
 */
export function pageOfQueries(db: Db, grant: BenchmarkReader, question: ListQuestion): ListPage<ListedQuery> {
  const { query } = schema;
  const { domain } = question.filters;
  const wanted = and(
    inBenchmark(grant),
    domain === undefined ? undefined : domain === noDomain ? isNull(query.domain) : eq(query.domain, domain),
    containsWords([query.qid, query.text, query.domain, query.category], question.search)
  );
  const total = db.select({ n: count() }).from(query).where(wanted).get()!.n;
  const { page, pages, offset } = pageWithin(total, question);
  const orders = {
    qid: query.qidKey,
    domain: query.domain,
    category: query.category,
    items: partsOf('item'),
    criteria: partsOf('criterion'),
    reports: reportsOf
  };
  // The rows are chosen first: beside texts and counts, SQLite would read those of all queries to sort them.
  const chosen = db
    .select({ id: query.id })
    .from(query)
    .where(wanted)
    .orderBy(...inOrder(question, orders, [query.position, query.id]))
    .limit(question.size)
    .offset(offset)
    .all()
    .map(({ id }) => id);
  const byId = new Map(
    db
      .select({
        id: query.id,
        qid: query.qid,
        text: sql<string>`substr(${query.text}, 1, ${SHOWN})`,
        more: sql<number>`length(${query.text}) > ${SHOWN}`,
        domain: query.domain,
        category: query.category,
        origin: query.origin,
        items: partsOf('item'),
        criteria: partsOf('criterion'),
        reports: reportsOf
      })
      .from(query)
      .where(inArray(query.id, chosen))
      .all()
      .map(({ id, more, ...row }) => [id, { ...row, more: more === 1 }])
  );
  const rows = chosen.map((id) => byId.get(id)!);
  return { rows, page, pages, total };
}

/** The domains of the project's queries, by name, at most 200, and how many queries there are. */
export function queryDomains(
  db: Db,
  grant: BenchmarkReader
): { queries: number; domains: { name: string | null; queries: number }[] } {
  const { query } = schema;
  const domains = db
    .select({ name: query.domain, queries: count() })
    .from(query)
    .where(inBenchmark(grant))
    .groupBy(query.domain)
    .orderBy(asc(query.domain))
    .all();
  return { queries: domains.reduce((sum, { queries }) => sum + queries, 0), domains: domains.slice(0, 200) };
}
