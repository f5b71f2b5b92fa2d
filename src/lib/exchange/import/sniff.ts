import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { refuse } from '../../errors.ts';
import { parseAnnotationCsv } from './queries/annotation-csv.ts';
import type { ImportedQuery, ImportedReport } from '../../verification/benchmark/benchmark.ts';
import { parseDatasetJsonl } from './queries/dataset-jsonl.ts';
import { parseDatasetXlsx, type WorkbookContent } from './queries/dataset-xlsx.ts';
import {
  parseDeepResearchBenchCriteria,
  parseDeepResearchBenchQueries,
  parseDeepResearchBenchReports
} from './public/deep-research-bench.ts';
import { parseDeepResearchBench2 } from './public/deep-research-bench-2.ts';
import { isGoldList, parseReportBench, reportBenchFiles } from './public/report-bench.ts';
import { firstBytes, sizeOf, wholeOf, type FileContent } from '../format/file-content.ts';
import { readJsonLines } from '../format/json-lines.ts';
import { isObject } from '../format/json-value.ts';
import { isParquet, parquetAsLines } from '../format/parquet/parquet-rows.ts';
import type { JsonObject } from '../format/json-lines.ts';
import { isTopicLine, parseTopicsJsonl } from './topics/topics-jsonl.ts';
import { isTopicHeader, parseTopicCsv } from './topics/topic-table.ts';
import type { ImportedTopic } from '../../verification/topics/topics.ts';
import { ProblemList } from '../format/problem-list.ts';
import type { Parsed } from '../format/problem-list.ts';
import { parseReportFolder } from './reports/report-folder.ts';
import { parseReportZip, ZIP_MEGABYTES } from './reports/report-zip.ts';
import { parseReportsJsonl } from './reports/reports-jsonl.ts';
import { foreignRubric, foreignRubrics } from '../format/untaken.ts';

const leadSays = sayingsOf('leadRefusals');

const say = sayingsOf('importProblems');

export const MOST_IMPORT_BYTES = 50 * 1024 * 1024;
/** Of files with one object per line, which are read piece by piece. */
const MOST_LINES = 2 * 1024 * 1024 * 1024;

/** Whether a file has one object per line, by its name. */
export const isLines = (name: string): boolean => /\.(jsonl|ndjson|json)$/i.test(name);

export interface ImportFile {
  /** File name, with its folders if a folder was chosen. */
  name: string;
  bytes: FileContent;
}

export interface ImportHint {
  /** Kind of the files as the person gives it; other files are then a problem. */
  kind?: ImportKind;
  /** System of reports whose file names none; it wins over the name of a folder. */
  system?: string;
  /** To how many megabytes a zip of reports may unpack in all. */
  zipMegabytes?: number;
}

type ImportKind = 'queries' | 'criteria' | 'topics' | 'reports';

export type ImportFormat =
  | 'annotation-csv'
  | 'dataset-jsonl'
  | 'dataset-xlsx'
  | 'deep-research-bench'
  | 'deep-research-bench-2'
  | 'report-bench'
  | 'report-folder'
  | 'report-zip'
  | 'reports-jsonl'
  | 'topics';

export type ImportContent =
  | { kind: 'queries' | 'criteria'; format: ImportFormat; queries: ImportedQuery[]; topics?: ImportedTopic[] }
  | { kind: 'topics'; format: ImportFormat; topics: ImportedTopic[] }
  | { kind: 'reports'; format: ImportFormat; reports: Iterable<ImportedReport> };

const baseName = (name: string): string => name.split(/[\\/]/).at(-1) ?? name;
const extension = (name: string): string => /\.([^.]+)$/.exec(baseName(name))?.[1]?.toLowerCase() ?? '';
const stem = (name: string): string => baseName(name).replace(/\.[^.]*$/, '');
const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);

const problem = (column: string, reason: Saying, found?: string): Parsed<never> => {
  const problems = new ProblemList();
  problems.add(null, column, reason, found);
  return { ok: false, problems: problems.all };
};

function as<T>(parsed: Parsed<T>, wrap: (value: T) => ImportContent): Parsed<ImportContent> {
  return parsed.ok ? { ...parsed, value: wrap(parsed.value) } : parsed;
}

const reportsAs =
  (format: ImportFormat) =>
  (reports: Iterable<ImportedReport>): ImportContent => ({ kind: 'reports', format, reports });
const queriesAs =
  (format: ImportFormat) =>
  (queries: ImportedQuery[]): ImportContent => ({ kind: 'queries', format, queries });

const topicsAs = (topics: ImportedTopic[]): ImportContent => ({ kind: 'topics', format: 'topics', topics });
const workbookAs = ({ queries, topics }: WorkbookContent): ImportContent =>
  queries.length === 0 && topics.length > 0
    ? topicsAs(topics)
    : { kind: 'queries', format: 'dataset-xlsx', queries, ...(topics.length > 0 && { topics }) };

/** Whether the first line of a CSV is the header of a table of topics, with any separator. */
const hasTopicHeader = (bytes: Uint8Array): boolean => {
  const [line = ''] = Buffer.from(bytes.subarray(0, 4096))
    .toString('utf8')
    .split(/[\r\n]/);
  return [',', ';', '\t'].some((separator) =>
    isTopicHeader(line.split(separator).map((cell) => cell.replace(/"/g, '')))
  );
};

/**
 * Reads whatever a person hands in: decides by names and content which format it is, then parses it.
 * Refuses files above 50 MB, and JSON lines above 2 GB: those are read line by line. Everything else that is wrong comes back as problems.
 */
export async function readImport(files: readonly ImportFile[], hint: ImportHint = {}): Promise<Parsed<ImportContent>> {
  for (const file of files) {
    const [most, shown] = isLines(file.name) ? [MOST_LINES, '2 GB'] : [MOST_IMPORT_BYTES, '50 MB'];
    if (sizeOf(file.bytes) > most) refuse.isTooLarge(leadSays('fileNamedTooLarge', { name: file.name, limit: shown }));
  }
  const parsed = await readAny(files, hint);
  if (parsed.ok && hint.kind && parsed.value.kind !== hint.kind)
    return problem('file', say('otherKind', { found: parsed.value.kind, wanted: hint.kind }));
  return parsed;
}

async function readAny(files: readonly ImportFile[], hint: ImportHint): Promise<Parsed<ImportContent>> {
  const [first, ...more] = files;
  if (!first) return problem('file', say('noFile'));
  const tasks = reportBenchFiles(files, hint.zipMegabytes ?? ZIP_MEGABYTES);
  if (tasks) return as(parseReportBench(tasks), queriesAs('report-bench'));
  if (files.some((file) => extension(file.name) === 'md'))
    return as(
      parseReportFolder(
        files.map(({ name, bytes }) => ({ path: name, bytes })),
        hint.system
      ),
      reportsAs('report-folder')
    );
  if (files.some(isGoldList)) return problem('file', say('goldListsAlone'));
  if (more.length > 0) return problem('file', say('noReportFile', { n: files.length }));
  return readOne(first, hint);
}

async function readOne(file: ImportFile, hint: ImportHint): Promise<Parsed<ImportContent>> {
  const { name } = file;
  if (sizeOf(file.bytes) === 0) return problem(name, say('fileEmpty'));
  if (['jsonl', 'ndjson', 'json'].includes(extension(name)) && !startsWith(firstBytes(file.bytes, 2), 0x50, 0x4b))
    return readJsonl(file, hint);
  const bytes = wholeOf(file.bytes);
  if (isParquet(bytes)) {
    const problems = new ProblemList();
    const lines = await parquetAsLines(bytes, problems);
    return lines === null
      ? { ok: false, problems: problems.all }
      : readJsonl({ name: name.replace(/\.parquet$/i, '.jsonl'), bytes: lines }, hint);
  }
  if (startsWith(bytes, 0x50, 0x4b)) {
    if (extension(name) === 'xlsx') return as(await parseDatasetXlsx(bytes), workbookAs);
    return as(parseReportZip(bytes, hint.system, hint.zipMegabytes), reportsAs('report-zip'));
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return problem(name, say('oldWorkbook'));
  switch (extension(name)) {
    case 'csv':
    case 'tsv':
      return hasTopicHeader(bytes)
        ? as(await parseTopicCsv(bytes), topicsAs)
        : as(await parseAnnotationCsv(bytes), queriesAs('annotation-csv'));
    case 'xlsx':
    case 'zip':
      return problem(name, say('otherFormat', { extension: extension(name) }));
    default:
      return problem(name, say('unknownFormat'), baseName(name));
  }
}

function readJsonl({ name, bytes }: ImportFile, hint: ImportHint): Parsed<ImportContent> {
  const problems = new ProblemList();
  let line: JsonObject | undefined;
  for (const { value } of readJsonLines(bytes, problems)) {
    line = value;
    break;
  }
  if (!line) return problems.any ? { ok: false, problems: problems.all } : problem(name, say('fileEmpty'));
  const has = (...names: string[]): boolean => names.some((key) => Object.hasOwn(line, key));

  if (has('criterions'))
    return as(parseDeepResearchBenchCriteria(bytes), (queries) => ({
      kind: 'criteria',
      format: 'deep-research-bench',
      queries
    }));
  const { content } = line;
  if (isObject(content) && isObject(content['rubric']))
    return as(parseDeepResearchBench2(bytes), (queries) => ({
      kind: 'criteria',
      format: 'deep-research-bench-2',
      queries
    }));
  if (has('id') && has('article') && !has('qid'))
    return as(
      parseDeepResearchBenchReports(bytes, hint.system ?? stem(name), baseName(name)),
      reportsAs('deep-research-bench')
    );
  if (has('id') && has('prompt') && has('topic', 'language') && !has('qid'))
    return as(parseDeepResearchBenchQueries(bytes), queriesAs('deep-research-bench'));
  if (isTopicLine(line)) return as(parseTopicsJsonl(bytes), topicsAs);
  if (has('report', 'markdown', 'article'))
    return as(parseReportsJsonl(bytes, baseName(name), hint.system), reportsAs('reports-jsonl'));
  const foreign = foreignRubrics.find((name) => typeof line[name] === 'object' && line[name] !== null);
  if (foreign) return problem(name, foreignRubric(foreign), Object.keys(line).join(', '));
  if (has('problem') && has('answer'))
    return problem(name, foreignRubric('answer (as in DRACO)'), Object.keys(line).join(', '));
  if (has('qid', 'query_id')) return as(parseDatasetJsonl(bytes), queriesAs('dataset-jsonl'));
  return problem(name, say('firstLine'), Object.keys(line).join(', '));
}
