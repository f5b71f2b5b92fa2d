import { sayingsOf } from '../../../messages/sayings.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import type { FileContent } from '../../format/file-content.ts';
import { pick, readJsonLines, jsonLinesText } from '../../format/json-lines.ts';
import type { JsonLine, JsonObject } from '../../format/json-lines.ts';
import { isObject } from '../../format/json-value.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { readMaterial } from '../../../scorer/suites/material.ts';
import { QueryCollector } from './query-collector.ts';
import type { RawItem, RawQuery } from './query-collector.ts';
import { foreignRubric, foreignRubrics, isPartialCredit, partialCredit, Untaken } from '../../format/untaken.ts';

const say = sayingsOf('importProblems');

const QUERY_NAMES: Record<keyof RawQuery, string[]> = {
  qid: ['qid', 'query_id'],
  text: ['query', 'question', 'text', 'deep_research_query'],
  free: ['question_no_placeholder', 'query_no_placeholder'],
  domain: ['domain', 'topic'],
  category: ['category'],
  language: ['language']
};

const ITEM_NAMES = {
  key: ['checklist_id', 'item_id', 'key'],
  text: ['checklist_item', 'item', 'checklist', 'text'],
  free: ['checklist_no_placeholder', 'text_no_placeholder'],
  kind: ['kind'],
  weight: ['weight'],
  dimension: ['dimension'],
  explanation: ['explanation']
} as const satisfies Record<keyof RawItem, readonly string[]>;

const LISTS = ['items', 'checklist', 'checklists'];

/**
 * A dataset as JSON lines, in either of two forms, which may be mixed:
 *
 * - one query per line: `{"qid", "query", "domain"?, "category"?, "language"?, "items": [{"key"?, "text", "kind"?,
 *   "weight"?, "dimension"?, "explanation"?} | "text" …]}`; `items` may be empty or missing;
 *   A query may have `material`: an object of what suites know of it, by suite, e.g. `{"report-bench": {…}}`;
 * - one item per line, with the columns of the CSV: `{"qid", "query", "checklist_item", "checklist_id"?, …}`.
 */
export function parseDatasetJsonl(content: FileContent): Parsed<ImportedQuery[]> {
  const problems = new ProblemList();
  const queries = new QueryCollector(problems);
  const untaken = new Untaken();
  for (const line of readJsonLines(content, problems)) readLine(line, queries, problems, untaken);
  untaken.note(problems);
  return problems.answer(queries.finish());
}

/** Names of a field; if a line has only the text without placeholders, that is its text. */
function namesIn<Field extends string>(
  value: JsonObject,
  names: Readonly<Record<Field | 'text' | 'free', readonly string[]>>,
  field: Field
): readonly string[] {
  const only = pick(value, ...names.text).value === undefined && pick(value, ...names.free).value !== undefined;
  if (!only) return names[field];
  return field === 'text' ? names.free : field === 'free' ? ['\u0000'] : names[field];
}

const QUERY_FIELDS = [...Object.values(QUERY_NAMES).flat(), 'material'];
const ITEM_FIELDS: string[] = Object.values(ITEM_NAMES).flat();

function readLine(line: JsonLine, queries: QueryCollector, problems: ProblemList, untaken: Untaken): void {
  const { value, row } = line;
  for (const name of foreignRubrics)
    if (typeof value[name] === 'object' && value[name] !== null) problems.add(row, name, foreignRubric(name));
  const field = (name: keyof RawQuery) => pick(value, ...namesIn(value, QUERY_NAMES, name));
  const query = queries.query(
    {
      qid: jsonLinesText(line, field('qid'), problems, 'numbers'),
      text: jsonLinesText(line, field('text'), problems),
      free: jsonLinesText(line, field('free'), problems),
      domain: jsonLinesText(line, field('domain'), problems),
      category: jsonLinesText(line, field('category'), problems),
      language: jsonLinesText(line, field('language'), problems)
    },
    (name) => ({ row, column: field(name).name })
  );
  readMaterials(line, query, queries, problems);
  const list = pick(value, ...LISTS.filter((name) => Array.isArray(value[name])));
  const readItem = (item: JsonObject, prefix: string, names: typeof ITEM_NAMES): void => {
    for (const [name, one] of Object.entries(item))
      if (isPartialCredit(name) && one !== null && one !== '') problems.add(row, `${prefix}${name}`, partialCredit);
    const part = (name: keyof RawItem) => {
      const { name: found, value } = pick(item, ...namesIn(item, names, name));
      return { name: `${prefix}${found}`, value };
    };
    const text = (name: keyof RawItem) =>
      jsonLinesText(line, part(name), problems, name === 'key' ? 'numbers' : 'text only');
    queries.item(
      query,
      {
        key: text('key'),
        text: text('text'),
        free: text('free'),
        kind: text('kind'),
        weight: part('weight').value,
        dimension: text('dimension'),
        explanation: text('explanation')
      },
      (name) => ({ row, column: part(name).name })
    );
  };
  if (Array.isArray(list.value)) {
    untaken.see(value, [...QUERY_FIELDS, list.name]);
    for (const item of list.value as unknown[]) if (isObject(item)) untaken.see(item, ITEM_FIELDS, `${list.name}[].`);
    list.value.forEach((item: unknown, index) => {
      const place = `${list.name}[${index}]`;
      if (typeof item === 'string') readItem({ text: item }, `${place}.`, ITEM_NAMES);
      else if (typeof item === 'object' && item !== null) readItem(item as JsonObject, `${place}.`, ITEM_NAMES);
      else problems.add(row, place, say('itemForm'), JSON.stringify(item));
    });
    return;
  }
  const wrong = pick(value, 'items', 'checklists');
  if (wrong.value !== undefined) problems.add(row, wrong.name, say('notList'), JSON.stringify(wrong.value));
  const flat = {
    ...ITEM_NAMES,
    text: ITEM_NAMES.text.filter((name) => name !== 'text')
  } as unknown as typeof ITEM_NAMES;
  if (pick(value, ...flat.text, ...flat.free, ...ITEM_NAMES.key.filter((name) => name !== 'key')).value !== undefined) {
    untaken.see(value, [...QUERY_FIELDS, ...ITEM_FIELDS]);
    readItem(value, '', flat);
  } else untaken.see(value, QUERY_FIELDS);
}

/** Material of suites for the query, each as its own schema reads it. */
function readMaterials(
  { value, row }: JsonLine,
  query: ReturnType<QueryCollector['query']>,
  queries: QueryCollector,
  problems: ProblemList
): void {
  const given = value['material'];
  if (given === undefined || given === null) return;
  if (!isObject(given)) return void problems.add(row, 'material', say('materialForm'), JSON.stringify(given));
  for (const [suite, content] of Object.entries(given)) {
    const read = readMaterial(suite, content, `material.${suite}`, row);
    if ('problems' in read) for (const { column, wording } of read.problems) problems.add(row, column, wording);
    else queries.material(query, suite, read.content, { row, column: `material.${suite}` });
  }
}
