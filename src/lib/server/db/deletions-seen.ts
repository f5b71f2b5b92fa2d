import { count } from 'drizzle-orm';
import { builtOnce } from './built-once.ts';
import { schema, type Db } from './client.ts';

const counted = builtOnce((db) => db.select({ n: count() }).from(schema.deletion).prepare());

/** How many deletions there were: figures kept in memory of a run that is done are old once this number has changed. */
export const deletionsSeen = (db: Db): number => counted(db).get()!.n;
