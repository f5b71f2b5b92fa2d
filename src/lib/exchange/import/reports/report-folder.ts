import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import { isStored, wholeOf, type FileContent } from '../../format/file-content.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { ReportCollector } from './report-collector.ts';
import { decodeUtf8 } from '../../format/utf8.ts';
import { isHidden } from '../../format/zip.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

/** A file of a folder; `read` is called only for files that are reports. */
interface FolderFile {
  /** Relative, `/` between parts. */
  path: string;
  read(): Uint8Array | null;
}

const REPORT_NAME = /^qid_(.+)_report\.md$/i;
const ABOUT = /^(readme|licen[cs]e|notice|changelog)(\.[\w-]+)?\.md$/i;

/**
 * Reports as `<system>/qid_<qid>_report.md`, where the folder of systems may itself stand in one more folder.
 * Hidden files, `__MACOSX`, files that are not Markdown and README-like files are left out, and a note says so.
 * A `system` that is named wins over the folder's name; the folders of several systems cannot all be that one.
 * Texts that stand on the disk are never held together: each is read once to check it, and again whenever the reports are
 * asked for.
 */
export function parseReportFolder(
  files: readonly { path: string; bytes: FileContent }[],
  system = ''
): Parsed<Iterable<ImportedReport>> {
  const problems = new ProblemList();
  const folder = files.map(({ path, bytes }) => ({ path, read: () => wholeOf(bytes) }));
  const stored = files.some(({ bytes }) => isStored(bytes));
  const reports = readReportFolder(folder, system, problems, stored ? 'checks' : 'keeps');
  return problems.answer(stored ? { [Symbol.iterator]: () => reportsAgain(folder, system) } : reports);
}

/** The reports of a folder that was checked before, one after another. */
export function* reportsAgain(files: readonly FolderFile[], system: string): Generator<ImportedReport> {
  const problems = new ProblemList();
  const reports = new ReportCollector(problems, 'checks');
  for (const { file, parts } of inOrder(files)) {
    const qid = isLeftOut(parts) ? undefined : qidOf(parts);
    const report = qid === undefined ? null : addReport(file, qid, systemOf(parts, system), reports, problems);
    if (report) yield report;
  }
  const [changed] = problems.all;
  if (changed) throw new Error(`The folder changed during the import: ${changed.reason}`);
}

const inOrder = (files: readonly FolderFile[]): { file: FolderFile; parts: string[] }[] =>
  [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => ({
      file,
      parts: file.path
        .replaceAll('\\', '/')
        .split('/')
        .filter((part) => part !== '' && part !== '.')
    }));

const isLeftOut = (parts: string[]): boolean => {
  const name = parts.at(-1) ?? '';
  return isHidden(parts.join('/')) || !/\.md$/i.test(name) || ABOUT.test(name);
};

const qidOf = (parts: readonly string[]): string | undefined => REPORT_NAME.exec(parts.at(-1) ?? '')?.[1];

const systemOf = (parts: readonly string[], system: string): string => system || (parts.at(-2) ?? '');

/** @param holds see `ReportCollector` */
export function readReportFolder(
  files: readonly FolderFile[],
  system: string,
  problems: ProblemList,
  holds: 'keeps' | 'checks'
): ImportedReport[] {
  const reports = new ReportCollector(problems, holds);
  const leftOut: string[] = [];
  const folders = new Set<string>();
  for (const { file, parts } of inOrder(files)) {
    if (isLeftOut(parts)) {
      leftOut.push(file.path);
      continue;
    }
    const qid = qidOf(parts);
    if (qid === undefined) problems.add(null, file.path, say('fileName'), parts.at(-1));
    else if (parts.length > 3) problems.add(null, file.path, say('nested'));
    else {
      if (parts.length > 1) folders.add(parts.at(-2)!);
      addReport(file, qid, systemOf(parts, system), reports, problems);
    }
  }
  if (system !== '' && folders.size > 1)
    problems.add(null, 'system', say('severalSystems', { system, folders: [...folders].join(', ') }), system);
  else if (system !== '' && folders.size === 1 && !folders.has(system))
    problems.note(sayNote('folderAsSystem', { folder: [...folders][0]!, system }));
  const skipped = `${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ', …' : ''}`;
  if (leftOut.length > 0 && leftOut.length === files.length)
    problems.add(null, 'file', say('noReportAmong', { n: leftOut.length, files: skipped }));
  else if (leftOut.length > 0) problems.note(sayNote('skippedFiles', { n: leftOut.length, files: skipped }));
  return reports.finish();
}

function addReport(
  file: FolderFile,
  qid: string,
  system: string,
  reports: ReportCollector,
  problems: ProblemList
): ImportedReport | null {
  const bytes = file.read();
  const markdown = bytes && decodeUtf8(bytes, problems, file.path);
  if (markdown === null) return null;
  return reports.add({ system, qid, markdown, collectedAt: '', source: file.path, queryText: '' }, (field) => ({
    row: null,
    column: file.path,
    aside: field === 'system' ? say('folderIsSystem') : undefined
  }));
}
