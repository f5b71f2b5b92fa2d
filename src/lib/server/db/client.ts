import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { keepStatements } from './kept-statements.ts';
import { makePrivateDatabase } from './private-files.ts';
import { allowLateRollbacks } from './rollbacks.ts';
import * as schema from './schema/index.ts';
import { copyWhole } from './whole-copy.ts';
import { LOCK_WAIT_MS } from './write-faults.ts';

export { schema };

/** A connection, or the transaction of one: everything that reads and writes takes this. */
export type Db = Pick<
  BetterSQLite3Database<typeof schema>,
  | 'select'
  | 'selectDistinct'
  | 'insert'
  | 'update'
  | 'delete'
  | 'transaction'
  | 'run'
  | 'all'
  | 'get'
  | 'values'
  | 'query'
  | '$count'
>;

export interface OpenDatabase {
  db: BetterSQLite3Database<typeof schema> & { $client: Database.Database };
  sqlite: Database.Database;
  close(): void;
}

/**
 * Pages of the write-ahead log after which a commit moves them into the database, 16 MB: four times SQLite's own. A move waits for
 * the disk twice, and many pages were written again by then; at 1,000 pages moves took a third of the time of a run's commits.
 */
const LOG_PAGES = 4_000;

/** Drizzle's own table. Other programs have one of this name, too. */
const MIGRATIONS = '__drizzle_migrations';

/**
 * Opens (and if needed creates and migrates) the database. Only its owner can read its files.
 *
 * @param file path of the database file, or `:memory:`
 * @param migrations folder with Drizzle's migrations
 * @param copied what a database in memory starts from: another one, serialised
 * @throws when the file belongs to another program, or was written by a newer Voirdire or with other tables, or a migration would
 * lose rows
 */
export function openDatabase(file: string, migrations: string, copied?: Buffer): OpenDatabase {
  const isThere = file !== ':memory:' && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (file !== ':memory:' && !isThere) makePrivateDatabase(file);
  const sqlite = new Database(copied ?? file);
  try {
    sqlite.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    requireOwnDatabase(sqlite, file);
    if (isThere) makePrivateDatabase(file);
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    sqlite.pragma('trusted_schema = OFF');
    allowLateRollbacks(sqlite);
    const db = drizzle(sqlite, { schema });
    upgrade(sqlite, db, file, migrations);
    sqlite.pragma('foreign_keys = ON');
    keepStatements(sqlite);
    return { db, sqlite, close: () => sqlite.close() };
  } catch (e) {
    sqlite.close();
    throw e;
  }
}

/** Opens a database that is there and up to date, for reading only: what other threads do. It sees what was committed. */
export function openReader(file: string): OpenDatabase {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true });
  sqlite.pragma('query_only = ON');
  sqlite.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  sqlite.pragma('trusted_schema = OFF');
  keepStatements(sqlite);
  return { db: drizzle(sqlite, { schema }), sqlite, close: () => sqlite.close() };
}

/** Whether it was opened by `openReader`: what is only kept to be quicker next time must not be written then. */
export const readsOnly = (db: Db): boolean => db.get<{ query_only: number }>(sql`pragma query_only`)?.query_only === 1;

/**
 * The connection of better-sqlite3 below Drizzle's, for the few callers that need its statements and commits.
 *
 * @throws for a transaction, which has none of its own
 */
export function sqliteOf(db: Db): Database.Database {
  const { $client } = db as Partial<Pick<OpenDatabase['db'], '$client'>>;
  if (!$client) throw new Error('sqliteOf requires a connection, not a transaction of one');
  return $client;
}

/** A text that changes with every write, by this connection or another. Costs microseconds. */
export function writesSeen(db: Db): string {
  const own = db.get<{ n: number }>(sql`select total_changes() as n`);
  const others = db.get<{ data_version: number }>(sql`pragma data_version`);
  return `${own!.n} ${others!.data_version}`;
}

/**
 * Drizzle rebuilds tables by dropping them, which would empty child tables under foreign keys: hence off while migrating,
 * then checked, and rows counted before and after. An existing file is copied first, whole or not at all (`copyWhole`).
 */
function upgrade(
  sqlite: Database.Database,
  db: BetterSQLite3Database<typeof schema>,
  file: string,
  migrations: string
): void {
  const known = knownMigrations(migrations);
  const applied = appliedMigrations(sqlite);
  if (applied > known)
    throw new Error(
      `The database ${file} was written by a newer Voirdire (schema ${applied}, this one knows ${known}). Update Voirdire, or open a backup.`
    );
  const other = applied > 0 ? otherTables(sqlite, migrations) : null;
  if (other !== null)
    throw new Error(
      `The database ${file} ${other}. No data was changed. Open it with that version, or specify another folder with --data or VOIRDIRE_DATA.`
    );
  if (applied === known) return;
  if (applied > 0 && file !== ':memory:') copyWhole(sqlite, `${file}.before-schema-${known}`);
  const before = rowCounts(sqlite);
  sqlite.pragma('foreign_keys = OFF');
  migrate(db, { migrationsFolder: migrations });
  const orphans = sqlite.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) throw new Error(`Migration left ${orphans.length} rows that refer to nothing in ${file}.`);
  const after = rowCounts(sqlite);
  for (const [table, rows] of before) {
    const now = after.get(table);
    if (now !== undefined && now < rows)
      throw new Error(`Migration lost ${rows - now} rows of ${table}; the copy before it is beside ${file}.`);
  }
}

/**
 * How the tables of a database differ from those of its migrations here, in words; null if they do not. A version before a release may
 * have rewritten migrations: statements would fail one by one, on pages and in the middle of commands. Migrations that differ in their
 * text only are the same.
 */
export function otherTables(sqlite: Database.Database, migrations: string): string | null {
  const own = readMigrationFiles({ migrationsFolder: migrations });
  const applied = sqlite.prepare<[], string>(`SELECT hash FROM ${MIGRATIONS} ORDER BY id`).pluck().all();
  if (applied.every((hash, at) => hash === own[at]?.hash)) return null;
  const fresh = new Database(':memory:');
  try {
    for (const { sql: statements } of own.slice(0, applied.length)) fresh.exec(statements.join(';\n'));
    const [expected, there] = [shapes(fresh), shapes(sqlite)];
    const differ = [...new Set([...expected.keys(), ...there.keys()])].filter(
      (name) => expected.get(name) !== there.get(name)
    );
    const [first, ...more] = differ.sort();
    if (first === undefined) return null;
    const names = more.length === 0 ? first : `${first} and ${more.length} more`;
    return `was created by another version of Voirdire, and this version cannot migrate it (different: ${names})`;
  } finally {
    fresh.close();
  }
}

/** Tables, indexes and triggers by name, in SQL without layout. */
const shapes = (sqlite: Database.Database): Map<string, string> =>
  new Map(
    sqlite
      .prepare<[], { name: string; sql: string }>('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL')
      .all()
      .filter(({ name }) => name !== MIGRATIONS && !name.startsWith('sqlite_'))
      .map((one) => [one.name, one.sql.replace(/\s+/g, ' ')])
  );

/** Refuses the database of another program before anything in it changes. A new or empty one is ours. */
function requireOwnDatabase(sqlite: Database.Database, file: string): void {
  const tables = sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
    )
    .pluck()
    .all();
  const [first, ...more] = tables.filter((name) => name !== MIGRATIONS);
  if (first === undefined || (tables.includes(MIGRATIONS) && tables.includes('audit'))) return;
  const others = more.length === 0 ? first : `${first} and ${more.length} more`;
  throw new Error(
    `The database ${file} belongs to another program (tables: ${others}) and was not changed. Specify another folder with --data or VOIRDIRE_DATA.`
  );
}

/** How many migrations a folder of Drizzle's holds. */
export function knownMigrations(migrations: string): number {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] };
  return journal.entries.length;
}

function appliedMigrations(sqlite: Database.Database): number {
  const table = sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = '${MIGRATIONS}'`).get();
  if (!table) return 0;
  return (sqlite.prepare(`SELECT count(*) AS n FROM ${MIGRATIONS}`).get() as { n: number }).n;
}

function rowCounts(sqlite: Database.Database): Map<string, number> {
  const tables = sqlite
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'`
    )
    .all() as { name: string }[];
  return new Map(
    tables.map(({ name }) => [name, (sqlite.prepare(`SELECT count(*) AS n FROM "${name}"`).get() as { n: number }).n])
  );
}

/** Called inside each transaction before its work; what it returns is called if the transaction is rolled back. */
type WriteWatch = (tx: Db) => (() => void) | null;

let watch: WriteWatch = () => null;

/** Sets what happens in every transaction of this process; see `server/requests/sent-forms.ts`. */
export const watchWrites = (watching: WriteWatch): void => void (watch = watching);

/** A write that is no act of a person by itself: it takes no form’s key. */
export const writeAside = <T>(db: Db, work: (tx: Db) => T): T =>
  db.transaction((tx) => work(tx as unknown as Db), { behavior: 'immediate' });

/** Every other write goes through here: the lock is taken at the start, so that two writers queue instead of failing. */
export function write<T>(db: Db, work: (tx: Db) => T): T {
  let undo: (() => void) | null = null;
  try {
    return db.transaction(
      (tx) => {
        undo = watch(tx as unknown as Db);
        return work(tx as unknown as Db);
      },
      { behavior: 'immediate' }
    );
  } catch (error) {
    (undo as (() => void) | null)?.();
    throw error;
  }
}
