import { sayingsOf } from '../../messages/sayings.ts';
import { firstBytes, sizeOf, wholeOf, type FileContent } from '../format/file-content.ts';
import { jsonParts, parseLenient } from './readers/json-parts.ts';
import { isObject, isTooDeep, MOST_LEVELS, type JsonObject } from '../format/json-value.ts';
import { ProblemList } from '../format/problem-list.ts';
import { repeatedKeys, shownKeys } from '../format/repeated-keys.ts';
import { textLines } from '../format/text-lines.ts';
import { isHidden, openZip } from '../format/zip.ts';
import type { ForeignRecord } from './readers/foreign-label.ts';
import type { Glimpse } from './readers/neighbour.ts';
import { isParquet, parquetRows } from '../format/parquet/parquet-rows.ts';

const say = sayingsOf('foreignProblems');
const sayImport = sayingsOf('importProblems');

/** Arrays of documents whose elements are records, in any of the formats. */
const STREAMED = ['', 'data', 'events', 'results.results', 'samples'];

/** Members of documents that have no array of records. */
const DOCUMENTS = ['instance_id_to_label_to_value', 'evaluation_results'];

const ZIP = 0x04034b50;
const JSON_FILE = /\.(?:json|jsonl)$/i;
const ZIP_LIMITS = { entries: 60_000, bytesPerFile: 64 * 1024 * 1024, bytesInAll: 2 * 1024 * 1024 * 1024 };
/** Archives and Parquet files are held whole. */
const MOST_WHOLE = 512 * 1024 * 1024;

/** A file as a sequence of records, whatever contains them. */
export interface ForeignFile {
  container: Glimpse['container'];
  entries: readonly string[];
  records(problems: ProblemList): Iterable<ForeignRecord> | AsyncIterable<ForeignRecord>;
  /** The only JSON file of an archive; null if there are several, none, or it is an archive itself. */
  only?: () => FileContent | null;
}

/** Opens a file by its first bytes; null if it is neither JSON, JSON lines, a zip archive nor Parquet. */
export function openForeign(content: FileContent, problems: ProblemList): ForeignFile | null {
  const head = Buffer.from(firstBytes(content, 65_536));
  if (isParquet(head))
    return isWhole(content, problems)
      ? { container: 'parquet', entries: [], records: (into) => parquetRecords(content, into) }
      : null;
  if (isZip(head)) {
    if (!isWhole(content, problems)) return null;
    const entries = openZip(wholeOf(content), ZIP_LIMITS, problems);
    if (problems.any) return null;
    return {
      container: 'zip',
      entries: entries.map(({ path }) => path),
      records: (into) => zipRecords(content, into),
      only() {
        const [file, second] = entries.filter(({ path }) => !isHidden(path) && JSON_FILE.test(path));
        const bytes = second === undefined ? (file?.read() ?? null) : null;
        return bytes !== null && isZip(bytes) ? null : bytes;
      }
    };
  }
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  const first = text.trimStart()[0];
  if (first !== '[' && first !== '{') return null;
  return first === '{' && areLines(content, text.trimStart())
    ? { container: 'lines', entries: [], records: (into) => lineRecords(content, null, into) }
    : { container: 'json', entries: [], records: (into) => documentRecords(content, into) };
}

const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === ZIP;

function isWhole(content: FileContent, problems: ProblemList): boolean {
  if (sizeOf(content) <= MOST_WHOLE) return true;
  problems.add(null, 'file', say('fileTooLarge', { most: MOST_WHOLE / 1024 / 1024 }));
  return false;
}

/**
 * Whether a file that begins with an object is one object per line: a second object follows the line of the first one. A single line
 * is a document if its records are in an array or its members are those of a known document.
 */
function areLines(content: FileContent, head: string): boolean {
  const [line = '', second] = head.split(/\r?\n/).filter((one) => one.trim() !== '');
  if (second !== undefined) return parseLenient(line) !== undefined && second.trimStart().startsWith('{');
  for (const { path, element, value } of jsonParts(content, STREAMED, new ProblemList()))
    if ((element !== null && path !== '' && isObject(value)) || DOCUMENTS.includes(path)) return false;
  return true;
}

function* documentRecords(content: FileContent, problems: ProblemList): Generator<ForeignRecord> {
  for (const { path, element, value } of jsonParts(content, STREAMED, problems))
    yield { path, isElement: element !== null, member: null, value };
}

function* lineRecords(content: FileContent, member: string | null, problems: ProblemList): Generator<ForeignRecord> {
  for (const { row, text } of textLines(content, problems)) {
    if (text.trim() === '') continue;
    if (isTooDeep(text)) {
      problems.add(row, 'line', sayImport('jsonLevels', { most: MOST_LEVELS }), text);
      continue;
    }
    const value = parseLenient(text);
    if (!isObject(value)) {
      problems.add(row, 'line', say('lineNotObject'), text);
      continue;
    }
    const repeated = repeatedKeys(text);
    if (repeated.length > 0) problems.add(row, 'line', sayImport('keyRepeated', { keys: shownKeys(repeated) }));
    else yield { path: '', isElement: true, member, value };
  }
}

/** JSON files of an archive, each a record; its JSON lines, each line a record. Other files are records without a value; hidden ones are passed over. */
function* zipRecords(content: FileContent, problems: ProblemList): Generator<ForeignRecord> {
  for (const { path, read } of openZip(wholeOf(content), ZIP_LIMITS, problems)) {
    if (isHidden(path)) continue;
    if (!JSON_FILE.test(path)) {
      yield { path: '', isElement: false, member: path, value: undefined };
      continue;
    }
    const bytes = read();
    if (bytes === null) return;
    const within = new ProblemList();
    if (/\.jsonl$/i.test(path)) yield* lineRecords(bytes, path, within);
    else for (const { value } of jsonParts(bytes, [], within)) yield { path: '', isElement: true, member: path, value };
    for (const { row, wording, found } of within.all) problems.add(row, path, wording, found);
    if (problems.any) return;
  }
}

async function* parquetRecords(content: FileContent, problems: ProblemList): AsyncGenerator<ForeignRecord> {
  for await (const value of parquetRows(wholeOf(content), problems))
    yield { path: '', isElement: true, member: null, value };
}

/** The beginning of a file: its first record, and the members of its document before that. */
export async function glimpseOf(file: ForeignFile, problems: ProblemList): Promise<Glimpse> {
  const members = new Set<string>();
  let first: JsonObject = {};
  let path = '';
  // An Inspect log is described by its header, wherever that is in the archive.
  const isLog = file.entries.includes('header.json');
  for await (const record of file.records(problems)) {
    if (!record.isElement) {
      members.add(record.path);
      continue;
    }
    if (record.path !== '') members.add(record.path.split('.')[0]!);
    if (isLog && !record.member?.endsWith('header.json')) continue;
    if (isObject(record.value)) [first, path] = [record.value, record.path];
    break;
  }
  return { container: file.container, members: [...members], first, path, entries: file.entries };
}
