import { and, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

/** The stage in which a person has had a hand in a query, in any round; null where in none. */
export const handOf = (db: Db, queryId: string, userId: string): WorkStage | null =>
  db
    .select({ stage: schema.queryHand.stage })
    .from(schema.queryHand)
    .where(and(eq(schema.queryHand.queryId, queryId), eq(schema.queryHand.userId, userId)))
    .get()?.stage ?? null;

/**
 * Notes that a person works on a query in a stage. Whoever did so in another stage is refused: nobody holds two roles on the
 * same query, and the primary key of the table holds that even where this function is forgotten.
 */
export function takeHand(tx: Db, queryId: string, userId: string, stage: WorkStage): void {
  const held = handOf(tx, queryId, userId);
  if (held === stage) return;
  if (held !== null) {
    const query = tx.select({ qid: schema.query.qid }).from(schema.query).where(eq(schema.query.id, queryId)).get();
    refuse.secondRole(query?.qid ?? '', held);
  }
  tx.insert(schema.queryHand).values({ queryId, userId, stage, at: Date.now() }).run();
}
