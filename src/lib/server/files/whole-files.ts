import { randomUUID } from 'node:crypto';
import { accessSync, chmodSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { basename, dirname, join } from 'node:path';

const PART = '.part-';

/**
 * Makes a folder, with those above it, unless it exists. Node's recursive `mkdirSync` never returns if a file system makes no folders,
 * as that of /proc: it takes the error for that of a missing folder above.
 *
 * @param mode rights of the folders that are made
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder && !existsSync(folder)) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** A name beside a file for content that is still being written: the file under its own name is always whole. */
export const partOf = (file: string): string => `${file}${PART}${randomUUID().slice(0, 8)}`;

/** Removes the unfinished parts that killed processes have left beside a file. */
export function removeParts(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(file)}${PART}`)) rmSync(join(folder, name), { force: true });
}

/** Whether a name is that of an unfinished part, which a killed process may have left. */
export const isPart = (name: string): boolean => name.startsWith(`.voirdire${PART}`);

/** A part that was not written to for so long is not written any more, ms. */
const LEFT_MS = 3_600_000;

/** Folders in which this process has looked for parts of killed ones. */
const swept = new Set<string>();

/** Removes what killed processes left in a folder, the first time that this process writes there. */
function removeLeftParts(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder).filter(isPart)) {
      const path = join(folder, name);
      if (Date.now() - statSync(path).mtimeMs > LEFT_MS) rmSync(path, { force: true });
    }
  } catch {
    // The folder cannot be read, or another process removes the same parts: the file itself will tell.
  }
}

/** A name in a folder for content that is still being written, once what killed processes left there is removed. */
export function partIn(folder: string): string {
  removeLeftParts(folder);
  return shortPart(folder);
}

/** A short name, because a name may be as long as the file system permits. */
const shortPart = (folder: string): string => join(folder, `.voirdire${PART}${randomUUID().slice(0, 8)}`);

/** Waits until the disk has a file. */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Gives a finished file its name. Both file and name are on the disk when this returns. */
export function putInPlace(part: string, file: string): void {
  flushFile(part);
  renameSync(part, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Text or bytes of a file, or its text in pieces. */
export type WrittenContent = string | Uint8Array | Iterable<string>;

/** A file that is written and flushed, but not yet under its name. */
export interface StagedFile {
  place(): void;
  /** Removes it, unless it was placed. */
  drop(): void;
}

/**
 * Writes a file beside its place. Until it is placed, an earlier file of that name is unchanged; if the disk is full, nothing
 * is left. A device or a pipe is written when the file is placed: it has no earlier content.
 *
 * @throws the error of the operating system, with the path of the file
 */
export function stageFile(path: string, content: WrittenContent): StagedFile {
  const earlier = statSync(path, { throwIfNoEntry: false });
  const inItsPlace: StagedFile = { place: () => writeAt(path, 'w', content), drop: () => {} };
  if (earlier?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', syscall: 'open', path });
  if (isDevice(path) || (earlier && !earlier.isFile())) return inItsPlace;
  // A symbolic link stays one: the file that it names is replaced.
  const file = earlier ? realpathSync(path) : path;
  const part = path === '' ? path : shortPart(dirname(file));
  let placed = false;
  const drop = (): void => (placed || part === '' ? undefined : rmSync(part, { force: true }));
  const naming = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      try {
        drop();
      } catch {
        // If nothing can be written, as beneath a file, nothing is left: the first error is the one to tell.
      }
      if (error instanceof Error && 'syscall' in error) Object.assign(error, { path });
      throw error;
    }
  };
  if (earlier) {
    naming(() => checkWritable(file));
    // Only the file itself may be writable, not its folder.
    if (!mayAddBeside(file)) return inItsPlace;
  }
  naming(() => {
    removeLeftParts(dirname(file));
    writeAt(part, 'wx', content);
    if (earlier) chmodSync(part, earlier.mode & 0o777);
  });
  const place = (): void =>
    naming(() => {
      if (!replace(part, file)) return drop();
      placed = true;
    });
  return { place, drop };
}

/** Writes a file whole or not at all: if this fails, an earlier file of that name is unchanged. */
export const writeWhole = (path: string, content: WrittenContent): void => stageFile(path, content).place();

/**
 * Writes files that belong together, with their folders: if one cannot be written, the earlier ones of all names are unchanged. They
 * are put in place one after another, in the given order.
 */
export function writeTogether(files: Iterable<readonly [path: string, content: WrittenContent]>): void {
  const staged: StagedFile[] = [];
  try {
    for (const [path, content] of files) {
      makeFolder(dirname(path));
      staged.push(stageFile(path, content));
    }
    for (const file of staged) file.place();
  } finally {
    for (const file of staged) file.drop();
  }
}

/** Whether a path is a device or a pipe, such as `/dev/stdout` or `>(gzip)`: its content is passed on, and nothing is kept under its name. */
export function isStream(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return isDevice(path) || (there !== undefined && !there.isFile() && !there.isDirectory());
}

/** `/dev/stdout`, for example, may lead to a regular file; `/dev/shm` holds files in memory, as any folder does. */
const isDevice = (path: string): boolean => /^\/(?:dev\/(?!shm\/)|proc\/)/.test(path);

/** Refuses a write-protected file, which a rename would replace. */
const checkWritable = (file: string): void => closeSync(openSync(file, 'r+'));

function mayAddBeside(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns false if the file is a mount point, which cannot be renamed: its content is copied */
function replace(part: string, file: string): boolean {
  try {
    putInPlace(part, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    copyFileSync(part, file);
    return false;
  }
}

function writeAt(path: string, flag: 'w' | 'wx', content: WrittenContent): void {
  const file = openSync(path, flag);
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) writeFileSync(file, piece);
    if (flag === 'wx') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
