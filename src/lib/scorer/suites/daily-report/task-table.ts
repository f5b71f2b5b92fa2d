import type { MaterialColumn, MaterialTable } from '../../material-table.ts';
import { constraints, dimensions, importances, modifiers, type DailyTask } from './material.ts';

const ownConstraints = Object.entries(constraints).filter(([key]) => !(modifiers as readonly string[]).includes(key));

const columns: MaterialColumn[] = [
  { name: 'type', about: 'Type of the task.', needed: true, choices: ['retrieval', 'analysis'], perQuery: true },
  {
    ...{ name: 'topic', needed: false, perQuery: true },
    about: 'Id of the topic from which the task was made, as on the sheet Topics.'
  },
  {
    ...{ name: 'evidence_limit', needed: false, perQuery: true },
    about: 'Last day of evidence, like 2026-03-31. Empty: no limit.'
  },
  {
    ...{ name: 'subtask', needed: true },
    about: 'Id of the subtask, unique in its task: s1, s2 … (lower-case letters, digits, hyphens).'
  },
  { name: 'requirement', about: 'The subtask in one sentence: one thing that the task asks for.', needed: true },
  {
    ...{ name: 'constraint', needed: true },
    about: 'Kind of the requirement.',
    choices: ownConstraints.map(([, title]) => title)
  },
  {
    ...{ name: 'modifiers', needed: false },
    about: 'Empty, or what restricts the requirement: scope, completeness, or both with a comma between.'
  },
  { name: 'ins', about: 'Rubric for instruction following: when the report meets the subtask.', needed: true },
  { name: 'fac', about: 'Rubric for factuality; empty where the subtask asks for no facts.', needed: false },
  { name: 'rat', about: 'Rubric for rationality; empty where the subtask asks for no reasoning.', needed: false },
  {
    ...{ name: 'importance', needed: false, choices: importances },
    about: 'The task without this subtask is unhelpful (P0), deficient (P1) or acceptable (P2). Empty: not rated yet.'
  },
  {
    ...{ name: 'group', needed: false },
    about: 'For P2 only: a name shared by subtasks that make the task deficient where several are missing.'
  }
];

/** The key of a constraint or modifier by its title or key, in any capitals; the text itself if it is none, for the schema to name. */
function constraintKey(text: string): string {
  const plain = (one: string): string => one.toLowerCase().replace(/\s*(&|and)\s*|[\s_-]+/g, ' ');
  return Object.entries(constraints).find((pair) => pair.some((one) => plain(one) === plain(text)))?.[0] ?? text;
}

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

const TASK_COLUMNS: Readonly<Record<string, string>> = { evidenceLimit: 'evidence_limit' };
const SUBTASK_COLUMNS: Readonly<Record<string, string>> = { key: 'subtask', text: 'requirement' };

/** A task in rows: one per subtask, since importance, group and at most three rubrics belong to it. */
export const taskTable: MaterialTable<DailyTask> = {
  file: 'tasks',
  sheet: 'Tasks',
  columns,
  rows: ({ type, topic, evidenceLimit, subtasks }) =>
    subtasks.map((one) => ({
      ...{ type, topic: topic ?? '', evidence_limit: evidenceLimit ?? '' },
      ...{ subtask: one.key, requirement: one.text, constraint: constraints[one.constraint] },
      modifiers: one.modifiers.join(', '),
      ...Object.fromEntries(dimensions.map((dimension) => [dimension, one.rubrics[dimension] ?? ''])),
      ...{ importance: one.importance ?? '', group: one.group ?? '' }
    })),
  content: (rows) => ({
    type: rows[0]?.['type'],
    topic: orNull(rows[0]?.['topic']),
    evidenceLimit: orNull(rows[0]?.['evidence_limit']),
    subtasks: rows.map((row) => ({
      ...{ key: row['subtask'], text: row['requirement'], constraint: constraintKey(row['constraint'] ?? '') },
      modifiers: (row['modifiers'] ?? '')
        .split(/[,;]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map(constraintKey),
      rubrics: { ins: row['ins'] ?? '', fac: orNull(row['fac']), rat: orNull(row['rat']) },
      ...{ importance: orNull(row['importance']?.toUpperCase()), group: orNull(row['group']) }
    }))
  }),
  place([field, row, part, inner]) {
    if (field !== 'subtasks') return { row: 0, column: TASK_COLUMNS[String(field)] ?? String(field ?? 'type') };
    if (typeof row !== 'number') return { row: 0, column: 'subtask' };
    const column = part === 'rubrics' ? String(inner ?? 'ins') : String(part ?? 'subtask');
    return { row, column: SUBTASK_COLUMNS[column] ?? column };
  },
  example: {
    ...{ qid: 'heat-pumps', domain: 'Social Livelihood', category: 'Housing', language: 'en' },
    text: 'Which subsidies can owners of old houses in Austria get for a heat pump this year, what do they cover, and is it worth waiting for next year’s?',
    content: {
      type: 'retrieval',
      topic: 't1',
      evidenceLimit: '2026-03-31',
      subtasks: [
        {
          ...{ key: 's1', text: 'Lists the subsidies of this year for heat pumps in Austria', constraint: 'content' },
          modifiers: ['scope'],
          rubrics: {
            ins: 'The report names the federal subsidy and at least two of the states’ subsidies of this year.',
            fac: 'Amounts, deadlines and conditions of each subsidy are correct.',
            rat: null
          },
          ...{ importance: 'P0', group: null }
        },
        {
          ...{
            key: 's2',
            text: 'Says whether waiting for next year is worth it',
            constraint: 'function',
            modifiers: []
          },
          rubrics: {
            ins: 'The report recommends waiting or not waiting to an owner of an old house.',
            fac: null,
            rat: 'The recommendation follows from the amounts and deadlines that the report gives.'
          },
          ...{ importance: 'P1', group: null }
        }
      ]
    }
  }
};
