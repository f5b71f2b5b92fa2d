import { join } from 'node:path';
import { openDatabase, type Db, type OpenDatabase } from './client.ts';

/** The first one, empty and migrated: copying it takes a tenth of the time. */
let migrated: Buffer | undefined;

/** A fresh database in memory with the real migrations: what domain tests run on. */
export function memoryDatabase(): OpenDatabase {
  const database = openDatabase(':memory:', join(process.cwd(), 'drizzle'), migrated);
  migrated ??= database.sqlite.serialize();
  return database;
}

/**
 * Scenes that begin alike: `make` fills a database once, and each call returns a copy of it with what `make` returned, which must
 * not hold the database itself.
 */
export function copiesOf<Made extends object>(make: (db: Db) => Made): () => Made & Pick<OpenDatabase, 'db'> {
  let first: { made: Made; filled: Buffer } | undefined;
  return () => {
    if (!first) {
      const { db, sqlite } = memoryDatabase();
      first = { made: make(db), filled: sqlite.serialize() };
    }
    const { db } = openDatabase(':memory:', join(process.cwd(), 'drizzle'), first.filled);
    return { ...first.made, db };
  };
}
