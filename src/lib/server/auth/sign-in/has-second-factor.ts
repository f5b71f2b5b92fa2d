import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { builtOnce } from '../../db/built-once.ts';
import { schema, type Db } from '../../db/client.ts';

const confirmedOf = builtOnce((db) =>
  db
    .select({ userId: schema.secondFactor.userId })
    .from(schema.secondFactor)
    .where(and(eq(schema.secondFactor.userId, sql.placeholder('userId')), isNotNull(schema.secondFactor.confirmedAt)))
    .prepare()
);

/** Whether a person's sign-in asks for a code. */
export const hasSecondFactor = (db: Db, userId: string): boolean => confirmedOf(db).get({ userId }) !== undefined;
