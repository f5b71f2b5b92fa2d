import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

const involvementIn = builtOnce((db) => {
  const { queryInvolvement: held } = schema;
  return db
    .select({ stage: held.stage })
    .from(held)
    .where(and(eq(held.queryId, sql.placeholder('query')), eq(held.userId, sql.placeholder('user'))))
    .prepare();
});

/** The stage in which a person has worked on a query, in any round; null if in none. */
export const stageOf = (db: Db, queryId: string, userId: string): WorkStage | null =>
  involvementIn(db).get({ query: queryId, user: userId })?.stage ?? null;

/**
 * Notes that a person works on a query in a stage. People who did so in another stage are refused: no person has two roles on
 * the same query, and the primary key of the table enforces that even if a caller forgets this function.
 */
export function recordInvolvement(tx: Db, queryId: string, userId: string, stage: WorkStage): void {
  const held = stageOf(tx, queryId, userId);
  if (held === stage) return;
  if (held !== null) {
    const query = tx.select({ qid: schema.query.qid }).from(schema.query).where(eq(schema.query.id, queryId)).get();
    refuse.stageConflict(query?.qid ?? '', held);
  }
  tx.insert(schema.queryInvolvement).values({ queryId, userId, stage, at: Date.now() }).run();
}
