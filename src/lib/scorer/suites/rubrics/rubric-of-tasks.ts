/**
 * Task files of published suites as one rubric with criteria by query, and the queries that belong to it. Whatever a file
 * holds beside that is named with its count: nothing is left out silently.
 */
import { problemLine, readRubric } from './read-rubric.ts';
import { rubricBranches, type RubricAggregation, criteriaIn, type Rubric, type RubricNode } from './rubric.ts';
import { readDracoRubric } from './official/draco.ts';
import { fieldsOf, isFields, numberOf, type Fields } from './official/numbers.ts';

export interface RubricOfTasks {
  /** Name of the shipped form whose scale, aggregation and prompt the rubric takes. */
  form: 'draco' | 'research-rubrics' | 'deep-research-bench-2' | 'deep-research-bench-race';
  queries: NonNullable<Rubric['queries']>;
  /** Texts of the queries, by qid. */
  texts: { qid: string; query: string }[];
  /** Fields that were not taken, with counts. */
  notTaken: { field: string; count: number }[];
}

export type TasksReading = { ok: true; value: RubricOfTasks } | { ok: false; line: number | null; problem: string };

interface Task {
  qid: string;
  query: string;
  criteria: RubricNode[];
  context?: string;
  taken: readonly string[];
}
type ReadTask = (row: Fields) => Task | string;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const idOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : textOf(value));
const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '') || 'section';

const draco: ReadTask = (row) => {
  const [qid, query, answer] = [idOf(row.id), textOf(row.problem), textOf(row.answer)];
  if (qid === null || query === null || answer === null) return 'id, problem or answer is missing';
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    return 'answer is not JSON';
  }
  const rubric = readDracoRubric(parsed);
  if (rubric.value === null) return rubric.reason;
  const sections = [...new Set(rubric.value.map(({ section }) => section ?? 'criteria'))];
  const criteria = sections.map((section, s): RubricNode => {
    const own = rubric.value.filter((one) => (one.section ?? 'criteria') === section);
    const key = `${slug(section).slice(0, 60)}-${String(s + 1)}`;
    return {
      key,
      title: section,
      criteria: own.map(({ weight, requirement }, k) => ({ key: `${key}.${String(k + 1)}`, weight, text: requirement }))
    };
  });
  return { qid, query, criteria, taken: ['id', 'problem', 'answer'] };
};

const researchRubrics: ReadTask = (row) => {
  const [qid, query] = [idOf(row.sample_id), textOf(row.prompt)];
  if (qid === null || query === null) return 'sample_id or prompt is missing';
  const criteria: RubricNode[] = [];
  for (const { criterion, weight, axis } of listOf(row.rubrics)) {
    const [text, value] = [textOf(criterion), numberOf(weight)];
    if (text === null || value === null) return `criterion ${String(criteria.length + 1)} has no text or no weight`;
    const tag = textOf(axis);
    criteria.push({ text, weight: value, ...(tag !== null && { tags: [slug(tag)] }) });
  }
  return { qid, query, criteria, taken: ['sample_id', 'prompt', 'rubrics'] };
};

const groupTitles = { info_recall: 'Recall of information', analysis: 'Analysis', presentation: 'Presentation' };

const bench2: ReadTask = (row) => {
  const content = fieldsOf(row.content);
  const [qid, query] = [idOf(row.idx), textOf(row.prompt) ?? textOf(content.task)];
  if (qid === null || query === null) return 'idx or prompt is missing';
  const rubric = fieldsOf(content.rubric);
  const criteria = Object.entries(groupTitles).flatMap(([key, title]): RubricNode[] => {
    const given = Array.isArray(rubric[key]) ? rubric[key] : [];
    // The suite knows an item by its text: the same text twice is one item.
    const texts = [...new Set(given.flatMap((one) => textOf(one) ?? []))];
    return texts.length === 0
      ? []
      : [{ key, title, criteria: texts.map((text, k) => ({ key: `${key}-${String(k + 1)}`, text })) }];
  });
  const { title, authors, urls } = fieldsOf(content.blocked);
  const of = (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : '');
  const blocked = [textOf(title) ?? '', of(authors), of(urls)].filter((one) => one !== '').join('; ');
  return {
    ...{ qid, query, criteria, taken: ['idx', 'prompt', 'content'] },
    ...(blocked !== '' && { context: `Blocked source: ${blocked}` })
  };
};

const race: ReadTask = (row) => {
  const [qid, query] = [idOf(row.id), textOf(row.prompt)];
  if (qid === null || query === null) return 'id or prompt is missing';
  const weights = fieldsOf(row.dimension_weight);
  const criteria: RubricNode[] = [];
  for (const [dimension, list] of Object.entries(fieldsOf(row.criterions))) {
    const weight = numberOf(weights[dimension]);
    if (weight === null) return `the dimension ${dimension} has no weight`;
    const own = listOf(list).map(({ criterion, explanation, weight: share }, k) => ({
      key: `${dimension}-${String(k + 1)}`,
      text: textOf(criterion) ?? '',
      weight: numberOf(share) ?? Number.NaN,
      ...(textOf(explanation) !== null && { explanation: textOf(explanation) ?? '' })
    }));
    if (own.some(({ text, weight: share }) => text === '' || Number.isNaN(share)))
      return `a criterion of ${dimension} has no text or no weight`;
    if (own.length > 0) criteria.push({ key: dimension, title: dimension.replaceAll('_', ' '), weight, criteria: own });
  }
  return { qid, query, criteria, taken: ['id', 'prompt', 'dimension_weight', 'criterions'] };
};

/** The form of a row by the fields that only it has; null if it is none of ours. */
function formOf(row: Fields): { form: RubricOfTasks['form']; read: ReadTask } | null {
  if ('problem' in row && 'answer' in row) return { form: 'draco', read: draco };
  if ('sample_id' in row && 'rubrics' in row) return { form: 'research-rubrics', read: researchRubrics };
  if ('idx' in row && 'rubric' in fieldsOf(row.content)) return { form: 'deep-research-bench-2', read: bench2 };
  if ('criterions' in row && 'dimension_weight' in row) return { form: 'deep-research-bench-race', read: race };
  return null;
}

/** Reads a task file with one JSON object per line: DRACO, ResearchRubrics, DeepResearch Bench II, or RACE's criteria. */
export function readTasks(text: string): TasksReading {
  const value: RubricOfTasks = { form: 'draco', queries: {}, texts: [], notTaken: [] };
  const counts = new Map<string, number>();
  let known: ReturnType<typeof formOf> = null;
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const wrong = (problem: string): TasksReading => ({ ok: false, line: k + 1, problem });
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      return wrong('the line is not JSON');
    }
    if (!isFields(row)) return wrong('the line is not an object');
    known ??= formOf(row);
    if (known === null)
      return wrong('it has the fields of no task file of DRACO, ResearchRubrics, DeepResearch Bench II or RACE');
    const task = known.read(row);
    if (typeof task === 'string') return wrong(task);
    if (task.criteria.length === 0) return wrong('it has no criteria');
    if (Object.hasOwn(value.queries, task.qid)) return wrong(`the id ${task.qid} is there twice`);
    const { qid, query, criteria, context, taken } = task;
    value.queries[qid] = { criteria, ...(context !== undefined && { context }) };
    value.texts.push({ qid, query });
    for (const field of Object.keys(row)) if (!taken.includes(field)) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  if (known === null) return { ok: false, line: null, problem: 'the file is empty' };
  return {
    ok: true,
    value: { ...value, form: known.form, notTaken: [...counts].map(([field, count]) => ({ field, count })) }
  };
}

/**
 * A task file as a whole rubric: the shipped form with the tasks' criteria in the place of its examples. Figures over groups that
 * no task has are left out.
 *
 * @param shipped Text of a shipped rubric file, by its name
 */
export function rubricWithTasks(
  text: string,
  shipped: (name: string) => string
): { ok: true; rubric: Rubric; value: RubricOfTasks } | Extract<TasksReading, { ok: false }> {
  const tasks = readTasks(text);
  if (!tasks.ok) return tasks;
  const form = readRubric(shipped(tasks.value.form));
  if (!form.ok) throw new Error(`rubricWithTasks requires the shipped form ${tasks.value.form}`);
  const { criteria: _examples, figures = {}, ...rest } = form.rubric;
  const criteria = Object.values(tasks.value.queries).flatMap((one) => criteriaIn(rubricBranches(one.criteria)));
  const names = new Set(criteria.flatMap(({ tags, groups }) => [...tags, ...groups.map(({ key }) => key)]));
  const applies = (how: RubricAggregation) => !('only' in how) || (how.only ?? []).every((one) => names.has(one));
  const kept = Object.entries(figures).filter(([, { aggregation }]) => applies(aggregation));
  const rubric = { ...rest, figures: Object.fromEntries(kept), queries: tasks.value.queries };
  const reading = readRubric(JSON.stringify(rubric));
  if (reading.ok) return { ok: true, rubric: reading.rubric, value: tasks.value };
  const [first] = reading.problems;
  return {
    ok: false,
    line: null,
    problem: first === undefined ? 'it cannot be used' : problemLine('its rubric', first)
  };
}
