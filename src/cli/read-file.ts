import { readdirSync, readFileSync, statSync } from 'node:fs';
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
 * The files of a folder and of the folders in it, by path, sorted. Symbolic links to files are files: caches of data sets consist of
 * them. A link that ends nowhere is listed, so that the one who reads it names it instead of passing over it.
 */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => {
      if (!entry.isSymbolicLink()) return entry.isFile();
      return statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.isFile() ?? true;
    })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
