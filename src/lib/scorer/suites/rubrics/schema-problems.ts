/** Values of a rubric file that its schema refuses, in words. */
import type { z } from 'zod';
import {
  pathInWords,
  quoted,
  type Path,
  type RubricPlaces,
  type RubricProblem,
  asSentence
} from './rubric-problems.ts';
import { rubricSchema } from './rubric.ts';

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields',
  record: 'fields',
  null: 'null'
};
const named = (type: string) => typeNames[type] ?? type;

/** Edits from one word to another, as far as a slip of the fingers goes. */
function distance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, k) => k);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1)
      );
    row = next;
  }
  return row[two.length] ?? 0;
}

const nearest = (word: string, known: readonly string[]): string | undefined =>
  known
    .filter((one) => Math.abs(one.length - word.length) <= 2)
    .map((one) => ({ one, edits: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ edits }) => edits <= 2)
    .sort((a, b) => a.edits - b.edits)[0]?.one;

/** Fields that an object at a path may have. */
function fieldsAt(path: Path): string[] {
  let schema: unknown = rubricSchema;
  for (const step of path) {
    let inner = unwrapped(schema);
    if (inner?.options) inner = inner.options.find((one) => String(step) in (unwrapped(one)?.shape ?? {})) as Inner;
    schema = inner?.shape?.[String(step)] ?? inner?.element ?? inner?.valueType;
  }
  const last = unwrapped(schema);
  return Object.keys(last?.shape ?? {});
}
interface Inner {
  shape?: Record<string, unknown>;
  element?: unknown;
  valueType?: unknown;
  options?: unknown[];
  unwrap?: () => unknown;
}
function unwrapped(schema: unknown): Inner | undefined {
  let inner = schema as Inner | undefined;
  while (inner?.shape === undefined && inner?.element === undefined && typeof inner?.unwrap === 'function')
    inner = inner.unwrap() as Inner;
  return inner;
}

/** Problems of the file from one issue of the schema; one problem for each field that the schema does not know. */
export function problemsOfIssue(issue: z.core.$ZodIssue, places: RubricPlaces, value: unknown): RubricProblem[] {
  const at = (path: Path, problem: string, fix: string, place = places.at(path)): RubricProblem => ({
    line: place?.line ?? null,
    column: place?.column ?? null,
    path: pathInWords(path),
    problem,
    fix
  });
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = fieldsAt(issue.path);
      return issue.keys.map((key) => {
        const near = nearest(key, known);
        const list = known.length > 0 ? ` Fields here: ${known.join(', ')}.` : '';
        // In YAML's braces a comma ends a text that has no quotation marks; the rest is a field without a value.
        const isRest = key.includes(' ') && valueAt(value, [...issue.path, key]) === null;
        const fix = isRest
          ? 'Put the text before it in quotation marks: a comma ends it.'
          : near === undefined
            ? `Remove it.${list}`
            : `Write ${JSON.stringify(near)}.`;
        return at([...issue.path, key], `There is no field ${quoted(key)} here.`, fix, places.ofKey(issue.path, key));
      });
    }
    case 'invalid_type': {
      const found = valueAt(value, issue.path);
      if (found === undefined) return [at(issue.path, 'It is missing.', `Add it: ${named(issue.expected)}.`)];
      const is = Array.isArray(found)
        ? 'a list'
        : found === null
          ? 'empty'
          : typeof found === 'object'
            ? 'fields'
            : typeof found === 'number'
              ? String(found)
              : quoted(found);
      const quote = issue.expected === 'string' ? ' Put it in quotation marks.' : '';
      return [at(issue.path, `It is ${is}.`, `Give ${named(issue.expected)}.${quote}`)];
    }
    case 'invalid_value': {
      const choices = issue.values.map((one) => JSON.stringify(one));
      const found = valueAt(value, issue.path);
      const near = typeof found === 'string' ? nearest(found, issue.values.map(String)) : undefined;
      const fix = near === undefined ? `Write ${choices.join(' or ')}.` : `Write ${JSON.stringify(near)}.`;
      return [at(issue.path, found === undefined ? 'It is missing.' : `It is ${quoted(found)}.`, fix)];
    }
    case 'invalid_union': {
      const kinds =
        unwrapped(schemaOfAggregation())?.options?.map((one) =>
          String((unwrapped(one)?.shape?.kind as { value?: unknown } | undefined)?.value)
        ) ?? [];
      const found = valueAt(value, issue.path);
      return [
        at(
          issue.path,
          found === undefined ? 'It is missing.' : `It is ${quoted(found)}.`,
          `Write one of ${kinds.join(', ')}.`
        )
      ];
    }
    case 'too_small':
      return [
        at(
          issue.path,
          issue.origin === 'number' || issue.origin === 'int' ? 'It is too small.' : 'It is too short.',
          `${issue.inclusive === false ? 'Above' : 'At least'} ${String(issue.minimum)}${countOf(issue.origin)}.`
        )
      ];
    case 'too_big':
      return [
        at(
          issue.path,
          issue.origin === 'number' || issue.origin === 'int' ? 'It is too large.' : 'It is too long.',
          `At most ${String(issue.maximum)}${countOf(issue.origin)}.`
        )
      ];
    case 'invalid_format':
      return [
        at(issue.path, `${quoted(valueAt(value, issue.path))} cannot be used here.`, `${asSentence(issue.message)}`)
      ];
    case 'invalid_key': {
      const key = quoted(String(issue.path.at(-1)));
      return issue.issues.map((one) => at(issue.path, `${key} cannot be used here.`, asSentence(one.message)));
    }
    default:
      return [at(issue.path, 'It cannot be used.', asSentence(issue.message))];
  }
}

const schemaOfAggregation = () => rubricSchema.shape.aggregation;
const countOf = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value
  );
}
