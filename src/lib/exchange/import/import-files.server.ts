import { refuse, worded } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { Db } from '../../server/db/client.ts';
import type { QueryImport } from '../../verification/benchmark/benchmark.server.ts';
import { addAfterTexts } from '../../verification/benchmark/report-texts.server.ts';
import {
  importReports,
  type ReportImport,
  type ReportImportOptions
} from '../../verification/benchmark/reports.server.ts';
import { importBenchmark, importTopics, type TopicImport } from '../../verification/topics/topics.server.ts';
import { outsideCodeBook } from '../../verification/proposals/survey/coding.server.ts';
import { unknownTopics } from '../../verification/topics/tasks-of-topic.server.ts';
import { limitedReports, refuseManyQueries, type ImportLimits } from './import-limits.ts';
import { readImport, type ImportFile, type ImportFormat, type ImportHint } from './sniff.ts';

export type FileImport = { format: ImportFormat; notes: Saying[] } & (
  | { kind: 'queries' | 'criteria'; result: QueryImport; topics?: TopicImport }
  | { kind: 'topics'; result: TopicImport }
  | { kind: 'reports'; result: ReportImport }
);

/**
 * Reads files of any known format and brings their content into the project: all of it or, with the problems, nothing.
 *
 * @param read reads the files; a server does that in a process of its own (`reading-aside.ts`)
 */
export async function importFiles(
  db: Db,
  grant: ProjectGrant<'manage'>,
  files: readonly ImportFile[],
  { limits, ...options }: ImportHint & ReportImportOptions & { limits?: ImportLimits } = {},
  read: typeof readImport = readImport
): Promise<FileImport> {
  const parsed = await read(files, options);
  if (!parsed.ok) return refuse.invalid(worded('nothingImported'), parsed.problems);
  const { value, notes } = parsed;
  if (value.kind === 'reports')
    return {
      ...{ kind: 'reports', format: value.format, notes },
      result: await addAfterTexts(db, [limitedReports(value.reports, limits)], ([kept]) =>
        importReports(db, grant, kept!, options)
      )
    };
  if (value.kind === 'topics')
    return { kind: value.kind, format: value.format, notes, result: importTopics(db, grant, value.topics) };
  refuseManyQueries(value.queries, limits);
  return { kind: value.kind, format: value.format, ...importWithNotes(db, grant, value, notes) };
}

/** Brings in queries and topics, and notes what the project's code book and topics lack of them. */
export function importWithNotes(
  db: Db,
  grant: ProjectGrant<'manage'>,
  content: Parameters<typeof importBenchmark>[2],
  notes: readonly Saying[]
): ReturnType<typeof importBenchmark> & { notes: Saying[] } {
  const done = importBenchmark(db, grant, content);
  const lacking = [...outsideCodeBook(db, grant, content.queries), ...unknownTopics(db, grant, content.queries)];
  return { ...done, notes: [...notes, ...lacking] };
}
