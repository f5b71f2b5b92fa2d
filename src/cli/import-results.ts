import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { refuse } from '../lib/errors.ts';
import type { ReferenceImport } from '../lib/exchange/reference/import.server.ts';
import type { KnownReport } from '../lib/exchange/reference/join.ts';
import { firstBytes } from '../lib/exchange/format/file-content.ts';
import { MOST_IMPORT_BYTES, type ImportFile } from '../lib/exchange/import/sniff.ts';
import { filesBelow } from './read-file.ts';
import { sourceContent } from './sources.ts';

export interface ResultFiles {
  files: ImportFile[];
  /** Folders that paths in them may be relative to. */
  folders: string[];
}

const isResults = (name: string): boolean => /\.jsonl?$/i.test(name);

/** Reads results of the reference scorer: files, or all of them in a folder and the folders in it. */
export function readResultFiles(paths: readonly string[]): ResultFiles {
  const files: ImportFile[] = [];
  const folders = new Set<string>();
  for (const path of paths) {
    if (!existsSync(path)) refuse.invalid(`There is no file or folder ${path}.`);
    const found = statSync(path).isDirectory() ? filesIn(path) : [path];
    if (found.length === 0) refuse.invalid(`The folder ${path} contains no results (.json, .jsonl).`);
    for (const file of found) {
      // A document is one JSON value; lines are read one by one.
      if (/\.json$/i.test(file) && statSync(file).size > MOST_IMPORT_BYTES) refuse.tooLarge(file, '50 MB');
      files.push({ name: file, bytes: sourceContent(file) });
      for (let folder = dirname(resolve(file)), up = 0; up < 3; up++, folder = dirname(folder)) folders.add(folder);
    }
  }
  return { files, folders: [...folders] };
}

const filesIn = (folder: string): string[] => filesBelow(folder).filter(isResults);

/** Whether a file is one of the reference scorer's, by what it begins with. */
export function looksLikeResults(path: string): boolean {
  if (!isResults(path) || !existsSync(path) || statSync(path).isDirectory()) return false;
  const head = new TextDecoder().decode(firstBytes({ path, size: statSync(path).size }, 100_000));
  return /"(?:report_file_path|results_by_model)"\s*:|_grading_results"\s*:/.test(head);
}

/**
 * Finds the text of a report: in `reports/SYSTEM/`, else where the files say that it is. Only Markdown is read, so that a
 * file of results can name no other file of this computer.
 */
export const textFinder =
  ({ folders }: ResultFiles, reports: string | undefined) =>
  ({ system, qid, path }: KnownReport): string | null => {
    const named = path === null ? [] : [path];
    const places = [
      ...(reports === undefined
        ? []
        : [`qid_${qid}_report.md`, ...named.map((one) => basename(one))].map((name) => join(reports, system, name))),
      ...named.flatMap((one) => (isAbsolute(one) ? [one] : [one, ...folders.map((folder) => join(folder, one))]))
    ];
    const found = places.find((place) => /\.md$/i.test(place) && existsSync(place) && statSync(place).isFile());
    return found === undefined ? null : readFileSync(found, 'utf8');
  };

/** Summary of an import of results, for people. */
export const resultsSummary = ({ run, metrics, judges, reports, added, units, notes }: ReferenceImport): string =>
  [
    `run ${run.number}: ${run.name}`,
    `metrics: ${metrics.join(', ')}`,
    `judges: ${judges.join(', ')}`,
    `reports: ${reports}, ${added.reports.added} of them new`,
    `units: ${units.judged} judged, ${units.unscored} unscored`,
    ...notes
  ].join('\n  ');
