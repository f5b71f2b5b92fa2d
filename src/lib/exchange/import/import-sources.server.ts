import { refuse, type SaidProblem, worded } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Saying } from '../../messages/sayings.ts';
import { write, type Db } from '../../server/db/client.ts';
import { importTopics } from '../../verification/topics/topics.server.ts';
import type { ImportedReport } from '../../verification/benchmark/benchmark.ts';
import type { KeptReport } from '../../verification/benchmark/report-importer.server.ts';
import { addAfterTexts } from '../../verification/benchmark/report-texts.server.ts';
import { importReports, type ReportImportOptions } from '../../verification/benchmark/reports.server.ts';
import { importWithNotes, type FileImport } from './import-files.server.ts';
import { joinGoldLists } from './public/report-bench.ts';
import { ZIP_MEGABYTES } from './reports/report-zip.ts';
import { readImport, type ImportContent, type ImportFile, type ImportFormat, type ImportHint } from './sniff.ts';

/** A file, or a folder with what is in it, under the name by which a person knows it. */
export interface ImportSource {
  name: string;
  files: readonly ImportFile[];
}

/** Content of a source; texts of reports may be stored already. */
type SourceContent =
  | Exclude<ImportContent, { kind: 'reports' }>
  | { kind: 'reports'; reports: Iterable<ImportedReport | KeptReport> };

export interface ReadSource {
  name: string;
  content: ImportContent;
  format: ImportFormat;
  notes: Saying[];
}

const order = { topics: 0, queries: 1, criteria: 2, reports: 3 } as const;

/** Reads several sources; if one of them cannot be read, refuses with the problems of all. */
export async function readSources(sources: readonly ImportSource[], hint: ImportHint = {}): Promise<ReadSource[]> {
  const read: ReadSource[] = [];
  const problems: SaidProblem[] = [];
  for (const { name, files } of joinGoldLists(sources, hint.zipMegabytes ?? ZIP_MEGABYTES)) {
    const parsed = await readImport(files, hint);
    if (parsed.ok) read.push({ name, content: parsed.value, format: parsed.value.format, notes: parsed.notes });
    else problems.push(...(sources.length > 1 ? parsed.problems.map((one) => named(name, one)) : parsed.problems));
  }
  if (problems.length > 0) refuse.invalid(worded('nothingImported'), problems);
  return read;
}

const named = (name: string, problem: SaidProblem): SaidProblem =>
  problem.column.includes(name) ? problem : { ...problem, column: [name, problem.column].filter(Boolean).join(': ') };

/** A source whose reports’ texts may be stored already. */
type KeptSource = Omit<ReadSource, 'content'> & { content: SourceContent };

/**
 * Writes the texts of all reports in pieces, for none of which others wait long, and then does the work, which brings in the
 * sources in one transaction.
 */
export function withTextsKept<T>(
  db: Db,
  sources: readonly ReadSource[],
  work: (kept: readonly KeptSource[]) => T
): Promise<T> {
  const lists = sources.map(({ content }) => (content.kind === 'reports' ? content.reports : []));
  return addAfterTexts(db, lists, (kept) =>
    work(
      sources.map((source, at) =>
        source.content.kind === 'reports' ? { ...source, content: { kind: 'reports', reports: kept[at]! } } : source
      )
    )
  );
}

/**
 * Brings several sources into the project, topics before queries before criteria before reports: all of them or, if one is refused,
 * none. The result is in the order in which they were brought in.
 *
 * @param db a transaction, if more than the import has to stand or fall together
 */
export function importSources(
  db: Db,
  grant: ProjectGrant<'manage'>,
  sources: readonly KeptSource[],
  options: ReportImportOptions = {}
): (FileImport & { name: string })[] {
  return write(db, (tx) =>
    [...sources]
      .sort((a, b) => order[a.content.kind] - order[b.content.kind])
      .map(({ name, content, format, notes }) => {
        const { kind } = content;
        if (kind === 'reports')
          return { name, kind, format, notes, result: importReports(tx, grant, content.reports, options) };
        if (kind === 'topics') return { name, kind, format, notes, result: importTopics(tx, grant, content.topics) };
        return { name, kind, format, ...importWithNotes(tx, grant, content, notes) };
      })
  );
}
