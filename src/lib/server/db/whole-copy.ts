import Database from 'better-sqlite3';
import { partOf, putInPlace, removeParts } from '../files/whole-files.ts';
import { makePrivateFile } from './private-files.ts';

/** Other programs keep their migrations in the same table as this one. */
const OWN_TABLES = ['__drizzle_migrations', 'audit', 'project', 'user', 'session', 'membership'];

/** Fault of a database file, in words for an operator; null if it is sound and one of ours. */
export function problemOfDatabase(file: string): string | null {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file, { readonly: true, fileMustExist: true });
    const [first] = sqlite.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (first?.integrity_check !== 'ok') return `its pages are damaged: ${first?.integrity_check ?? 'no answer'}`;
    const orphans = (sqlite.pragma('foreign_key_check') as unknown[]).length;
    if (orphans > 0) return `${orphans} of its rows refer to nothing`;
    const tables = sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    return OWN_TABLES.every((name) => tables.includes(name)) ? null : 'it is no database of Voirdire';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    sqlite?.close();
  }
}

/**
 * Copies an open database into a file, in one step: written aside, checked, flushed, then renamed. A file of that name is
 * replaced. A process that is killed leaves no file under that name, or the one before.
 *
 * @throws if the copy is not sound; none is left then
 */
export function copyWhole(sqlite: Database.Database, file: string): void {
  removeParts(file);
  const part = partOf(file);
  try {
    makePrivateFile(part);
    sqlite.prepare('VACUUM INTO ?').run(part);
    const problem = problemOfDatabase(part);
    if (problem) throw new Error(`The copy ${file} of the database could not be made: ${problem}.`);
    putInPlace(part, file);
  } catch (error) {
    removeParts(file);
    throw error;
  }
}
