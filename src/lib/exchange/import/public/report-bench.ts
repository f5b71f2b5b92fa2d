import { sayingsOf } from '../../../messages/sayings.ts';
import { readMaterial } from '../../../scorer/suites/material.ts';
import { monthsNamed } from '../../../scorer/suites/report-bench/cut-off.ts';
import type { GoldReference } from '../../../scorer/suites/report-bench/gold-list.ts';
import { arxivIdIn, arxivIdOf, doiIn, surveyName } from '../../../scorer/suites/report-bench/identifiers.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { firstBytes, wholeOf, type FileContent } from '../../format/file-content.ts';
import { pick, readJsonLines, jsonLinesText, type JsonLine, type JsonObject } from '../../format/json-lines.ts';
import { isObject } from '../../format/json-value.ts';
import { ProblemList, type Parsed } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';
import { CitationCounts, isCitationCounts } from './report-bench-citations.ts';
import { isHidden, openZip } from '../../format/zip.ts';
import { QueryCollector } from '../queries/query-collector.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

/**
 * The files of ReportBench (arXiv 2508.15804): one JSONL of tasks, each with its survey's arXiv metadata and prompt, and a folder
 * of gold lists, `<arXiv id>.jsonl` with one reference per line. Together they make queries whose material is the gold list.
 */
interface File {
  name: string;
  bytes: FileContent;
}

const TASK = ['arxiv_id', 'prompt', 'application_domain'] as const;
/** Enough for the first line of either kind of file. */
const HEAD = 256 * 1024;
const MB = 1024 * 1024;

const baseName = (name: string): string => name.split(/[\\/]/).at(-1) ?? name;
const stem = (name: string): string => baseName(name).replace(/\.[^.]*$/, '');
const isJsonLines = (name: string): boolean => /\.(jsonl|ndjson)$/i.test(name);

function firstLine({ name, bytes }: File): JsonObject | null {
  if (!isJsonLines(name)) return null;
  const [line = ''] = Buffer.from(firstBytes(bytes, HEAD)).toString('utf8').replace(/^\uFEFF/, '').trimStart().split('\n'); // prettier-ignore
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a file's first line is a task. */
export const isTasks = (file: File): boolean => {
  const line = firstLine(file);
  return line !== null && TASK.every((name) => Object.hasOwn(line, name));
};
/** Whether a file's first line is a reference of a gold list. */
export const isGoldList = (file: File): boolean => {
  const line = firstLine(file);
  return line !== null && Object.hasOwn(line, 'bib_id') && Object.hasOwn(line, 'title');
};

const isCounts = (file: File): boolean => isCitationCounts(firstLine(file));

/**
 * The files in a zip that holds JSON lines, other files by name only; null for any other file. What is wrong with the archive is
 * told when it is read as a zip of reports.
 */
function unpackedLines({ name, bytes }: File, megabytes: number): File[] | null {
  const [p, k] = /\.(md|jsonl|ndjson)$/i.test(name) ? [] : firstBytes(bytes, 2);
  if (p !== 0x50 || k !== 0x4b) return null;
  const problems = new ProblemList();
  const limits = { entries: 20_000, bytesPerFile: 50 * MB, bytesInAll: megabytes * MB };
  const entries = openZip(wholeOf(bytes), limits, problems).filter(({ path }) => !isHidden(path));
  if (!entries.some(({ path }) => isJsonLines(path))) return null;
  const files = entries.map((entry) => ({
    name: entry.path,
    bytes: (isJsonLines(entry.path) ? entry.read() : null) ?? new Uint8Array()
  }));
  return problems.any ? null : files;
}

const unpacked = (files: readonly File[], megabytes: number): File[] =>
  files.flatMap((file) => unpackedLines(file, megabytes) ?? [file]);

/** The files with zips taken apart, if they hold tasks of ReportBench; null if they are something else. */
export function reportBenchFiles(files: readonly File[], megabytes: number): File[] | null {
  const all = unpacked(files, megabytes).filter(({ name }) => !isHidden(name));
  return all.some(isTasks) ? all : null;
}

/** Sources of one import, those with gold lists joined to the one with the tasks: people name the file and its folder apart. */
export function joinGoldLists<Source extends { name: string; files: readonly File[] }>(
  sources: readonly Source[],
  megabytes: number
): Source[] {
  const tasks = sources.find(({ files }) => files.some(isTasks));
  if (!tasks) return [...sources];
  const lists = sources.filter(
    (one) =>
      one !== tasks &&
      unpacked(one.files, megabytes).some((file) => !isTasks(file) && (isGoldList(file) || isCounts(file)))
  );
  const together = [tasks, ...lists];
  const joined = {
    ...tasks,
    name: together.map(({ name }) => name).join(', '),
    files: together.flatMap(({ files }) => files)
  };
  return sources.flatMap((one) => (one === tasks ? [joined] : lists.includes(one) ? [] : [one]));
}

const TASK_FIELDS = ['arxiv_id', 'title', 'authors', 'versions', 'level', ...TASK];
/** Long texts and paths, in which other works' identifiers stand. */
const UNSEARCHED = new Set(['abstract', 'file', 'keywords']);

/** Fields made for arXiv ids, which may hold them without the word arXiv. */
const ARXIV_FIELDS = ['eprint', 'arxivid', 'arxiv', 'optarxivid', 'opteprint'];

/** Tasks with their gold lists. Every task has to have one; what else the files hold is named in the notes. */
export function parseReportBench(files: readonly File[]): Parsed<ImportedQuery[]> {
  const problems = new ProblemList();
  const queries = new QueryCollector(problems);
  const untaken = { ofTasks: new Untaken(), ofReferences: new Untaken() };
  const cutOffs = new CutOffs();
  const counts = new CitationCounts();
  for (const file of files.filter(isCounts))
    for (const line of linesOf(file, problems)) counts.read(line, (field) => `${file.name}: ${field}`, problems);
  const lists = new Map(files.filter((file) => isJsonLines(file.name) && !isTasks(file)).map((f) => [stem(f.name), f]));
  const used = new Set<string>();

  for (const file of files.filter(isTasks)) {
    const seen = new Map<string, number>();
    for (const line of linesOf(file, problems)) {
      const at = (field: string) => `${file.name}: ${field}`;
      const text = (name: string) => textIn(line, name, at, problems);
      untaken.ofTasks.see(line.value, TASK_FIELDS);
      const arxiv = text('arxiv_id').trim();
      const qid = surveyName(arxiv);
      const before = seen.get(qid);
      if (before !== undefined) {
        problems.add(line.row, at('arxiv_id'), say('idUsed', { row: before }), qid);
        continue;
      }
      seen.set(qid, line.row);
      const raw = { qid, text: text('prompt'), free: '', domain: text('application_domain'), category: '' };
      const names: Record<string, string> = { qid: 'arxiv_id', text: 'prompt', domain: 'application_domain' };
      const query = queries.query({ ...raw, language: '' }, (field) => ({
        row: line.row,
        column: at(names[field] ?? field)
      }));
      const versions = readVersions(line, at, problems);
      const list = lists.get(qid);
      if (!list) {
        const reason = say('goldListMissing', { qid });
        problems.add(line.row, at('arxiv_id'), reason, qid);
        continue;
      }
      used.add(qid);
      const references = counts.add(arxiv, readReferences(list, problems, untaken.ofReferences));
      if (problems.any) continue;
      const content = {
        survey: { arxiv, title: text('title'), authors: text('authors').trim() || null, versions },
        cutOff: cutOffs.read(qid, raw.text, versions.at(-1) ?? null),
        // The official file has none; tasks that `voirdire prompts` made tell theirs.
        level: text('level').trim() || null,
        references
      };
      const read = readMaterial('report-bench', content, file.name, line.row);
      if ('problems' in read) for (const { column, wording } of read.problems) problems.add(line.row, column, wording);
      else queries.material(query, 'report-bench', read.content, { row: line.row, column: at('arxiv_id') });
    }
  }

  untaken.ofTasks.note(problems);
  untaken.ofReferences.note(problems, 'searchedFields');
  counts.note(problems);
  const others = files.filter((file) => !isTasks(file) && !isCounts(file) && !used.has(stem(file.name)));
  const named = (kind: 'ignoredGoldLists' | 'ignoredFiles', of: readonly File[]): void => {
    if (of.length > 0) problems.note(sayNote(kind, { names: of.map(({ name }) => baseName(name)).join(', ') }));
  };
  named('ignoredGoldLists', others.filter(isGoldList));
  named('ignoredFiles', others.filter((file) => !isGoldList(file))); // prettier-ignore
  cutOffs.note(problems);
  return problems.answer(queries.finish());
}

/** The lines of one file, its problems named by the file. */
function* linesOf({ name, bytes }: File, problems: ProblemList): Generator<JsonLine> {
  const own = new ProblemList();
  yield* readJsonLines(bytes, own);
  for (const { row, column, wording, found } of own.all) problems.add(row, `${name}: ${column}`, wording, found);
}

const textIn = (line: JsonLine, name: string, at: (field: string) => string, problems: ProblemList): string =>
  jsonLinesText(line, { name: at(name), value: pick(line.value, name).value }, problems);

const RFC_2822 = /^(?:[A-Z][a-z]{2}, )?(\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2}) GMT$/;

/** The ISO dates (UTC) on which the versions of a survey appeared, oldest first. */
function readVersions(line: JsonLine, at: (field: string) => string, problems: ProblemList): string[] {
  const { value } = pick(line.value, 'versions');
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.add(line.row, at('versions'), say('notList'), JSON.stringify(value));
    return [];
  }
  return value
    .flatMap((one: unknown, index) => {
      const created = isObject(one) ? one['created'] : undefined;
      const written = typeof created === 'string' ? RFC_2822.exec(created.trim())?.[1] : undefined;
      const time = written === undefined ? NaN : Date.parse(`${written} GMT`);
      if (!Number.isNaN(time)) return [new Date(time).toISOString().slice(0, 10)];
      const reason = say('dayForm');
      problems.add(line.row, at(`versions[${index}].created`), reason, JSON.stringify(created) ?? '');
      return [];
    })
    .sort();
}

type Reference = Omit<GoldReference, 'citations'>;

function readReferences(file: File, problems: ProblemList, untaken: Untaken): Reference[] {
  const references: Reference[] = [];
  const at = (field: string) => `${file.name}: ${field}`;
  for (const line of linesOf(file, problems)) {
    const text = (name: string) => textIn(line, name, at, problems);
    const key = text('bib_id').trim();
    if (key === '') problems.add(line.row, at('bib_id'), say('noBibId'), JSON.stringify(line.value));
    const meta = pick(line.value, 'meta_info').value ?? {};
    if (!isObject(meta)) {
      problems.add(line.row, at('meta_info'), say('notObject'), JSON.stringify(meta));
      continue;
    }
    const field = (name: string): string => {
      const { value } = pick(meta, name);
      return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    };
    const searched = Object.entries(meta)
      .filter(([name, value]) => !UNSEARCHED.has(name) && typeof value === 'string')
      .map(([, value]) => value as string);
    const arxiv = first(ARXIV_FIELDS.map(field), arxivIdOf) ?? first(searched, arxivIdIn);
    const doi = doiIn(field('doi')) ?? first(searched, doiIn);
    untaken.see(line.value, ['bib_id', 'title', 'author', 'meta_info']);
    const read = ARXIV_FIELDS.filter((name) => arxivIdOf(field(name)) !== null);
    untaken.see(meta, ['year', ...(doiIn(field('doi')) ? ['doi'] : []), ...read], 'meta_info.');
    const year = field('year') || null;
    references.push({ key, title: text('title'), authors: text('author').trim() || null, year, arxiv, doi });
  }
  return references;
}

function first(texts: readonly string[], find: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = find(text);
    if (found !== null) return found;
  }
  return null;
}

/** Reads cut-offs from prompts, and remembers those that a lead should check. */
class CutOffs {
  readonly #none: string[] = [];
  readonly #several: string[] = [];
  readonly #other: string[] = [];

  read(qid: string, prompt: string, lastVersion: string | null): string | null {
    const months = monthsNamed(prompt);
    const [month = null] = months;
    if (months.length > 1) this.#several.push(`${qid} (${months.join(', ')})`);
    else if (month === null) this.#none.push(qid);
    else if (lastVersion !== null && month !== lastVersion.slice(0, 7))
      this.#other.push(`${qid} (${month}, last version ${lastVersion.slice(0, 7)})`);
    return months.length === 1 ? month : null;
  }

  note(problems: ProblemList): void {
    const note = (kind: 'noCutOff' | 'severalMonths' | 'otherMonth', of: readonly string[]): void => {
      if (of.length > 0) problems.note(sayNote(kind, { qids: of.join(', ') }));
    };
    note('noCutOff', this.#none);
    note('severalMonths', this.#several);
    note('otherMonth', this.#other);
  }
}
