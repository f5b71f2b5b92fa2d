import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fieldSays, isRefusal, type Problem, type RefusalCode } from '../../../errors.ts';
import { readRubric } from '../../../scorer/suites/rubrics/read-rubric.ts';
import { serveProcess } from '../../../scorer/confined/serve-process.ts';
import type { FileContent } from '../../format/file-content.ts';
import { jsonLines, readJsonLines, type JsonLine } from '../../format/json-lines.ts';
import { rowsAsLines } from '../../format/parquet/parquet-rows.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { previewRatings } from '../../ratings/ratings-preview.ts';
import { readForeignTable } from '../../neighbours/foreign-table.ts';
import { readRatingsStudies } from '../../ratings/ratings-study.ts';
import { fingerprintOfLabels, type ImportedStudy } from '../../../studies/labels/imported.ts';
import { readImport, type ImportContent, type ImportFile, type ImportHint } from '../sniff.ts';
import { parseSurveyCsv } from '../survey-csv.ts';
import { readSurveySource } from '../surveys/survey-sources.ts';
import { readTranscript } from '../talks/read-transcript.ts';

const say = sayingsOf('importProblems');

/** Tells this process from others that load the same bundle. */
export const NAME = 'voirdire-file-reading';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

/** Files that the process can read, with the arguments of the function that reads them. */
export type ReadingJob =
  | { read: 'files'; args: Parameters<typeof readInto> }
  | { read: 'lines'; args: Parameters<typeof linesInto> }
  | { read: 'ratings-preview'; args: Parameters<typeof previewRatings> }
  | { read: 'ratings'; args: Parameters<typeof readRatingsStudies> }
  | { read: 'foreign'; args: [content: FileContent] }
  | { read: 'survey'; args: Parameters<typeof parseSurveyCsv> }
  | { read: 'transcript'; args: Parameters<typeof readTranscript> }
  | { read: 'survey-source'; args: Parameters<typeof readSurveySource> }
  | { read: 'rubric'; args: Parameters<typeof readRubric> };

/** A refusal does not survive the way between processes as an error. */
export type ReadingAnswer =
  | { value: unknown }
  | { refusal: { code: RefusalCode; message: string; wording: Saying | undefined; problems: Problem[] } };

/** Content of files, without their rows. */
export type ReadFiles = Pick<ImportContent, 'kind' | 'format'> & {
  /** How many of the rows, the last, are topics beside queries. */
  topics: number;
};

/**
 * Reads files of an import and writes their rows to another file, one JSON object a line: they can be larger than what should
 * travel between processes at once.
 */
async function readInto(rowsPath: string, files: readonly ImportFile[], hint: ImportHint): Promise<Parsed<ReadFiles>> {
  const parsed = await readImport(files, hint);
  if (!parsed.ok) return parsed;
  const { value, notes } = parsed;
  writeRows(rowsPath, rowsOf(value));
  const topics = value.kind === 'reports' ? 0 : (value.topics?.length ?? 0);
  return { ok: true, value: { kind: value.kind, format: value.format, topics }, notes };
}

/** Most MB of a line that the server parses again; a verdict has some KB. */
const LONGEST_LINE = 1;

/**
 * Reads the lines of a file, JSON or the rows of Parquet, and writes them to another file with their numbers.
 *
 * @param most lines that are taken
 */
async function linesInto(rowsPath: string, content: FileContent, most: number): Promise<Parsed<null>> {
  const problems = new ProblemList();
  const lines = await rowsAsLines(content);
  writeRows(rowsPath, upTo(most, readJsonLines(lines, problems, LONGEST_LINE), problems));
  return problems.answer(null);
}

function* upTo(most: number, lines: Iterable<JsonLine>, problems: ProblemList): Generator<JsonLine> {
  let taken = 0;
  for (const line of lines) {
    if (++taken > most) return problems.add(null, 'file', say('tooManyOnServer', { what: 'lines', most }));
    if (isDeep(line.value)) problems.add(line.row, 'line', fieldSays('deepJson', { most: DEEPEST }));
    else yield line;
  }
}

/** Most levels of brackets in a line, as in a reply of a judge. */
const DEEPEST = 100;

/** Whether a value has more levels than are taken. It is not asked level by level in calls, which would exhaust the stack. */
function isDeep(whole: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[whole, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return true;
    for (const one of Object.values(value)) waiting.push([one, depth + 1]);
  }
  return false;
}

function writeRows(path: string, values: Iterable<object>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const rows = openSync(path, 'wx', 0o600);
  try {
    for (const lines of jsonLines(values)) writeWhole(rows, lines);
  } finally {
    closeSync(rows);
  }
}

function* rowsOf(content: ImportContent): Generator<object> {
  if (content.kind === 'reports') yield* content.reports;
  else {
    if (content.kind !== 'topics') yield* content.queries;
    yield* content.topics ?? [];
  }
}

function writeWhole(to: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at);
}

const withFingerprint = (study: ImportedStudy): ImportedStudy => {
  const whole = { ...study, items: [...study.items] };
  return { ...whole, sha256: fingerprintOfLabels(whole) };
};

/** Studies with their items as lists, which travel between processes, and with the fingerprint of their labels. */
async function wholeStudies(...args: Parameters<typeof readRatingsStudies>): ReturnType<typeof readRatingsStudies> {
  const parsed = await readRatingsStudies(...args);
  if (!parsed.ok) return parsed;
  return { ...parsed, value: parsed.value.map(withFingerprint) };
}

const reading = (job: ReadingJob, progress: (value: unknown) => void): unknown => {
  switch (job.read) {
    case 'files':
      return readInto(...job.args);
    case 'lines':
      return linesInto(...job.args);
    case 'ratings-preview':
      return previewRatings(...job.args);
    case 'ratings':
      return wholeStudies(...job.args);
    case 'foreign':
      return readForeignTable(...job.args, progress);
    case 'survey':
      return parseSurveyCsv(...job.args);
    case 'transcript':
      return readTranscript(...job.args);
    case 'survey-source':
      return readSurveySource(...job.args);
    case 'rubric':
      return readRubric(...job.args);
  }
};

serveProcess(NAME, async (job: ReadingJob, progress): Promise<ReadingAnswer> => {
  try {
    return { value: await reading(job, progress) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, wording, problems } = error;
    return { refusal: { code, message, wording, problems } };
  }
});
