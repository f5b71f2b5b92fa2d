/** A rubric file, YAML or JSON, read whole, or everything that is wrong with it: where, what, and how to fix it. */
import { LineCounter, parseDocument, type Document, isMap, isPair, isScalar, type Node } from 'yaml';
import type { z } from 'zod';
import { canonicalJson } from '../../runs/fingerprint.ts';
import {
  rubricBranches,
  type RubricAggregation,
  type RubricBranch,
  criteriaIn,
  hashRubric,
  rubricLabels,
  type Rubric,
  type RubricNode,
  RUBRIC_FORMAT,
  rubricSchema
} from './rubric.ts';

export interface RubricProblem {
  /** 1-based; null where the problem is of the whole file. */
  line: number | null;
  column: number | null;
  /** Like `criteria[2].weight`; empty for the file. */
  path: string;
  /** What is wrong, then how to fix it. */
  problem: string;
  fix: string;
}

export type RubricReading =
  { ok: true; rubric: Rubric; hash: string; canonical: string } | { ok: false; problems: RubricProblem[] };

/** Characters of a rubric file at most: benchmarks with criteria of their own for each query have some millions. */
export const LONGEST_RUBRIC = 20_000_000;

type Path = readonly PropertyKey[];

const inWords = (path: Path): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number'
        ? `${text}[${String(step)}]`
        : /^[\w-]+$/u.test(String(step))
          ? `${text}${text === '' ? '' : '.'}${String(step)}`
          : `${text}[${JSON.stringify(String(step))}]`,
    ''
  );

/** Positions of values and keys in the file. */
class Places {
  readonly #document: Document;
  readonly #lines: LineCounter;
  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** Of the value at a path; where it is not there, of the nearest value around it. */
  at(path: Path): { line: number; column: number } | null {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = this.#document.getIn(path.slice(0, length), true) as Node | undefined;
      const start = length === 0 ? this.#document.contents?.range?.[0] : node?.range?.[0];
      if (start !== undefined) return this.#of(start);
    }
    return null;
  }

  /** Of a field's name. */
  ofKey(path: Path, key: string): { line: number; column: number } | null {
    const map = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    if (!isMap(map)) return this.at(path);
    const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key);
    const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return start === undefined ? this.at(path) : this.#of(start);
  }

  #of(offset: number): { line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }
}

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

function problemsOf(issue: z.core.$ZodIssue, places: Places, value: unknown): RubricProblem[] {
  const at = (path: Path, problem: string, fix: string, place = places.at(path)): RubricProblem => ({
    line: place?.line ?? null,
    column: place?.column ?? null,
    path: inWords(path),
    problem,
    fix
  });
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = fieldsAt(issue.path);
      return issue.keys.map((key) => {
        const near = nearest(key, known);
        const list = known.length > 0 ? ` Fields here: ${known.join(', ')}.` : '';
        const fix = near === undefined ? `Remove it.${list}` : `Write ${JSON.stringify(near)}.`;
        return at(
          [...issue.path, key],
          `There is no field ${JSON.stringify(key)} here.`,
          fix,
          places.ofKey(issue.path, key)
        );
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
            : JSON.stringify(found);
      const quote = issue.expected === 'string' ? ' Put it in quotation marks.' : '';
      return [at(issue.path, `It is ${is}.`, `Give ${named(issue.expected)}.${quote}`)];
    }
    case 'invalid_value': {
      const choices = issue.values.map((one) => JSON.stringify(one));
      const found = valueAt(value, issue.path);
      const near = typeof found === 'string' ? nearest(found, issue.values.map(String)) : undefined;
      const fix = near === undefined ? `Write ${choices.join(' or ')}.` : `Write ${JSON.stringify(near)}.`;
      return [at(issue.path, found === undefined ? 'It is missing.' : `It is ${JSON.stringify(found)}.`, fix)];
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
          found === undefined ? 'It is missing.' : `It is ${JSON.stringify(found)}.`,
          `Write one of ${kinds.join(', ')}.`
        )
      ];
    }
    case 'too_small':
      return [
        at(
          issue.path,
          `It is too ${issue.origin === 'number' || issue.origin === 'int' ? 'small' : 'short'}.`,
          `At least ${String(issue.minimum)}${countOf(issue.origin)}.`
        )
      ];
    case 'too_big':
      return [
        at(
          issue.path,
          `It is too ${issue.origin === 'number' || issue.origin === 'int' ? 'large' : 'long'}.`,
          `At most ${String(issue.maximum)}${countOf(issue.origin)}.`
        )
      ];
    case 'invalid_format':
      return [
        at(
          issue.path,
          `${JSON.stringify(valueAt(value, issue.path))} cannot be used here.`,
          `${sentence(issue.message)}`
        )
      ];
    default:
      return [at(issue.path, 'It cannot be used.', sentence(issue.message))];
  }
}

const schemaOfAggregation = () => rubricSchema.shape.aggregation;
const countOf = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');
const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/u, '.')}`;

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value
  );
}

type Report = (path: Path, problem: string, fix: string) => void;

function checkScale({ scale }: Rubric, report: Report): void {
  if (scale === undefined) return;
  if ((scale.labels === undefined) === (scale.range === undefined))
    report(['scale'], 'A scale has either labels or a range.', 'Keep one of "labels" and "range".');
  const seen = new Set<string>();
  scale.labels?.forEach(({ label }, k) => {
    if (seen.has(label))
      report(
        ['scale', 'labels', k, 'label'],
        `The label ${JSON.stringify(label)} is there twice.`,
        'Give each label once.'
      );
    seen.add(label);
  });
  if (scale.labels !== undefined && scale.labels.every(({ value }) => value === null))
    report(['scale', 'labels'], 'No label has a value.', 'Give at least one label a number as value.');
  if (scale.range !== undefined && scale.range.to <= scale.range.from)
    report(['scale', 'range', 'to'], 'The range ends before it begins.', 'Make "to" larger than "from".');
}

function checkNodes(
  nodes: readonly RubricNode[],
  path: Path,
  report: Report,
  within: RubricAggregation,
  parentCritical = false
): void {
  nodes.forEach((node, k) => {
    const here = [...path, k];
    const isGroup = node.criteria !== undefined;
    if (!isGroup && node.text === undefined)
      report(here, 'A criterion has no text.', 'Add "text", or "criteria" to make it a group.');
    if (isGroup && node.text !== undefined)
      report(
        [...here, 'text'],
        'A group has no text of its own.',
        'Use "title" for the group, and "text" in its criteria.'
      );
    if (!isGroup && (node.aggregation !== undefined || node.order !== undefined))
      report(here, 'Only a group has "aggregation" and "order".', 'Remove them, or add "criteria".');
    if (parentCritical && node.critical !== true)
      report(here, 'It is not critical, although its group is.', 'Add "critical: true", or remove it from the group.');
    if (node.critical === true && within.kind !== 'tree')
      report(
        [...here, 'critical'],
        'Only a tree has critical nodes.',
        'Use "aggregation: {kind: tree}", or remove "critical".'
      );
    const averages = within.kind === 'weighted-mean' || within.kind === 'against-reference';
    if (averages && (node.weight ?? 1) < 0)
      report(
        [...here, 'weight'],
        'A weighted mean takes no weights below 0.',
        'Use "aggregation: {kind: signed-sum}" for faults.'
      );
    if (node.criteria !== undefined) {
      const inner = averages ? (node.aggregation ?? { kind: 'weighted-mean' as const }) : within;
      if (!averages && node.aggregation !== undefined)
        report([...here, 'aggregation'], `Groups have no score of their own under ${within.kind}.`, 'Remove it.');
      checkNodes(node.criteria, [...here, 'criteria'], report, inner, node.critical === true);
    }
  });
}

function checkAggregation(
  how: RubricAggregation,
  path: Path,
  report: Report,
  known: { labels: ReadonlySet<string>; tags: ReadonlySet<string> }
): void {
  const chosen = 'only' in how ? (how.only ?? []) : [];
  chosen.forEach((one, k) => {
    if (!known.tags.has(one))
      report(
        [...path, 'only', k],
        `No criterion has the tag, or is in the group, ${JSON.stringify(one)}.`,
        known.tags.size > 0
          ? `Tags and groups: ${[...known.tags].slice(0, 20).join(', ')}.`
          : 'Add it to "tags" of a criterion.'
      );
  });
  for (const label of Object.keys(('values' in how ? how.values : undefined) ?? {}))
    if (!known.labels.has(label))
      report(
        [...path, 'values', label],
        `The scale has no label ${JSON.stringify(label)}.`,
        `Labels: ${[...known.labels].join(', ')}.`
      );
  if (how.kind === 'penalties') {
    how.table.forEach(({ upTo }, k) => {
      const here = [...path, 'table', k, 'upTo'];
      const before = k === 0 ? -1 : (how.table[k - 1]?.upTo ?? Infinity);
      const isLast = k === how.table.length - 1;
      if (isLast !== (upTo === null))
        report(here, 'The last row, and only that, has upTo null.', 'End the table with a row for all larger numbers.');
      else if (upTo !== null && upTo <= before) report(here, 'The rows do not rise.', 'Sort them by "upTo".');
    });
  }
}

const placeholders = ['query', 'date', 'context', 'criteria', 'scale', 'report', 'reference'];

function checkPrompt({ prompt, aggregation }: Rubric, report: Report): void {
  const { message } = prompt ?? {};
  if (message === undefined) return;
  const path = ['prompt', 'message'];
  const found = [...message.matchAll(/\{([a-z]+)\}/gu)].map(([, name = '']) => name);
  for (const name of new Set(found))
    if (!placeholders.includes(name))
      report(
        path,
        `There is no placeholder {${name}}.`,
        `Placeholders: ${placeholders.map((one) => `{${one}}`).join(', ')}.`
      );
  const needed = ['report', 'criteria', ...(aggregation.kind === 'against-reference' ? ['reference'] : [])];
  for (const name of needed)
    if (!found.includes(name))
      report(path, `It does not hold {${name}}, so the judge would not see it.`, `Add {${name}}.`);
}

/** Tags of criteria and keys of groups. */
function tagsIn(branches: readonly RubricBranch[]): string[] {
  return criteriaIn(branches).flatMap(({ tags, groups }) => [...tags, ...groups.map(({ key }) => key)]);
}

/** What the schema alone cannot say. */
function checkRubric(rubric: Rubric, report: Report): void {
  checkScale(rubric, report);
  const lists: [Path, readonly RubricNode[]][] = Object.entries(rubric.queries ?? {}).map(([qid, one]) => [
    ['queries', qid, 'criteria'],
    one.criteria
  ]);
  if (rubric.criteria !== undefined) lists.unshift([['criteria'], rubric.criteria]);
  if (lists.length === 0)
    report([], 'There are no criteria.', 'Add "criteria" for every query, or "queries" with criteria by qid.');
  const tags = new Set<string>();
  for (const [path, nodes] of lists) {
    checkNodes(nodes, path, report, rubric.aggregation);
    const branches = rubricBranches(nodes);
    const seen = new Set<string>();
    for (const key of keysIn(branches)) {
      if (seen.has(key))
        report(
          path,
          `The key ${JSON.stringify(key)} is there twice.`,
          'Give each criterion and group a key of its own.'
        );
      seen.add(key);
    }
    for (const tag of tagsIn(branches)) tags.add(tag);
  }
  const known = { labels: new Set(rubricLabels(rubric).map(({ label }) => label)), tags };
  checkAggregation(rubric.aggregation, ['aggregation'], report, known);
  for (const [name, { aggregation }] of Object.entries(rubric.figures ?? {}))
    checkAggregation(aggregation, ['figures', name, 'aggregation'], report, known);
  for (const end of ['above', 'below'] as const) {
    const figure = rubric.systems?.pooled[end];
    if (figure !== undefined && !Object.hasOwn(rubric.figures ?? {}, figure))
      report(
        ['systems', 'pooled', end],
        `There is no figure ${JSON.stringify(figure)}.`,
        `Add it to "figures", or write one of ${Object.keys(rubric.figures ?? {}).join(', ') || 'its names'}.`
      );
  }
  checkPrompt(rubric, report);
  if (rubric.score !== undefined && rubric.score.max <= rubric.score.min)
    report(['score', 'max'], 'The highest score is not above the lowest.', 'Make "max" larger than "min".');
}

const keysIn = (branches: readonly RubricBranch[]): string[] =>
  branches.flatMap((one) => (one.kind === 'criterion' ? [one.key] : [one.key, ...keysIn(one.children)]));

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
  const document = parseDocument(isJson ? text.replace(/\t/gu, ' ') : text, {
    lineCounter: lines,
    schema: 'core',
    prettyErrors: false,
    logLevel: 'silent'
  });
  if (document.errors.length > 0) {
    return {
      ok: false,
      problems: document.errors.slice(0, 20).map((error) => {
        const { line, col } = lines.linePos(error.pos[0]);
        return {
          line,
          column: col,
          path: '',
          problem: sentence(error.message),
          fix: 'Correct the notation (YAML or JSON).'
        };
      })
    };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return whole(error instanceof Error ? sentence(error.message) : 'It cannot be read.', 'Write repeated parts out.');
  }
  const places = new Places(document, lines);
  const parsed = rubricSchema.safeParse(value);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, places, value)).slice(0, 100)
    };
  const problems: RubricProblem[] = [];
  checkRubric(parsed.data, (path, problem, fix) => {
    const place = places.at(path);
    problems.push({ line: place?.line ?? null, column: place?.column ?? null, path: inWords(path), problem, fix });
  });
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, 100) };
  return { ok: true, rubric: parsed.data, hash: hashRubric(parsed.data), canonical: canonicalJson(parsed.data) };
}

/** A problem on one line: `file:line:column path: what. How.` */
export function problemLine(file: string, { line, column, path, problem, fix }: RubricProblem): string {
  const place = line === null ? file : `${file}:${String(line)}:${String(column)}`;
  return `${place}${path === '' ? '' : ` ${path}`}: ${problem} ${fix}`;
}
