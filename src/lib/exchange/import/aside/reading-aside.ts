import { sayingsOf } from '../../../messages/sayings.ts';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { problemAt, Refusal, refuse, worded } from '../../../errors.ts';
import { confinedProcesses, type Confinement } from '../../../scorer/confined/processes.ts';
import type { RubricReading } from '../../../scorer/suites/rubrics/read-rubric.ts';
import { seconds } from '../../../scorer/confined/time-budget.ts';
import type { ImportedQuery, ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import { sizeOf, type FileContent, type StoredFile } from '../../format/file-content.ts';
import type { JsonLine } from '../../format/json-lines.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import type { readForeignTable } from '../../neighbours/foreign-table.ts';
import type { previewRatings } from '../../ratings/ratings-preview.ts';
import type { readRatingsStudies } from '../../ratings/ratings-study.ts';
import type { LinesAside } from './lines-aside.ts';
import type { ReadFiles, ReadingAnswer, ReadingJob } from './reading-process.ts';
import type { ImportContent, ImportFile, ImportHint } from '../sniff.ts';
import type { parseSurveyCsv } from '../survey-csv.ts';
import type { readSurveySource } from '../surveys/survey-sources.ts';
import type { readTranscript } from '../talks/read-transcript.ts';
import { textLines } from '../../format/text-lines.ts';

const say = sayingsOf('importProblems');

/** Files larger than this have a deadline for large ones. In bytes, all files together. */
const LARGE = 50 * 1024 * 1024;

/** Rows that are read at once while others wait. */
const ROWS_AT_ONCE = 500;

/**
 * Readers of files that strangers wrote, in processes with a deadline and a memory limit, so that no file holds up or ends the
 * server. A file that exceeds a limit is refused with the reason.
 */
interface ReadingAside {
  /** @param folder where the rows that were read stand until they are imported; the caller removes it */
  files(files: readonly ImportFile[], hint: ImportHint, folder: string): Promise<Parsed<ImportContent>>;
  /**
   * Lines of a file, as JSON or the rows of Parquet.
   *
   * @param most lines that are taken; more are a problem
   */
  lines(content: FileContent, name: string, folder: string, most: number): LinesAside;
  previewRatings: typeof previewRatings;
  readRatingsStudies: typeof readRatingsStudies;
  /**
   * Labels in a file of another tool as a table of ratings; null if the tool is unknown.
   *
   * @param name of the file, for problems
   * @param progress called with the number of labels read so far
   */
  readForeignTable(
    content: FileContent,
    name: string,
    progress?: (read: { labels: number }) => void
  ): ReturnType<typeof readForeignTable>;
  parseSurveyCsv: typeof parseSurveyCsv;
  readTranscript(...args: Parameters<typeof readTranscript>): Promise<ReturnType<typeof readTranscript>>;
  readRubric(text: string, file: string): Promise<RubricReading>;
  /** Gold references of a survey. A source that exceeds a limit of the process gives the reason, as one that cannot be read. */
  readSurveySource(...args: Parameters<typeof readSurveySource>): Promise<ReturnType<typeof readSurveySource>>;
}

/** @param confinement of files up to 50 MB; larger ones have `largeMs` */
export function readingAside({
  processes = 2,
  timeoutMs = 60_000,
  largeMs = 600_000,
  idleMs = 20_000,
  megabytes = 1024
}: Partial<Confinement> & { largeMs?: number } = {}): ReadingAside {
  const readers = (limit: number) =>
    confinedProcesses<ReadingJob, ReadingAnswer>(() => import('./reading-process.ts'), {
      ...{ processes, idleMs, megabytes, timeoutMs: limit }
    });
  const [small, large] = [readers(timeoutMs), readers(largeMs)];

  const ask = async (
    job: ReadingJob,
    name: string,
    bytes = 0,
    onProgress?: (value: never) => void
  ): Promise<unknown> => {
    const isLarge = bytes > LARGE;
    const reader = isLarge ? large : small;
    const outcome = await reader(job, { onProgress: onProgress as ((value: unknown) => void) | undefined });
    if ('stopped' in outcome) {
      const limit = outcome.stopped === 'time' ? seconds(isLarge ? largeMs : timeoutMs) : `${megabytes} MB of memory`;
      const reason = say('readingLimit', { limit });
      return refuse.invalid(worded('nothingImported'), [problemAt(name, reason)]);
    }
    const { done } = outcome;
    if ('value' in done) return done.value;
    throw new Refusal(done.refusal.code, done.refusal.wording ?? done.refusal.message, done.refusal.problems);
  };

  return {
    files: async (files, hint, folder) => {
      const rows = join(folder, `rows-${randomUUID()}`);
      const bytes = files.reduce((sum, one) => sum + sizeOf(one.bytes), 0);
      const { kind, system, zipMegabytes } = hint;
      const own: ImportHint = {
        ...(kind === undefined ? {} : { kind }),
        ...(system === undefined ? {} : { system }),
        ...(zipMegabytes === undefined ? {} : { zipMegabytes })
      };
      const name = files.length === 1 ? files[0]!.name : `${files.length} files`;
      const parsed = (await ask({ read: 'files', args: [rows, files, own] }, name, bytes)) as Parsed<ReadFiles>;
      if (!parsed.ok) return parsed;
      return { ...parsed, value: await contentOf(parsed.value, { path: rows, size: statSync(rows).size }) };
    },
    lines: (content, name, folder, most) => async (problems) => {
      const rows = join(folder, `rows-${randomUUID()}`);
      const args: [string, FileContent, number] = [rows, content, most];
      const parsed = (await ask({ read: 'lines', args }, name, sizeOf(content))) as Parsed<null>;
      if (!parsed.ok) refuse.invalid(worded('nothingImported'), parsed.problems);
      return rowsIn<JsonLine>({ path: rows, size: statSync(rows).size }, problems);
    },
    previewRatings: async (...args) =>
      (await ask({ read: 'ratings-preview', args }, 'file')) as Awaited<ReturnType<typeof previewRatings>>,
    readRatingsStudies: async (...args) =>
      (await ask({ read: 'ratings', args }, 'file')) as Awaited<ReturnType<typeof readRatingsStudies>>,
    readForeignTable: async (content, name, progress) =>
      (await ask({ read: 'foreign', args: [content] }, name, sizeOf(content), progress)) as Awaited<
        ReturnType<typeof readForeignTable>
      >,
    parseSurveyCsv: async (...args) =>
      (await ask({ read: 'survey', args }, 'file')) as Awaited<ReturnType<typeof parseSurveyCsv>>,
    readTranscript: async (...args) =>
      (await ask({ read: 'transcript', args }, args[1])) as ReturnType<typeof readTranscript>,
    readRubric: async (text, file) => (await ask({ read: 'rubric', args: [text] }, file)) as RubricReading,
    readSurveySource: async (...args) => {
      const outcome = await small({ read: 'survey-source', args });
      if ('stopped' in outcome) {
        const limit = outcome.stopped === 'time' ? seconds(timeoutMs) : `${megabytes} MB of memory`;
        return { reason: `Reading the source needs more than ${limit}` };
      }
      if ('value' in outcome.done) return outcome.done.value as ReturnType<typeof readSurveySource>;
      return { reason: outcome.done.refusal.message };
    }
  };
}

/** The readers of this process. */
export const filesAside = readingAside();

async function contentOf({ kind, format, topics: ofTopics }: ReadFiles, rows: StoredFile): Promise<ImportContent> {
  if (kind === 'reports') return { kind, format, reports: { [Symbol.iterator]: () => rowsIn<ImportedReport>(rows) } };
  const read: unknown[] = [];
  for (const row of rowsIn<unknown>(rows))
    if (read.push(row) % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  const topics = read.splice(read.length - ofTopics, ofTopics) as ImportedTopic[];
  if (kind === 'topics') return { kind, format, topics };
  return { kind, format, queries: read as ImportedQuery[], ...(topics.length > 0 && { topics }) };
}

/** Rows as the process wrote them. */
function* rowsIn<Row>(rows: StoredFile, problems = new ProblemList()): Generator<Row> {
  for (const { text } of textLines(rows, problems)) yield JSON.parse(text) as Row;
  if (problems.any) refuse.invalid(worded('nothingImported'), problems.all);
}
