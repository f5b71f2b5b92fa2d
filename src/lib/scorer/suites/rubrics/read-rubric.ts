/** A rubric file, YAML or JSON, read whole, or everything that is wrong with it: where, what, and how to fix it. */
import { LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import { canonicalJson } from '../../../canonical-json.ts';
import { checkRubric } from './check-rubric.ts';
import { notationFault } from './notation-limits.ts';
import { pathInWords, RubricPlaces, type RubricProblem, asSentence } from './rubric-problems.ts';
import { hashRubric, type Rubric, RUBRIC_FORMAT, rubricSchema } from './rubric.ts';
import { problemsOfIssue } from './schema-problems.ts';

export type RubricReading =
  | { ok: true; rubric: Rubric; hash: string; canonical: string }
  | { ok: false; problems: RubricProblem[] };

/** Characters of a rubric file at most: benchmarks with criteria of their own for each query have some millions. */
const LONGEST_RUBRIC = 20_000_000;

/** Parts that aliases within aliases stand for: each may repeat the ones before it. */
const MOST_REPEATS = 100;

/** The reader's error about aliases in words that the catalogues have. */
function aliasFault(error: unknown): string {
  const unknown = /^Unresolved alias .*: (.+)$/s.exec(error instanceof Error ? error.message : '')?.[1];
  if (unknown !== undefined) return `The alias ${unknown} has no anchor before it.`;
  return `Aliases repeat parts of the file more than ${MOST_REPEATS} times.`;
}

const notationProblem = ({ code, message }: YAMLParseError): Pick<RubricProblem, 'problem' | 'fix'> =>
  code === 'MULTIPLE_DOCS'
    ? { problem: 'A second document begins here.', fix: 'Write each rubric into a file of its own.' }
    : { problem: asSentence(message), fix: 'Correct the notation (YAML or JSON).' };

/** Reads a rubric file. JSON is read as YAML, of which it is a part, so that both have places. */
export function readRubric(given: string): RubricReading {
  const whole = (problem: string, fix: string): RubricReading => ({
    ok: false,
    problems: [{ line: null, column: null, path: '', problem, fix }]
  });
  const text = given.replace(/^\uFEFF/u, '');
  if (text.length > LONGEST_RUBRIC)
    return whole('The file is too long.', `At most ${String(LONGEST_RUBRIC)} characters.`);
  if (text.trim() === '') return whole('The file is empty.', `Begin it with "format: ${RUBRIC_FORMAT}".`);
  const lines = new LineCounter();
  // Tabs between the tokens of JSON would be refused as indentation; one blank in their place keeps the columns.
  const isJson = /^\s*\{/u.test(text);
  const notation = isJson ? text.replace(/\t/gu, ' ') : text;
  const tooMuch = notationFault(notation);
  if (tooMuch !== null) {
    const line = notation.slice(0, tooMuch.offset).split('\n').length;
    const column = tooMuch.offset - notation.lastIndexOf('\n', tooMuch.offset - 1);
    return { ok: false, problems: [{ line, column, path: '', problem: tooMuch.problem, fix: tooMuch.fix }] };
  }
  const document = parseDocument(notation, {
    lineCounter: lines,
    uniqueKeys: false,
    schema: 'core',
    // A key such as 0012 is a qid, not the number 12.
    stringKeys: true,
    prettyErrors: false,
    // Under `silent`, what follows a first document is left out without an error.
    logLevel: 'error'
  });
  if (document.errors.length > 0) {
    return {
      ok: false,
      problems: document.errors.slice(0, 20).map((error) => {
        const { line, col } = lines.linePos(error.pos[0]);
        return { line, column: col, path: '', ...notationProblem(error) };
      })
    };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MOST_REPEATS });
  } catch (error) {
    return whole(aliasFault(error), 'Write repeated parts out.');
  }
  const places = new RubricPlaces(document, lines);
  const parsed = rubricSchema.safeParse(value);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.flatMap((issue) => problemsOfIssue(issue, places, value)).slice(0, 100)
    };
  const problems: RubricProblem[] = [];
  checkRubric(parsed.data, (path, problem, fix) => {
    const place = places.at(path);
    problems.push({ line: place?.line ?? null, column: place?.column ?? null, path: pathInWords(path), problem, fix });
  });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, 100) };
  return { ok: true, rubric: parsed.data, hash: hashRubric(parsed.data), canonical: canonicalJson(parsed.data) };
}
