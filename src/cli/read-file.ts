import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { ProblemList } from '../lib/exchange/format/problem-list.ts';
import { decodeUtf8 } from '../lib/exchange/format/utf8.ts';

/**
 * Refuses a folder, and a device, which may have no end; a pipe is a file that is read to its end. The operating system would not
 * name the folder, because it fails while reading, not while opening.
 */
export function checkReadable(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) refuse.invalid(`There is no file ${path}.`);
  if (there!.isDirectory()) refuse.invalid(`${path} is a folder. Specify a file.`);
  if (there!.isCharacterDevice()) refuse.invalid(`${path} is a device. Specify a file.`);
}

/** Reads a file that a command line names. */
export function readNamedFile(path: string): Buffer {
  checkReadable(path);
  return readFileSync(path);
}

/** Reads the text of a file that a command line names, without a byte order mark. Refused: another encoding than UTF-8. */
export function readNamedText(path: string): string {
  const problems = new ProblemList();
  return decodeUtf8(readNamedFile(path), problems) ?? refuse.invalid(`${path} could not be read.`, problems.all);
}

/**
 * The files of a folder and of the folders in it, by path, sorted. Symbolic links to files and folders are files and folders: caches
 * of data sets consist of them. A link to a folder around it is passed over, because it would never end. A link that ends nowhere is
 * listed, so that the one who reads it names it instead of passing over it.
 */
export function filesBelow(folder: string, around: readonly string[] = []): string[] {
  const here = realpathSync(folder);
  if (around.includes(here)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const there = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
      if (there?.isDirectory()) return filesBelow(path, [...around, here]);
      return (there?.isFile() ?? true) ? [path] : [];
    })
    .sort();
}
