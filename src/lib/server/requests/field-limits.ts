import { fieldSays, problemAt, type Problem } from '../../errors.ts';
import { inOneLine } from '../../names.ts';
import { isStreamed } from './body-size.ts';
import { shortened } from '../../messages/shortened.ts';

/**
 * Most characters of each text field, by its name, for all forms and for JSON alike. What a field means may have a shorter
 * limit of its own; nothing may be longer than it is here.
 */
const LIMITS: Readonly<Record<string, number>> = {
  email: 254,
  password: 500,
  current: 500,
  fresh: 500,
  username: 254,
  once: 64,
  next: 2_000,
  to: 2_000,
  url: 8_000,
  name: 300,
  title: 1_000,
  description: 10_000,
  reason: 10_000,
  answer: 10_000,
  response: 10_000,
  question: 10_000,
  wording: 10_000,
  comment: 10_000,
  error: 10_000,
  note: 50_000,
  guideline: 20_000,
  guidelinePage: 100_000,
  markdown: 100_000,
  content: 100_000,
  goldCsv: 200_000,
  judges: 20_000,
  prices: 100_000,
  qids: 200_000,
  list: 100_000,
  paths: 2_000,
  figures: 10_000
};

/** Of fields that the table does not name. */
const OTHERS = 20_000;

/** Where a field holds a whole file: as long as its request may be (see `body-size.ts`). */
const WHOLE_FILES: Readonly<Record<string, readonly string[]>> = {
  '/p/[project]/verification/survey/import': ['content'],
  '/p/[project]/verification/talks': ['content'],
  // With the file, a description of it that grows with its raters and questions.
  '/p/[project]/alignment/import': ['content', 'foreign'],
  '/p/[project]/runs/[run]/pages': ['text'],
  '/p/[project]/queries/[qid]/material/[suite]': ['content']
};

/** What people choose for themselves and others read within lists and sentences. */
const IN_LINES: readonly string[] = ['name', 'email'];

const DEEPEST = 40;
const MOST_VALUES = 50_000;
/** Fields of a form, or values of JSON, that a stranger may send. */
export const MOST_OF_STRANGERS = 500;

/** Which field is longer than it may be, and by how much, or is a name that changes the text around it; null if there is none. Files are not counted. */
export function faultyField(
  entries: Iterable<readonly [name: string, value: unknown]>,
  route: string | null = null,
  most = MOST_VALUES
): Problem | null {
  const free = (route !== null && Object.hasOwn(WHOLE_FILES, route) && WHOLE_FILES[route]) || [];
  let values = 0;
  for (const [name, value] of entries) {
    if (++values > most) return problemAt('form', fieldSays('manyFields', { most }));
    if (name.length > 500) return problemAt(shortened(name, 60), fieldSays('longFieldName', { most: 500 }));
    if (typeof value !== 'string' || free.includes(name)) continue;
    if (IN_LINES.includes(name) && inOneLine(value.trim()) !== value.trim())
      return problemAt(name, fieldSays('oneLine'));
    const longest = (Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined) ?? OTHERS;
    if (value.length <= longest) continue;
    // A form writes each line end as two characters, which no text field shows or counts.
    const length = value.replaceAll('\r\n', '\n').length;
    if (length > longest) return problemAt(name, fieldSays('longField', { most: longest, n: length }));
  }
  return null;
}

/** The texts of a JSON value with the names under which they stand; the depth is counted, so that nothing recurses for ever. */
function* textsOf(whole: unknown): Generator<[string, unknown]> {
  const waiting: { name: string; value: unknown; depth: number }[] = [{ name: 'body', value: whole, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, value, depth } = next;
    yield [name, value];
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) throw new TooDeep();
    if (Array.isArray(value)) for (const one of value) waiting.push({ name, value: one, depth: depth + 1 });
    else for (const [key, one] of Object.entries(value)) waiting.push({ name: key, value: one, depth: depth + 1 });
  }
}

class TooDeep extends Error {}

/**
 * Finds a field with such a fault in a request with a form or JSON, which stays readable. Null if all fields fit, for other
 * content, which its route refuses, for bodies without a length, and for a form received in pieces, whose fields
 * `receiveUpload` checks.
 *
 * @param most number of fields; a form of strangers has few, and reading one takes microseconds
 */
export async function fieldProblem(
  request: Request,
  route: string | null,
  most = MOST_VALUES
): Promise<Problem | null> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null || !request.headers.has('content-length') || isStreamed(request, route)) return null;
  if (isForm(type)) {
    const bytes = Buffer.from(await request.clone().arrayBuffer());
    if (hasMore(bytes, separatorOf(type), most)) return problemAt('form', fieldSays('manyFields', { most }));
    const fields = await formIn(bytes, type);
    return fields ? faultyField(fields, route, most) : problemAt('form', fieldSays('unreadableForm'));
  }
  if (!/^(?:application\/json|text\/plain)/.test(type)) return null;
  try {
    return faultyField(textsOf(JSON.parse(await request.clone().text())), route, most);
  } catch (error) {
    return error instanceof TooDeep ? problemAt('body', fieldSays('deepJson', { most: DEEPEST })) : null;
  }
}

const isForm = (type: string): boolean => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type);

/** Separates the fields of a form in its body. */
function separatorOf(type: string): string {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  return boundary ? `--${boundary[1] ?? boundary[2]!}` : '&';
}

function hasMore(bytes: Buffer, separator: string, most: number): boolean {
  let n = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length))
    if (++n > most) return true;
  return false;
}

/** The fields of a form; null if the body is none. */
async function formIn(bytes: Buffer<ArrayBuffer>, type: string): Promise<Iterable<readonly [string, unknown]> | null> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    return null;
  }
}
