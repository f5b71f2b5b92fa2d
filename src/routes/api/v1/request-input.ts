import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { problemSaid, refuse, worded, type Problem } from '$lib/errors.ts';
import { repeatedKeys, shownKeys } from '$lib/exchange/format/repeated-keys.ts';
import { sayingsOf, type Saying } from '$lib/messages/sayings.ts';
import { issueSaid } from '$lib/messages/schema-issues.ts';
import { sha256 } from '$lib/server/db/id.ts';
import type { Operation } from './operation.ts';

const MOST_PROBLEMS = 50;
/** No schema of an operation has more levels. */
const DEEPEST = 40;
const sayIssue = sayingsOf('schemaIssues');

interface Input {
  query: unknown;
  body: unknown;
  /** The whole request in one text, by which a repeated one is recognised. */
  said: string;
}

/** Input of a request, in the form of the operation's schemas; else a refusal that names each fault. */
export async function inputBy(operation: Operation, request: Request, url: URL): Promise<Input> {
  const query = queryOf(operation, url);
  const bytes = request.body === null ? Buffer.alloc(0) : Buffer.from(await request.arrayBuffer());
  const said = JSON.stringify([request.method, url.pathname, url.search, sha256(bytes)]);
  return { query, said, body: bodyOf(operation, request, bytes) };
}

function queryOf({ query }: Operation, url: URL): unknown {
  const given = Object.fromEntries(url.searchParams);
  // An object would keep the last value and drop the others without a word.
  const repeated = Object.keys(given).filter((name) => url.searchParams.getAll(name).length > 1);
  if (repeated.length > 0)
    refuse.invalid(
      worded('requestInvalid'),
      repeated.map((name) => problemSaid(null, name, sayIssue('repeated')))
    );
  if (query) return parsed(query, given, 'query');
  const [name] = Object.keys(given);
  if (name !== undefined) refuse.invalid(worded('requestInvalid'), [fault(name, 'There is no such parameter.')]);
  return {};
}

function bodyOf({ body }: Operation, request: Request, bytes: Buffer): unknown {
  if (body === undefined) return undefined;
  if (takesBytes(body)) return parsed(body, new Uint8Array(bytes));
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '')) refuse.invalid(worded('requestNotJson'));
  const text = isUtf8(bytes) ? bytes.toString('utf8') : refuse.invalid(worded('requestNotUtf8'));
  const value = jsonIn(text);
  // JSON.parse would keep the last value and drop the others without a word.
  const repeated = repeatedKeys(text);
  if (repeated.length > 0) refuse.invalid(worded('requestKeysRepeated', { keys: shownKeys(repeated) }));
  const damaged = ESCAPED.test(text) ? [...damagedTexts(value)].slice(0, MOST_PROBLEMS) : [];
  if (damaged.length > 0) refuse.invalid(worded('requestInvalid'), damaged);
  return parsed(body, value);
}

/** A zero character or a surrogate, written as an escape: text that is read as UTF-8 has them in no other form. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** Texts of a body that neither the database nor a file would store as they are. */
function* damagedTexts(value: unknown, path: readonly PropertyKey[] = []): Generator<Problem> {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) yield problemIn(path, 'body', sayIssue('character'));
  } else if (typeof value === 'object' && value !== null && path.length < DEEPEST) {
    const list = Array.isArray(value);
    for (const [key, one] of Object.entries(value)) yield* damagedTexts(one, [...path, list ? Number(key) : key]);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse.invalid(worded('requestNotJson'));
  }
}

/** A body that is a file. */
export const fileBody = z.instanceof(Uint8Array).meta({ format: 'binary' });

/** Whether a body is a file as it is. */
export const takesBytes = (body: z.ZodType): boolean => body.meta()?.format === 'binary';

function parsed<T>(schema: z.ZodType<T>, value: unknown, whole: 'query' | 'body' = 'body'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  return refuse.invalid(
    worded('requestInvalid'),
    result.error.issues.slice(0, MOST_PROBLEMS).map((issue) => problemIn(issue.path, whole, issueSaid(issue)))
  );
}

function problemIn(path: readonly PropertyKey[], whole: string, reason: Saying): Problem {
  const { row, field } = placeOf(path);
  return problemSaid(row, field ?? whole, reason);
}

/** Where in a body a fault is: a row of `rows`, counted from 1 as in files, and the field in it; null if it is the whole. */
function placeOf([list, index, ...field]: readonly PropertyKey[]): { row: number | null; field: string | null } {
  if (list === 'rows' && typeof index === 'number')
    return { row: index + 1, field: field.map(String).join('.') || 'row' };
  const path = [list, index, ...field].filter((part) => part !== undefined);
  return { row: null, field: path.map(String).join('.') || null };
}

const fault = (column: string, reason: string): Problem => ({ row: null, column, reason });
