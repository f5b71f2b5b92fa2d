import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { isStored, type FileContent } from '../format/file-content.ts';
import { repeatedKeys, shownKeys } from '../format/repeated-keys.ts';
import { isObject, parseJson, type JsonObject } from '../format/json-value.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { isAveraged, readGrading } from './grading.ts';
import { bareQid, isCriterion, type ReferenceFile, type ReferenceReport, type ReferenceResult } from './results.ts';
import { noteDocument, noteEntry } from './untaken.ts';
import { Untaken } from '../format/untaken.ts';
import { textLines } from '../format/text-lines.ts';
import { decodeUtf8 } from '../format/utf8.ts';

const say = sayingsOf('referenceProblems');
const sayNote = sayingsOf('referenceNotes');

/** How the reference begins a line: what follows a line that was cut off stands on the same line. */
const BEGINNING = '{"query_id"';

const KEY = /^(.+)_grading_results$/;

/**
 * Reads `reports_*.json`, detailed, averaged or incremental results of the reference scorer.
 *
 * A line of an incremental file that was cut off, as a stopped process leaves it, is left out with a note: the result that
 * it held counts as missing. Whatever else is not of the shape is a problem. What a judge answered is read by
 * `readGrading`, which believes little of it.
 *
 * @param untaken counts the fields that are neither taken nor follow from those that are
 */
export function parseReferenceResults(
  content: FileContent,
  name: string,
  untaken = new Untaken()
): Parsed<ReferenceFile> {
  const problems = new ProblemList();
  if (isStored(content)) return problems.answer(readLines(content, name, problems, untaken));
  const text = decodeUtf8(content, problems);
  if (text === null) return { ok: false, problems: problems.all };
  return problems.answer(readText(text, content, name, problems, untaken));
}

function readText(
  text: string,
  content: FileContent,
  name: string,
  problems: ProblemList,
  untaken: Untaken
): ReferenceFile {
  const whole = parseJson(text);
  if (whole !== undefined) noteRepeated(repeatedKeys(text), name, problems);
  if (isObject(whole) && Array.isArray(whole['reports'])) {
    noteDocument(whole, untaken);
    return readDocument(whole['reports'], name, problems, untaken);
  }
  if (isObject(whole) && isObject(whole['results_by_model'])) return unreadable(name, say('meansOnly'), problems);
  if (whole === undefined && /\.json$/i.test(name)) return unreadable(name, say('notWhole'), problems);
  return readLines(content, name, problems, untaken);
}

function noteRepeated(keys: readonly string[], name: string, problems: ProblemList): void {
  if (keys.length > 0) problems.note(sayNote('repeatedKeys', { name, keys: shownKeys(keys) }));
}

const empty = (kind: ReferenceFile['kind']): ReferenceFile => ({ kind, reports: [], results: [] });

function unreadable(name: string, reason: Saying, problems: ProblemList): ReferenceFile {
  problems.add(null, name, reason);
  return empty('reports');
}

function readDocument(
  reports: readonly unknown[],
  name: string,
  problems: ProblemList,
  untaken: Untaken
): ReferenceFile {
  const file = empty('reports');
  reports.forEach((entry, at) => {
    if (!isObject(entry)) problems.add(at + 1, 'reports', say('notObject'), JSON.stringify(entry));
    else readEntry(entry, { name, row: at + 1, word: 'report', own: false }, file, problems, untaken);
  });
  if (reports.length === 0) problems.add(null, name, say('noReport'));
  const graded = reports.flatMap((entry) =>
    isObject(entry) ? Object.entries(entry).flatMap(([key, value]) => (KEY.test(key) ? [value] : [])) : []
  );
  if (graded.length > 0) file.kind = graded.some(isAveraged) ? 'averaged' : 'detailed';
  if (file.kind === 'averaged') problems.note(sayNote('averages', { name }));
  return file;
}

function readLines(content: FileContent, name: string, problems: ProblemList, untaken: Untaken): ReferenceFile {
  const file = empty('incremental');
  const cut: number[] = [];
  const repeated = new Set<string>();
  for (const { row, text: line } of textLines(content, problems)) {
    if (line.trim() === '') continue;
    const read = parseJson(line);
    if (read === undefined) cut.push(row);
    else for (const key of repeatedKeys(line)) repeated.add(key);
    const entry = read === undefined ? parseJson(line.slice(Math.max(0, line.lastIndexOf(BEGINNING)))) : read;
    if (entry === undefined) continue;
    if (!isObject(entry)) problems.add(row, 'line', say('notObject'), line);
    else readEntry(entry, { name, row, word: 'line', own: true }, file, problems, untaken);
  }
  noteRepeated([...repeated], name, problems);
  if (file.reports.length === 0 && !problems.any) problems.add(cut[0] ?? null, name, say('notReference'));
  else if (cut.length > 0)
    problems.note(
      sayNote('linesCut', { name, n: cut.length, lines: `${cut.slice(0, 5).join(', ')}${cut.length > 5 ? ', …' : ''}` })
    );
  return file;
}

interface Place {
  name: string;
  row: number;
  word: 'report' | 'line';
  own: boolean;
}

function readEntry(
  entry: JsonObject,
  place: Place,
  file: ReferenceFile,
  problems: ProblemList,
  untaken: Untaken
): void {
  const field = (column: string): string | null => {
    const value = entry[column];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string') return value;
    if (column === 'query_id' && Number.isSafeInteger(value)) return String(value);
    problems.add(place.row, column, say('notText'), JSON.stringify(value));
    return null;
  };
  const qid = bareQid(field('query_id') ?? '');
  if (qid === '') {
    problems.add(place.row, 'query_id', say('queryIdMissing'));
    return;
  }
  const report: ReferenceReport = {
    system: field('model_name')?.trim() ?? null,
    qid,
    query: field('query'),
    path: field('report_file_path')
  };
  file.reports.push(report);
  noteEntry(entry, untaken);
  for (const [key, value] of Object.entries(entry)) {
    const criterion = KEY.exec(key)?.[1];
    if (criterion !== undefined) addResults(criterion, value, report, place, file, problems);
  }
  for (const [criterion, reason] of Object.entries(isObject(entry[UNSCORED]) ? entry[UNSCORED] : {}))
    if (isObject(reason)) addResults(criterion, reason, report, place, file, problems);
}

/** Where our own writer puts results that the reference would count although there are none. */
export const UNSCORED = 'unscored';

function addResults(
  criterion: string,
  value: unknown,
  { system, qid }: ReferenceReport,
  place: Place,
  file: ReferenceFile,
  problems: ProblemList
): void {
  if (!isCriterion(criterion)) {
    problems.note(sayNote('otherCriterion', { name: place.name, criterion }));
    return;
  }
  for (const graded of readGrading(criterion, value)) {
    const result: ReferenceResult = {
      system,
      qid,
      criterion,
      ...graded,
      from: `${place.name}, ${place.word} ${place.row}`,
      own: place.own
    };
    file.results.push(ofThisReport(result, value));
  }
}

/**
 * A comparison, and every result that we write, says itself which system it is about: the reference may have looked it up
 * by its query alone.
 */
function ofThisReport(result: ReferenceResult, value: unknown): ReferenceResult {
  const evaluated = isObject(value) ? value['evaluated_model'] : undefined;
  if (typeof evaluated !== 'string' || result.system === null) return result;
  if (evaluated === result.system) return { ...result, own: true };
  const reason = `The result recorded here is that of ${evaluated}: the reference scorer keeps results by query only.`;
  return { ...result, said: { kind: 'nothing', reason } };
}
