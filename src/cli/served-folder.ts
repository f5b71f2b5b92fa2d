import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { refuse } from '../lib/errors.ts';
import { makePrivateDatabase, makePrivateFile } from '../lib/server/db/private-files.ts';

/** A server that is stopped answers for up to 3 seconds more, and then closes its database. In ms. */
const RESTART_MS = 4_000;

/** Locks of this process. A connection that is collected as garbage would release its lock. */
const held = new Set<Database.Database>();

/**
 * Reserves a data folder for the server that is about to start. The lock is a transaction on an empty database beside the other
 * files: the operating system releases it if the process ends, however it ends, so that no lock outlasts a crash, and it holds
 * between containers that share the folder, where numbers of processes mean nothing.
 *
 * @param wait for a server that is ending, ms
 * @returns releases the folder; the end of the process does so as well
 * @throws a refusal that names the other server, if one runs on this folder
 */
export function reserveFolder(folder: string, wait = RESTART_MS): () => void {
  const lockFile = join(folder, 'voirdire.db-lock');
  makePrivateDatabase(lockFile);
  const lock = new Database(lockFile, { timeout: wait });
  try {
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    refuse.conflict(
      `Another server${ownerIn(folder)} already uses ${folder}. Stop it first, or specify another folder with --data.`
    );
  }
  held.add(lock);
  writeOwner(folder, null);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));

/** Not in the lock's own file: a process that closes a file loses all its locks on it. */
const ownerFile = (folder: string): string => join(folder, 'voirdire.db-server');

/** Stores the address at which this process serves a folder that it reserved, for links that commands print. */
export const storeAddress = (folder: string, address: string): void => writeOwner(folder, address);

/** Address of the server that runs on a folder; null if none runs, or it has not stored one. */
export function servedAddress(folder: string): string | null {
  const lockFile = join(folder, 'voirdire.db-lock');
  if (!existsSync(lockFile)) return null;
  const lock = new Database(lockFile, { timeout: 0 });
  try {
    lock.exec('BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch (error) {
    return isBusy(error) ? readOwner(folder).address : null;
  } finally {
    lock.close();
  }
}

function writeOwner(folder: string, address: string | null): void {
  try {
    makePrivateFile(ownerFile(folder));
    writeFileSync(ownerFile(folder), JSON.stringify({ pid: process.pid, host: hostname(), address }));
  } catch {
    // A full disk, for example: the lock holds all the same, and a refusal then names no process.
  }
}

interface Owner {
  /** In words; empty if unknown. */
  process: string;
  address: string | null;
}

const ownerIn = (folder: string): string => readOwner(folder).process;

function readOwner(folder: string): Owner {
  try {
    const { pid, host, address } = JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as Record<string, unknown>;
    return {
      process: typeof pid === 'number' && typeof host === 'string' ? ` (process ${pid} on ${host})` : '',
      address: typeof address === 'string' ? address : null
    };
  } catch {
    return { process: '', address: null };
  }
}
