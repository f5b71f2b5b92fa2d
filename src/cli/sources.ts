import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { refuse } from '../lib/errors.ts';
import type { FileContent } from '../lib/exchange/format/file-content.ts';
import { isLines, MOST_IMPORT_BYTES } from '../lib/exchange/import/sniff.ts';
import { isTasks } from '../lib/exchange/import/public/report-bench.ts';
import type { ImportSource } from '../lib/exchange/import/import-sources.server.ts';
import { checkReadable, filesBelow } from './read-file.ts';

/** Small files at once; a large one with a line for each object is read while it is imported. */
export const sourceContent = (path: string): FileContent => {
  checkReadable(path);
  const { size } = statSync(path);
  if (size > MOST_IMPORT_BYTES && !isLines(path)) refuse.tooLarge(path, '50 MB');
  return size > MOST_IMPORT_BYTES ? { path, size } : readFileSync(path);
};

const hidden = (path: string): boolean => path.split(/[\\/]/).some((part) => part.startsWith('.'));

/** Of a folder to which a dataset version was exported, the files that hold its content, topics first; else the path itself. */
export const contentPaths = (path: string): string[] =>
  ['datasheet.json', 'dataset.jsonl'].every((name) => existsSync(join(path, name)))
    ? ['topics.jsonl', 'dataset.jsonl'].map((name) => join(path, name)).filter((file) => existsSync(file))
    : [path];

/**
 * Reads a file, or the reports (.md) of a folder and of the folders in it. Reports are named from the folder itself on,
 * which is their system's name if they stand directly in it; with `system` told, those need no such name. Their texts are read
 * when they are asked for: those of all may be hundreds of megabytes. A folder with the tasks of ReportBench gives all its files,
 * and one without reports its JSON lines, which may be gold lists.
 */
export function readPath(path: string, system?: string): ImportSource {
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false;
  if (path === '-' || (isPipe && extname(path) === ''))
    refuse.invalid(
      `${path} is standard input or a pipe, whose name does not tell the format. Write it to a file with an extension, such as queries.csv, and import that.`
    );
  if (!existsSync(path)) refuse.invalid(`There is no file or folder ${path}.`);
  // A pipe is read to its end; a device such as /dev/zero may have none.
  if (statSync(path).isCharacterDevice()) refuse.invalid(`${path} is a device. Specify a file or folder.`);
  if (!statSync(path).isDirectory())
    return { name: path, files: [{ name: basename(path), bytes: sourceContent(path) }] };
  const folder = resolve(path);
  const all = filesBelow(folder).filter((file) => !hidden(relative(folder, file)));
  const isReport = (file: string): boolean => /\.md$/i.test(file);
  const reports = all.filter(isReport);
  const lines = all.filter((file) => /\.jsonl$/i.test(file));
  const stored = (file: string, from = dirname(folder)) => ({
    name: relative(from, file),
    bytes: { path: file, size: statSync(file).size }
  });
  if (lines.some((file) => isTasks(stored(file)))) return { name: path, files: all.map((file) => stored(file)) };
  if (reports.length === 0 && lines.length > 0) return { name: path, files: lines.map((file) => stored(file)) };
  if (reports.length === 0)
    refuse.invalid(
      `The folder ${path} contains neither reports (.md) nor tasks and gold lists (.jsonl) of ReportBench.`
    );
  const files = all.map((file) => {
    const from = system !== undefined && dirname(file) === folder ? folder : dirname(folder);
    // Other files are only named, in the notes.
    return isReport(file) ? stored(file, from) : { name: relative(from, file), bytes: new Uint8Array() };
  });
  return { name: path, files };
}
