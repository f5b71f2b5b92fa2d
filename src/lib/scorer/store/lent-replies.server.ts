import { and, eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { Reply } from '../call.ts';
import { replyColumns, toReply } from './statements.server.ts';

interface Lender {
  replyTo: (key: string) => Reply | null;
  taken: number;
}

/** Lenders of this process by the database that takes from them. */
const lenders = new WeakMap<Db, Lender>();

/**
 * Lets runs of a database take usable replies to the same questions from another one, which is only read. Questions are the same only if
 * both have one delimiter key (`takeDelimiterKey`).
 *
 * @returns how many replies runs have taken since
 */
export function lendReplies(to: Db, from: Db): () => number {
  const { call } = schema;
  const statement = from
    .select(replyColumns)
    .from(call)
    .where(and(eq(call.key, sql.placeholder('key')), eq(call.outcome, 'reply')))
    .limit(1)
    .prepare();
  const lender: Lender = {
    taken: 0,
    replyTo(key) {
      const row = statement.get({ key });
      return row ? toReply(row) : null;
    }
  };
  lenders.set(to, lender);
  return () => lender.taken;
}

/** The reply that another database lends; null if there is none. */
export const lentReply = (db: Db, key: string): Reply | null => lenders.get(db)?.replyTo(key) ?? null;

/** The same for a run that uses it: it is counted. */
export function takeLentReply(db: Db, key: string): Reply | null {
  const reply = lentReply(db, key);
  if (reply) lenders.get(db)!.taken++;
  return reply;
}

/** Whether another database lends replies to this one. */
export const hasLender = (db: Db): boolean => lenders.has(db);
