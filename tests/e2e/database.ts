import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { openDatabase, type Db, type OpenDatabase } from '../../src/lib/server/db/client.ts';

export type Row = Record<string, string | number | null>;

/** Reads the database of a running server, beside it. */
export function rows(data: string, sql: string, ...values: (string | number)[]): Row[] {
  const database = new Database(join(data, 'voirdire.db'), { readonly: true });
  try {
    return database.prepare(sql).all(...values) as Row[];
  } finally {
    database.close();
  }
}

/** The first column of every row, as text. */
export const texts = (data: string, sql: string, ...values: (string | number)[]): string[] =>
  rows(data, sql, ...values).map((row) => String(Object.values(row)[0]));

/** For what no page makes at once (people with several roles, a study of a certain shape). */
export const openBeside = (data: string): OpenDatabase =>
  openDatabase(join(data, 'voirdire.db'), join(import.meta.dirname, '../../drizzle'));

/** Drops the triggers that protect rows, so that a test can write texts that no page would store. */
export function dropTriggers(db: Db): void {
  for (const { name } of db.all<{ name: string }>(sql`select name from sqlite_master where type = 'trigger'`))
    db.run(sql`drop trigger ${sql.identifier(name)}`);
}
