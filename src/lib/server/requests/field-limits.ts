import { fieldSays, problemAt, type Problem } from '../../errors.ts';

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
  '/p/[project]/alignment/import': ['content'],
  '/p/[project]/runs/[run]/pages': ['text'],
  '/p/[project]/queries/[qid]/material/[suite]': ['content']
};

const DEEPEST = 40;
const MOST_VALUES = 50_000;

/** Which field is longer than it may be, and by how much; null if all are short enough. Files are not counted. */
export function overlongField(
  entries: Iterable<readonly [name: string, value: unknown]>,
  route: string | null = null
): Problem | null {
  const free = (route !== null && Object.hasOwn(WHOLE_FILES, route) && WHOLE_FILES[route]) || [];
  let values = 0;
  for (const [name, value] of entries) {
    if (++values > MOST_VALUES) return problemAt('form', fieldSays('manyFields', { most: MOST_VALUES }));
    if (name.length > 500) return problemAt(`${name.slice(0, 60)}…`, fieldSays('longFieldName', { most: 500 }));
    if (typeof value !== 'string' || free.includes(name)) continue;
    const most = (Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined) ?? OTHERS;
    if (value.length <= most) continue;
    // A form writes each line end as two characters, which no text field shows or counts.
    const length = value.replaceAll('\r\n', '\n').length;
    if (length > most) return problemAt(name, fieldSays('longField', { most, n: length }));
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
 * Finds a field that is too long in a request with a form or JSON, which stays readable. Null if all fields fit, for other
 * content, which its route refuses, and for bodies without a length.
 */
export async function fieldProblem(request: Request, route: string | null): Promise<Problem | null> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null || !request.headers.has('content-length')) return null;
  try {
    if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(type))
      return overlongField(await request.clone().formData(), route);
    if (/^(?:application\/json|text\/plain)/.test(type))
      return overlongField(textsOf(JSON.parse(await request.clone().text())), route);
  } catch (error) {
    if (error instanceof TooDeep) return problemAt('body', fieldSays('deepJson', { most: DEEPEST }));
  }
  return null;
}
