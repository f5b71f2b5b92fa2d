import { eq } from 'drizzle-orm';
import { schema, write, type Db } from './db/client.ts';
import { newToken } from './db/id.ts';

/**
 * The key for the delimiters around a report in a judge's prompt: nobody who writes reports can guess them, and they stay
 * the same on every run, so that equal questions have equal keys.
 */
export function delimiterKey(db: Db): string {
  return write(db, (tx) => {
    const row = tx.select().from(schema.setting).where(eq(schema.setting.key, 'delimiter-key')).get();
    if (row) return row.value;
    const value = newToken();
    tx.insert(schema.setting).values({ key: 'delimiter-key', value }).run();
    return value;
  });
}
