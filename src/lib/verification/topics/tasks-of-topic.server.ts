import { asc, eq, sql, and, isNull } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { BenchmarkReader } from '../benchmark/benchmark.server.ts';

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
