import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { asc, eq, sql, and, isNull } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { BenchmarkReader } from '../benchmark/benchmark.server.ts';
import { topicByKey } from './topics.server.ts';

const sayNote = sayingsOf('importNotes');

/** Queries of the benchmark whose newest material names the topic, in their order. */
export function tasksOfTopic(db: Db, grant: BenchmarkReader, key: string): { qid: string; text: string }[] {
  const { query } = schema;
  const named = sql`exists (select 1 from query_material m where m.query_id = ${query.id} and m.origin <> 'dropped'
    and m.revision = (select max(revision) from query_material where query_id = m.query_id and suite = m.suite)
    and m.content ->> '$.topic' = ${key})`;
  return db
    .select({ qid: query.qid, text: query.text })
    .from(query)
    .where(and(eq(query.projectId, grant.resource.id), isNull(query.retiredAt), named))
    .orderBy(asc(query.position))
    .all();
}

/** Key of the topic that material names, as the project has it; null if it names none that is there. */
export function topicOfContent(db: Db, grant: BenchmarkReader, content: unknown): string | null {
  const key = (content as { topic?: unknown } | null)?.topic;
  return typeof key === 'string' ? (topicByKey(db, grant.resource.id, key)?.key ?? null) : null;
}

/** A sentence on topics that material of queries names and the project does not have; none if it has all of them. */
export function unknownTopics(
  db: Db,
  grant: BenchmarkReader,
  queries: readonly { material?: Record<string, unknown> }[]
): Saying[] {
  const named = queries.flatMap(({ material = {} }) =>
    Object.values(material).flatMap((content) => {
      const key = (content as { topic?: unknown } | null)?.topic;
      return typeof key === 'string' && topicOfContent(db, grant, content) === null ? [key] : [];
    })
  );
  const counts = [...Map.groupBy(named, (key) => key)].map(([key, all]) => `${key} (${all.length})`);
  return counts.length === 0 ? [] : [sayNote('unknownTopics', { list: counts.join(', ') })];
}
