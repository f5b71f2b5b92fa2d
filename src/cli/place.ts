import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refuse } from '../lib/errors.ts';
import type { OpenDatabase } from '../lib/server/db/client.ts';

/** The folder of the program itself: migrations, build, seed. */
export const home = resolve(import.meta.dirname, '../..');

/** Where the database lives: `--data`, else VOIRDIRE_DATA unless it is empty, else `data` in the program's folder. */
export const dataFolder = (given?: string): string =>
  given === ''
    ? refuse.invalid('--data is empty. Specify the folder of the database, or remove the option.')
    : resolve(given ?? (process.env.VOIRDIRE_DATA || join(home, 'data')));

export const databaseFile = (folder: string): string => join(folder, 'voirdire.db');

/**
 * Whether a folder has a database.
 *
 * @throws the error of the operating system if that cannot be told, as in the private folder of a server’s own user: it is not missing
 */
export const hasDatabase = (folder: string): boolean =>
  statSync(databaseFile(folder), { throwIfNoEntry: false }) !== undefined;

/** Opens the database and migrates it; makes it if there is none. Loaded late: `--help` needs no database. */
export async function openOrCreate(folder: string): Promise<OpenDatabase> {
  const { openDatabase } = await import('../lib/server/db/client.ts');
  return openDatabase(databaseFile(folder), join(home, 'drizzle'));
}

/**
 * Opens the database of a server that is about to start, and lets only its owner enter its folder. If a backup was put in the
 * place of the database, or the database was copied here, all sessions and open links end first.
 */
export async function openToServe(folder: string): Promise<OpenDatabase> {
  const database = await openOrCreate(folder);
  const { keepFolderPrivate } = await import('../lib/server/db/private-files.ts');
  const { endAllAccess, isCopied, markRun } = await import('../lib/server/auth/accounts/end-access.ts');
  keepFolderPrivate(folder);
  if (isCopied(database.db, folder)) {
    endAllAccess(database.db, 'the database was restored or copied');
    console.error('This database was restored or copied: all sessions and open links have ended.');
  }
  markRun(database.db, folder);
  return database;
}

/** A database in memory, for work that leaves nothing behind: a copy of the folder's, if it has one. */
export async function openForgotten(folder?: string): Promise<OpenDatabase> {
  const { openDatabase, openReader } = await import('../lib/server/db/client.ts');
  if (folder === undefined || !hasDatabase(folder)) return openDatabase(':memory:', join(home, 'drizzle'));
  const there = openReader(databaseFile(folder));
  try {
    const copy = there.sqlite.serialize();
    // A database in memory has no write-ahead log. Bytes 18 and 19 of the header say whether there is one (2) or not (1).
    copy.fill(1, 18, 20);
    return openDatabase(':memory:', join(home, 'drizzle'), copy);
  } finally {
    there.close();
  }
}

/** Opens a database that has to be there: a command that reads must not leave an empty one behind. */
export async function openExisting(folder: string): Promise<OpenDatabase> {
  if (!hasDatabase(folder))
    refuse.unavailable(
      `A database in ${folder}`,
      'specify its folder with --data or VOIRDIRE_DATA, or create one with "voirdire serve" or "voirdire import FILE --project NAME --create-project TITLE"'
    );
  return openOrCreate(folder);
}
