/**
 * Files of published suites as rows: JSON, a JSON list, JSON lines or CSV. Faults name file and line; fields that a form does not
 * take are counted by name, so that nothing is left out silently.
 */
import { parse } from 'csv-parse/sync';
import { parseExact } from '../../../../canonical-json.ts';
import { isFields, type Fields } from '../official/numbers.ts';

/** A file with its name as it was given, folders included: some suites say in folders what the file lacks. */
export interface GivenFile {
  name: string;
  text: string;
}

/** A row with its place; the line is null if the file is one object. */
export interface GivenRow {
  file: string;
  line: number | null;
  row: Fields;
}

/** Why a file cannot be read whole: where, and what. */
export class FileFault extends Error {
  readonly file: string | null;
  readonly line: number | null;
  constructor(place: { file: string; line: number | null } | null, problem: string) {
    super(problem);
    this.file = place?.file ?? null;
    this.line = place?.line ?? null;
  }
}

/** Names and counts of fields that were not taken. */
export class LeftFields {
  readonly #counts = new Map<string, number>();
  see(row: unknown, taken: readonly string[], prefix = ''): void {
    if (!isFields(row)) return;
    for (const field of Object.keys(row)) if (!taken.includes(field)) this.add(`${prefix}${field}`);
  }
  add(field: string): void {
    this.#counts.set(field, (this.#counts.get(field) ?? 0) + 1);
  }
  get all(): { field: string; count: number }[] {
    return [...this.#counts].map(([field, count]) => ({ field, count }));
  }
}

export const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
export const idOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : wordsOf(value));

/** The objects of a list; anything else in it is a fault that names its place. */
export function objectsIn(value: unknown, what: string, place: GivenRow): Fields[] {
  if (!Array.isArray(value)) throw new FileFault(place, `${what} is not a list`);
  return value.map((one: unknown, k) => {
    if (isFields(one)) return one;
    throw new FileFault(place, `entry ${String(k + 1)} of ${what} is not an object`);
  });
}

/** The fields of an object; anything else in its place is a fault, since what it holds would be left out. */
export function fieldsIn(value: unknown, what: string, place: GivenRow): Fields {
  if (isFields(value)) return value;
  throw new FileFault(place, `${what} is not an object`);
}

function jsonOf(text: string): { value: unknown } | null {
  try {
    return { value: parseExact(text) };
  } catch {
    return null;
  }
}

/** The value of a cell or field that holds JSON as text; the value itself if it is none. */
export function unwrapJson(value: unknown): unknown {
  return typeof value === 'string' ? (jsonOf(value)?.value ?? value) : value;
}

/** A table with a header, told by a first line that is no JSON and has a comma. */
function csvRows({ name, text }: GivenFile): GivenRow[] | null {
  const first = text.trimStart();
  if (/^[[{]/u.test(first) || !first.split('\n', 1)[0]?.includes(',')) return null;
  try {
    const rows: { record: Fields; info: { lines: number } }[] = parse(text, { columns: true, bom: true, info: true });
    return rows.map(({ record, info }) => ({ file: name, line: info.lines, row: record }));
  } catch (error) {
    throw new FileFault({ file: name, line: null }, `the table cannot be read: ${String((error as Error).message)}`);
  }
}

function rowsOf(file: GivenFile): GivenRow[] {
  const text = file.text.replace(/^\uFEFF/u, '');
  if (text.startsWith('PAR1'))
    throw new FileFault({ file: file.name, line: null }, 'it is a Parquet file: save it as CSV or JSON lines first');
  const whole = jsonOf(text);
  const rowOf = (line: number | null, value: unknown): GivenRow => {
    if (isFields(value)) return { file: file.name, line, row: value };
    throw new FileFault({ file: file.name, line }, 'the line is not a JSON object');
  };
  if (isFields(whole?.value)) return [rowOf(text.trimEnd().includes('\n') ? null : 1, whole.value)];
  if (Array.isArray(whole?.value)) return whole.value.map((one) => rowOf(1, one));
  return (
    csvRows({ ...file, text }) ??
    text.split('\n').flatMap((line, k) => (line.trim() === '' ? [] : [rowOf(k + 1, jsonOf(line)?.value)]))
  );
}

/** All rows of all files, in their order. */
export function givenRows(files: readonly GivenFile[]): GivenRow[] {
  return files.flatMap((file) => {
    const rows = rowsOf(file);
    if (rows.length === 0) throw new FileFault({ file: file.name, line: null }, 'the file is empty');
    return rows;
  });
}
