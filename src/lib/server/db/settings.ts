import { eq } from 'drizzle-orm';
import { schema, write, type Db } from './client.ts';
import { newToken } from './id.ts';

const DELIMITER = 'delimiter-key';

/**
 * The key for the delimiters around a report in a judge's prompt: authors of reports cannot guess them, and they stay the same
 * on every run, so that equal questions have equal keys.
 */
export const delimiterKey = (db: Db): string => secretOf(db, DELIMITER);

/**
 * Takes the delimiter key of another database, which is only read, so that both word equal questions alike.
 *
 * @returns whether both have the same key now; false if this database has worded questions by a key of its own
 */
export function takeDelimiterKey(db: Db, from: Db): boolean {
  const keyIn = (of: Db): string | undefined =>
    of.select().from(schema.setting).where(eq(schema.setting.key, DELIMITER)).get()?.value;
  const value = keyIn(from);
  if (value === undefined) return true;
  return write(db, (tx) => {
    const own = keyIn(tx);
    if (own === undefined) tx.insert(schema.setting).values({ key: DELIMITER, value }).run();
    return own === undefined || own === value;
  });
}

/** The key under which the audit trail hashes what people typed at the sign-in: who can guess e-mails cannot look them up. */
export const subjectKey = (db: Db): string => secretOf(db, 'audit-subject-key');

function secretOf(db: Db, key: string): string {
  const read = (from: Db): string | undefined =>
    from.select().from(schema.setting).where(eq(schema.setting.key, key)).get()?.value;
  return (
    read(db) ??
    write(db, (tx) => {
      const made = read(tx);
      if (made !== undefined) return made;
      const value = newToken();
      tx.insert(schema.setting).values({ key, value }).run();
      return value;
    })
  );
}
