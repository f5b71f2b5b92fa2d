import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { refuse } from '../../errors.ts';
import { endAllAccess, markRun } from '../auth/accounts/end-access.ts';
import {
  packSigningKey,
  putSigningKey,
  signingKeyFile,
  unpackSigningKey,
  type PackedKey
} from '../signing/backup-key.ts';
import { knownMigrations, openDatabase, otherTables } from '../db/client.ts';
import { giveToFolderOwner, makePrivateFile } from '../db/private-files.ts';
import { isSealed, openSealed, sealFile, SHORTEST_KEY } from './sealed-file.ts';
import { problemOfDatabase } from '../db/whole-copy.ts';
import { writeFault } from '../db/write-faults.ts';
import { flushFile, makeFolder, partIn, partOf, putInPlace, removeParts } from '../files/whole-files.ts';

/** Content of a backup, for its check. */
export interface BackupContent {
  encrypted: boolean;
  /** Applied migrations. */
  schema: number;
  projects: number;
  people: number;
  /** Time of the last entry of the audit trail; null if there is none. */
  lastEntry: number | null;
  /** Fingerprint of the signing key that it holds; null if it holds none. Only an encrypted backup holds one. */
  signingKey: string | null;
}

interface Unpacking {
  /** Passphrase of an encrypted backup. */
  key: string | null;
  /** Folder with Drizzle's migrations. */
  migrations: string;
}

/** A name for what was there before a restore. */
const replacedName = (file: string, now: number): string =>
  `${file}.replaced-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;

function checkKey(key: string | null): void {
  if (key !== null && key.length < SHORTEST_KEY)
    refuse.invalid(`The key of a backup needs at least ${SHORTEST_KEY} characters. This one has ${key.length}.`);
}

/**
 * Backs a database up while it is in use, by SQLite's own backup: as of one moment, written aside, checked, flushed, then
 * renamed. Only its owner can read the file. An encrypted backup takes the signing key of the instance with it.
 *
 * @param key passphrase; null leaves the backup readable
 * @throws a refusal if the file is there already
 */
export async function backUp(database: string, to: string, key: string | null): Promise<BackupContent> {
  checkKey(key);
  if (existsSync(to)) refuse.conflict(`${to} already exists. Choose another file.`);
  makeFolder(dirname(to), 0o700);
  removeParts(to);
  // Encrypted backups go to disks that others can read: only the encrypted bytes may ever be there.
  const [plain, sealed] = [key === null ? partOf(to) : partIn(dirname(database)), partOf(to)];
  const notWritten = `${to} was not written`;
  try {
    demandReadable(database, notWritten);
    makePrivateFile(plain);
    await copyPages(database, plain).catch((error: unknown) => refuseFullDisk(error, notWritten, dirname(plain)));
    const signingKey = key === null ? null : packSigningKey(database, plain);
    const content = { ...contentOf(plain, to, key !== null), signingKey };
    if (key === null) putInPlace(plain, to);
    else {
      await sealFile(plain, sealed, key).catch((error: unknown) => refuseFullDisk(error, notWritten, dirname(to)));
      putInPlace(sealed, to);
    }
    return content;
  } finally {
    for (const part of [plain, sealed]) rmSync(part, { force: true });
  }
}

/** A database is read with a file of shared memory beside it, for which its own disk may lack room. */
function demandReadable(database: string, undone: string): void {
  const sqlite = new Database(database, { readonly: true, fileMustExist: true });
  try {
    sqlite.pragma('schema_version');
  } catch (error) {
    refuseFullDisk(error, undone, dirname(database));
  } finally {
    sqlite.close();
  }
}

/**
 * SQLite does not say whose disk is full: that of the database, which is only read, or that of the copy.
 *
 * @param undone what was not done, as the beginning of a sentence
 * @param folder of the copy
 * @param instead another remedy than room, as the end of a sentence
 */
function refuseFullDisk(error: unknown, undone: string, folder: string, instead = ''): never {
  const fault = writeFault(error);
  if (fault?.kind !== 'full' && fault?.kind !== 'failing') throw error;
  return refuse.notWritten(
    `${undone}: the disk of ${folder} is full or fails, or a limit on the size of files is reached (${fault.code}). Make room on that disk${instead}, then run the command again.`,
    fault.kind === 'full'
  );
}

async function copyPages(database: string, to: string): Promise<void> {
  const sqlite = new Database(database, { readonly: true, fileMustExist: true });
  try {
    // All pages in one step: a server that writes meanwhile would make the copy begin anew.
    await sqlite.backup(to, { progress: () => 0x7fff_ffff });
  } finally {
    sqlite.close();
  }
  // A backup is one file, without a log beside it.
  const copy = new Database(to);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** @throws a refusal if a file is no sound database of ours */
function contentOf(file: string, name: string, encrypted: boolean): Omit<BackupContent, 'signingKey'> {
  const problem = problemOfDatabase(file);
  if (problem) refuse.invalid(`${name} is not a valid backup: ${problem}.`);
  const sqlite = new Database(file, { readonly: true });
  try {
    const number = (query: string): number | null => sqlite.prepare(query).pluck().get() as number | null;
    return {
      encrypted,
      schema: number('SELECT count(*) FROM __drizzle_migrations') ?? 0,
      projects: number('SELECT count(*) FROM project') ?? 0,
      people: number('SELECT count(*) FROM user') ?? 0,
      lastEntry: number('SELECT max(at) FROM audit')
    };
  } finally {
    sqlite.close();
  }
}

interface Unpacked {
  content: BackupContent;
  signingKey: PackedKey | null;
}

/** Puts a backup's database, decrypted and checked, into a file that only its owner can read, and its signing key aside. */
async function unpack(backup: string, to: string, { key, migrations }: Unpacking): Promise<Unpacked> {
  if (!existsSync(backup)) refuse.notFound(`file as ${backup}`);
  const encrypted = await isSealed(backup);
  if (encrypted && key === null)
    refuse.invalid(`${backup} is encrypted. Specify its key with --key-file or VOIRDIRE_BACKUP_KEY.`);
  if (encrypted) await openSealed(backup, to, key!);
  else {
    const problem = problemOfDatabase(backup);
    if (problem) refuse.invalid(`${backup} is not a valid backup: ${problem}.`);
    makePrivateFile(to);
    await copyPages(backup, to);
  }
  const content = contentOf(to, backup, encrypted);
  const known = knownMigrations(migrations);
  if (content.schema > known)
    refuse.invalid(
      `${backup} was created by a newer version of Voirdire (schema ${content.schema}; this version supports ${known}). Update Voirdire first.`
    );
  const signingKey = unpackSigningKey(to);
  demandSameTables(to, backup, migrations);
  return { content: { ...content, signingKey: signingKey?.fingerprint ?? null }, signingKey };
}

/** @throws a refusal if a version of Voirdire with other tables made the backup */
function demandSameTables(file: string, backup: string, migrations: string): void {
  const sqlite = new Database(file, { readonly: true });
  try {
    const other = otherTables(sqlite, migrations);
    if (other !== null) refuse.invalid(`${backup} ${other}. Restore it with that version.`);
  } finally {
    sqlite.close();
  }
}

/** Reads a backup in full, decrypts it, checks every page and reference, and migrates it, in a folder of its own. Nothing stays. */
export async function checkBackup(backup: string, how: Unpacking): Promise<BackupContent> {
  const scratch = mkdtempSync(join(tmpdir(), 'voirdire-check-'));
  try {
    const file = join(scratch, 'voirdire.db');
    const { content } = await unpack(backup, file, how);
    openDatabase(file, how.migrations).close();
    return content;
  } catch (error) {
    refuseFullDisk(error, `${backup} was not checked`, dirname(scratch), ', or set TMPDIR to another folder');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Restored extends BackupContent {
  /** Where the database that was there is kept; null if there was none. */
  replaced: string | null;
  /** Where another signing key that was there is kept; null if there was none. */
  replacedKey: string | null;
}

/**
 * Puts a backup in the place of a folder's database. It is unpacked aside, checked and migrated, all sessions and open links
 * end, and only then is it renamed: a process that is killed leaves the database as it was. The signing key of the backup, if it
 * holds one, is put there before, so that the restored database signs with no other.
 *
 * @param replace whether a database that is there may be replaced; it is kept beside (`replaced`), as another signing key is
 * (`replacedKey`)
 * @throws a refusal if the backup is not sound, a database is there, or a server uses it
 */
export async function restore(
  backup: string,
  file: string,
  { key, migrations, replace, now }: Unpacking & { replace: boolean; now: number }
): Promise<Restored> {
  makeFolder(dirname(file), 0o700);
  const there = existsSync(file);
  if (there && !replace)
    refuse.conflict(`${file} already exists. Add --replace to replace it; the existing database is kept beside it.`);
  const replaced = there ? replacedName(file, now) : null;
  removeParts(file);
  const part = partOf(file);
  try {
    const { content, signingKey } = await unpack(backup, part, { key, migrations });
    const { db, sqlite, close } = openDatabase(part, migrations);
    try {
      endAllAccess(db, 'restored from a backup');
      sqlite.pragma('journal_mode = DELETE');
    } finally {
      close();
    }
    giveToFolderOwner(part);
    flushFile(part);
    if (replaced) {
      closeForGood(file, replaced);
      linkSync(file, replaced);
    }
    const replacedKey = signingKey && putSigningKey(file, signingKey, replacedName(signingKeyFile(file), now));
    putInPlace(part, file);
    const restored = openDatabase(file, migrations);
    try {
      markRun(restored.db, dirname(file));
    } finally {
      restored.close();
    }
    return { ...content, replaced, replacedKey };
  } catch (error) {
    refuseFullDisk(error, `${backup} was not restored`, dirname(file));
  } finally {
    removeParts(file);
  }
}

/**
 * Writes the log of a database into it and removes the log, which would be taken for that of the next file of this name.
 *
 * @throws a refusal if a process uses the database
 */
function closeForGood(file: string, kept: string): void {
  const sqlite = new Database(file, { timeout: 0 });
  try {
    sqlite.pragma('journal_mode = DELETE');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(code))
      refuse.conflict(`A server or command is using ${file}. Stop it, then restore.`);
    // A damaged database is kept as it is, with its log.
    for (const end of ['-wal', '-shm']) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${kept}${end}`);
  } finally {
    sqlite.close();
  }
}
