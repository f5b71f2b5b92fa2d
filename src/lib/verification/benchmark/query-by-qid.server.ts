import { and, eq } from 'drizzle-orm';
import { nameKey } from '../../names.ts';
import { schema, type Db } from '../../server/db/client.ts';

/** A query of a project by its qid, whatever its capitals and Unicode form. */
export function queryByQid(db: Db, projectId: string, qid: string): typeof schema.query.$inferSelect | undefined {
  const { query } = schema;
  return db
    .select()
    .from(query)
    .where(and(eq(query.projectId, projectId), eq(query.qidKey, nameKey(qid))))
    .get();
}
