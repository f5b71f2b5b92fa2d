import { chmodSync, chownSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/whole-files.ts';

const S_ISVTX = 0o1000;

/** Takes the rights of group and others away, if the file is ours. */
function restrict(path: string): void {
  const { mode, uid } = statSync(path);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
}

/**
 * Gives what root made in a data folder to the owner of the folder, as whom a server may run, for example under systemd: only the owner
 * of such a file can read it.
 */
export function giveToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(file));
  try {
    chownSync(file, uid, gid);
  } catch {
    // Some file systems refuse it to root as well: the file stays root's.
  }
}

/**
 * Makes an empty file that only its owner can read, unless it exists; SQLite would let every user read it. A file that exists is not opened:
 * closing a file ends all locks that the process holds on it (POSIX), those of a connection of SQLite among them. A program with
 * SQLite before 3.51 would then take itself for the last user of the database and delete the log, with all that others commit afterwards.
 *
 * @throws EISDIR for a folder
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file) || statSync(file).isDirectory()) closeSync(openSync(file, 'a', 0o600));
}

/**
 * Makes a database's file and folder if there are none, and lets only their owner read the file with its log and index.
 * SQLite gives both the rights of the file. A folder that was there before keeps its rights: it may be a project's.
 */
export function makePrivateDatabase(file: string): void {
  makeFolder(dirname(file), 0o700);
  const isNew = !existsSync(file);
  makePrivateFile(file);
  if (isNew) giveToFolderOwner(file);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) restrict(path);
}

/** Names that a data folder holds; `scripts` has the scripted judges of the operator, `demo` the data of `voirdire demo`. */
const ours = /^(?:voirdire\.db|demo-sign-ins\.json|scripts$|demo$|backups?$|\.)/;

/**
 * Lets only its owner enter the folder in which a server keeps its data. A folder with other things in it, or one that every
 * user may write to, such as /tmp, stays as it is.
 */
export function keepFolderPrivate(folder: string): void {
  const shared = (statSync(folder).mode & S_ISVTX) !== 0;
  if (!shared && readdirSync(folder).every((name) => ours.test(name))) restrict(folder);
}
