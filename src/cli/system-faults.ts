import { writeFault, writeFaultWords } from '../lib/server/db/write-faults.ts';

interface SystemError extends Error {
  code: string;
  path?: string;
  syscall?: string;
}

const hasCode = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const SAFE = 'Everything saved before is kept.';

/** Sentences on a file or folder that the operating system refused, by its code; `path` is empty if it was not named. */
const ofFiles: Readonly<Record<string, (path: string, next: string) => string>> = {
  EISDIR: (path) => `${path || 'A path that has to be a file'} is a folder. Specify a file.`,
  ENOTDIR: (path) => `${path || 'The path'} leads through a file, not a folder. Specify another path.`,
  EEXIST: (path) => `${path || 'The path'} exists already and is not a folder. Specify another path.`,
  ENOENT: (path) =>
    path === ''
      ? 'The path of a file is empty. Specify a file.'
      : `${path} does not exist, or its folder does not. Check the path, or create the folder.`,
  EACCES: (path) =>
    path.endsWith('voirdire.db')
      ? `This user has no permission for ${path}. Run the command as the user of the server, who owns the data folder.`
      : `This user has no permission for ${path || 'a file'}. Change its permissions, or specify another path.`,
  EROFS: (path) => `${path || 'The path'} is on a read-only file system. Specify another path.`,
  ENAMETOOLONG: (path) => `The name ${path} is too long for the file system. Specify a shorter one.`,
  ELOOP: (path) => `${path || 'The path'} leads through symbolic links that end nowhere. Specify another path.`,
  EFBIG: (path) =>
    `${path || 'The output'} is larger than this user or the file system permits. Raise the limit (ulimit -f), or specify another path.`,
  EMFILE: (_, next) => `Too many files are open for this user. Raise the limit (ulimit -n), then ${next}.`,
  ENFILE: (_, next) => `Too many files are open on this machine. Close other programs, then ${next}.`,
  EBUSY: (path) => `${path || 'The path'} is in use by the system or another program. Specify another path.`,
  ENXIO: (path) => `${path || 'The path'} is a socket or device that cannot be opened. Specify a file.`,
  EIO: (path, next) => `The disk failed at ${path || 'a file'}. Check the disk, or specify another path, then ${next}.`,
  ENOSPC: (path, next) =>
    `The disk is full, so that ${path === '' ? 'the output is incomplete' : `${path} was not written`}. Make room on the disk, then ${next}.`
};

/** Codes with the sentence of another. */
const sameAs: Readonly<Record<string, string>> = { EPERM: 'EACCES', EDQUOT: 'ENOSPC' };

/** A folder is created with those above it, so that none can be missing: Node gives this code for a read-only file system as well. */
const notCreated = (path: string): string =>
  `The folder ${path} could not be created. Check that its file system is not read-only, or specify another path.`;

/** Sentences on a database that cannot be used, by SQLite's code. */
const ofDatabases: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_NOTADB/, 'voirdire.db in the data folder is not a database. Specify another folder with --data, or restore a backup with "voirdire restore".'],
  [/^SQLITE_CORRUPT/, 'The database in the data folder is damaged. Restore a backup with "voirdire restore FILE --replace".'],
  [/^SQLITE_CANTOPEN/, 'The database in the data folder cannot be opened. Check the permissions of the folder and of voirdire.db in it.'],
  [/^SQLITE_READONLY/, 'The database in the data folder is read-only for this user. Change the permissions of the folder and of the files in it.']
]; // prettier-ignore

/**
 * What happened and how to fix it, if the operating system or SQLite refused a file; null for any other error.
 *
 * @param error as caught; the errors that it wraps are looked at, too
 * @param next the action that continues once the fault is fixed, without a full stop
 */
export function systemFaultWords(error: unknown, next = 'run the command again'): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (!hasCode(at)) continue;
    const { code } = at;
    const database = ofDatabases.find(([codes]) => codes.test(code))?.[1];
    if (database !== undefined) return `${database} (${code})`;
    const fault = writeFault(at);
    if (fault && code.startsWith('SQLITE_')) return writeFaultWords(fault, SAFE, next);
    const words = at.syscall === undefined ? undefined : ofFiles[sameAs[code] ?? code];
    if (words) return `${at.syscall === 'mkdir' && code === 'ENOENT' ? notCreated(at.path ?? '') : words(at.path ?? '', next)} (${code})`; // prettier-ignore
  }
  return null;
}
