import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A checksum over all rows of each table of a running server's database. */
export function tableSums(data: string): Record<string, string> {
  const database = new Database(join(data, 'voirdire.db'), { readonly: true });
  try {
    const names = database.prepare(`select name from sqlite_master where type = 'table' order by name`).pluck().all();
    return Object.fromEntries((names as string[]).map((name) => [name, sumOf(database, name)]));
  } finally {
    database.close();
  }
}

function sumOf(database: Database.Database, table: string): string {
  const sum = createHash('sha256');
  for (const row of database.prepare(`select * from "${table}"`).raw().iterate()) sum.update(JSON.stringify(row));
  return sum.digest('hex');
}

/** The tables whose rows are not what they were. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
