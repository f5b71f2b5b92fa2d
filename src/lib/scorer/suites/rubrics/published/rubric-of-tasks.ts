/**
 * Task files of published suites as one rubric with criteria by query, and the queries that belong to it. Whatever a file
 * holds beside that is named with its count: nothing is left out silently.
 */
import { readRubric } from '../read-rubric.ts';
import { problemLine } from '../rubric-problems.ts';
import { rubricBranches, type RubricAggregation, criteriaIn, type Rubric, type RubricNode } from '../rubric.ts';
import type { FormName, PublishedTask } from './form.ts';
import { demandForm } from './forms.ts';
import { FileFault, givenRows, LeftFields, type GivenFile } from './given-files.ts';

interface RubricOfTasks {
  /** Name of the shipped form whose scale, aggregation and prompt the rubric takes. */
  form: FormName;
  /** Criteria for every query, if the suite's are fixed and all files agree. */
  criteria: RubricNode[] | null;
  queries: NonNullable<Rubric['queries']>;
  /** Texts of the queries, by qid; none if the files do not hold them. */
  texts: { qid: string; query: string }[];
  /** Ignored fields, with counts. */
  notTaken: { field: string; count: number }[];
  notes: string[];
}

type Failed = { ok: false; file: string | null; line: number | null; problem: string };
type TasksReading = { ok: true; value: RubricOfTasks } | Failed;

/** Reads task files of one published suite. */
export function readTasks(files: readonly GivenFile[], { qid = null }: { qid?: string | null } = {}): TasksReading {
  try {
    return { ok: true, value: tasksIn(files, qid) };
  } catch (error) {
    if (error instanceof FileFault) return { ok: false, file: error.file, line: error.line, problem: error.message };
    throw error;
  }
}

function tasksIn(files: readonly GivenFile[], given: string | null): RubricOfTasks {
  const rows = givenRows(files);
  const form = demandForm(rows, 'isTasks');
  const left = new LeftFields();
  const notes: string[] = [];
  const tasks = form.tasks!(rows, { left, note: (words) => void notes.push(words), qid: given });
  if (tasks.length === 0) throw new FileFault(rows[0]!, 'it has no criteria');
  const byId = new Map<string, PublishedTask>();
  tasks.forEach((task, k) => {
    // Forms that read a task out of several rows have put them together.
    const place = tasks.length === rows.length ? rows[k]! : null;
    if (task.criteria.length === 0) throw new FileFault(place, `the task ${task.qid} has no criteria`);
    if (byId.has(task.qid)) throw new FileFault(place, `the id ${task.qid} is there twice`);
    byId.set(task.qid, task);
  });
  const all = [...byId.values()];
  const [first] = all;
  const same = form.fixed === true && all.every((one) => isSame(one.criteria, first!.criteria));
  return {
    form: form.name,
    criteria: same ? first!.criteria : null,
    queries: same
      ? {}
      : Object.fromEntries(
          all.map(({ qid, criteria, context }) => [qid, { criteria, ...(context !== undefined && { context }) }])
        ),
    texts: all.flatMap(({ qid, query }) => (query === null ? [] : [{ qid, query }])),
    notTaken: left.all,
    notes
  };
}

const isSame = (one: RubricNode[], two: RubricNode[]) => JSON.stringify(one) === JSON.stringify(two);

/** The shipped form names the suite and says that its criteria are examples, which these are not. Names of files stay out: they would change the hash. */
const sourceOf = (source = ''): string =>
  `${source.split(';')[0]!.replace(/\.$/u, '').trim()}; the criteria are those of the suite’s own files.`;

/**
 * Task files as a whole rubric: the shipped form with the tasks' criteria in the place of its examples. Figures over groups that
 * no task has are left out.
 *
 * @param shipped Text of a shipped rubric file, by its name
 */
export function rubricWithTasks(
  files: readonly GivenFile[],
  shipped: (name: string) => string,
  options: { qid?: string | null } = {}
): { ok: true; rubric: Rubric; value: RubricOfTasks } | Failed {
  const tasks = readTasks(files, options);
  if (!tasks.ok) return tasks;
  const { form: name, criteria: fixed, queries } = tasks.value;
  const form = readRubric(shipped(name));
  if (!form.ok) throw new Error(`rubricWithTasks requires the shipped form ${name}`);
  const { criteria: _examples, figures = {}, source, ...rest } = form.rubric;
  const lists = fixed === null ? Object.values(queries).map((one) => one.criteria) : [fixed];
  const criteria = lists.flatMap((nodes) => criteriaIn(rubricBranches(nodes)));
  const names = new Set(criteria.flatMap(({ tags, groups }) => [...tags, ...groups.map(({ key }) => key)]));
  const applies = (how: RubricAggregation) => !('only' in how) || (how.only ?? []).every((one) => names.has(one));
  const kept = Object.entries(figures).filter(([, { aggregation }]) => applies(aggregation));
  const rubric = {
    ...{ ...rest, figures: Object.fromEntries(kept), source: sourceOf(source) },
    ...(fixed === null ? { queries } : { criteria: fixed })
  };
  const reading = readRubric(JSON.stringify(rubric));
  if (reading.ok) return { ok: true, rubric: reading.rubric, value: tasks.value };
  const [first] = reading.problems;
  const problem = first === undefined ? 'it cannot be used' : problemLine('its rubric', first);
  return { ok: false, file: files[0]?.name ?? null, line: null, problem };
}
