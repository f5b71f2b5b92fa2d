import { eq } from 'drizzle-orm';
import { schema, write, type Db } from './client.ts';
import { newToken } from './id.ts';

/**
 * The key for the delimiters around a report in a judge's prompt: nobody who writes reports can guess them, and they stay
 * the same on every run, so that equal questions have equal keys.
 */
export const delimiterKey = (db: Db): string => secretOf(db, 'delimiter-key');

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
