import type Database from 'better-sqlite3';

const ROLLBACK = /^\s*rollback\b/i;

/**
 * Lets a rollback succeed if no transaction is open any more. SQLite itself rolls a transaction back if the disk is full or fails.
 * Drizzle then rolls back as well, in migrations and in transactions within transactions: that statement fails, and its error
 * would replace the one that names the disk.
 */
export function allowLateRollbacks(sqlite: Database.Database): void {
  const compile = sqlite.prepare.bind(sqlite) as (source: string) => Database.Statement;
  const prepare = (source: string): Database.Statement => {
    const made = compile(source);
    if (!ROLLBACK.test(source)) return made;
    const rollBack = made.run.bind(made);
    made.run = (...values) => (sqlite.inTransaction ? rollBack(...values) : { changes: 0, lastInsertRowid: 0 });
    return made;
  };
  sqlite.prepare = prepare as typeof sqlite.prepare;
}
