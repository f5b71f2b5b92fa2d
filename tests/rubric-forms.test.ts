import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedForms } from '../src/lib/scorer/suites/rubrics/published/forms.ts';
import { readResults, readTotals } from '../src/lib/scorer/suites/rubrics/published/results-of-suites.ts';
import { rubricWithTasks } from '../src/lib/scorer/suites/rubrics/published/rubric-of-tasks.ts';

const root = join(import.meta.dirname, '..');
const shipped = (name: string) => readFileSync(join(root, 'static/rubrics', `${name}.yaml`), 'utf8');

/** Rows of the table of docs/rubrics.md by form: its cells by the head of their column. */
const table = (() => {
  const text = readFileSync(join(root, 'docs/rubrics.md'), 'utf8');
  const lines = text.slice(text.indexOf('| form | tasks in |')).split('\n\n')[0]!.split('\n');
  const [head = [], , ...rows] = lines.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore
  return Object.fromEntries(
    rows.map((cells) => [cells[0]!.replaceAll('`', ''), Object.fromEntries(head.map((name, k) => [name, cells[k]!]))])
  );
})();
const saysYes = (cell: string | undefined) => /^yes\b/u.test(cell ?? '');

/** The smallest files of each form: what tasks are made of, a result with verdicts, a file of totals. */
const tree = { id: 'root', children: [{ id: 'a', status: 'passed' }] };
const answer = { agent_name: 'a', answer_name: 'b', judge_model: 'j', eval_breakdown: [{ verification_tree: tree }] };
const items = { sample_id: 1, scores: { x: { y: { 1: { 'C1-1': { description: 'D', score: 4 } } } } } };
const cited = { id: 1, prompt: 'Q', citations: [{}], citations_deduped: { u: { facts: ['F'], validate_res: [{ idx: 0, result: 'supported' }] } } }; // prettier-ignore
const nuggets = { qid: 'n', query: 'Q', nuggets: [{ text: 'A', importance: 'vital', assignment: 'support' }] };
const files: Record<string, { tasks: object; results?: object; totals?: object }> = {
  'deep-research-bench-race': {
    tasks: { id: 1, prompt: 'Q', dimension_weight: { insight: 1 }, criterions: { insight: [{ criterion: 'A', weight: 1 }] } }, // prettier-ignore
    totals: { id: 1, prompt: 'Q', overall_score: 0.5 }
  },
  'deep-research-bench-fact': { tasks: cited, results: cited },
  'deep-research-bench-2': {
    tasks: { idx: 1, prompt: 'Q', content: { rubric: { analysis: ['A'] } } },
    results: { model: 'm', idx: 1, result: { scores: { analysis: { A: { score: 1 } } } } }
  },
  'research-rubrics': {
    tasks: { sample_id: 's', prompt: 'Q', rubrics: [{ criterion: 'A', weight: 1 }] },
    results: { sample_id: 's', rubric_title: 'A', verdict: 'Satisfied' }
  },
  draco: {
    tasks: { id: 'd', problem: 'Q', answer: { criteria: [{ weight: 1, requirement: 'A' }] } },
    results: { judge_model: 'j', results: [{ id: 'd', runs: [{ criteria_results: [{ requirement: 'A', verdict: 'MET' }] }] }] } // prettier-ignore
  },
  'mind2web-2': { tasks: answer, results: answer, totals: { answer_name: 'b', score: 1, success: true } },
  deer: { tasks: items, results: items, totals: { sample_id: 1, score_avgs: { x: 4 } } },
  'deepscholar-nuggets': { tasks: nuggets, results: nuggets, totals: { baseline_name: 'a', cite_p: '0.5' } }
};
const given = (value: object | undefined) => [{ name: 'agent/task/file.json', text: JSON.stringify(value ?? {}) }];

describe('the table of forms in docs/rubrics.md', () => {
  it('has a row for every form whose files are read, and every form a rubric of its own', () => {
    expect(Object.keys(table)).toEqual(publishedForms.map(({ name }) => name));
    for (const { name } of publishedForms) expect(existsSync(join(root, 'static/rubrics', `${name}.yaml`))).toBe(true);
    expect(Object.keys(files).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.keys(files))('%s: says yes if its files are taken, and no with a reason if they are not', (name) => {
    const [row, own] = [table[name]!, files[name]!];
    const made = rubricWithTasks(given(own.tasks), shipped);
    if (!made.ok) throw new Error(made.problem);
    expect(saysYes(row['rubric in'])).toBe(true);
    expect(made.value.form).toBe(name);
    expect(saysYes(row['tasks in'])).toBe(made.value.texts.length > 0);
    const names = { metric: 'm', system: 's', judge: 'j' };
    const results = readResults(given(own.results), made.rubric, names);
    expect(saysYes(row['official verdicts in'])).toBe(results.ok && results.value.verdicts.length > 0);
    const totals = readTotals(given(own.totals), { system: 's', judge: null });
    expect(saysYes(row['figures as reported'])).toBe(totals.ok && totals.value.figures.length > 0);
    for (const column of ['tasks in', 'judged by us', 'official verdicts in', 'figures as reported'])
      expect(row[column]).toMatch(/^yes|^no: \S/u);
  });

  it('counts the vectors that hold the formulas', ({ skip }) => {
    const file = join(process.env['VOIRDIRE_SHARED'] ?? join(root, '../shared'), 'formats/rubric_vectors.json');
    if (!existsSync(file)) return skip(`${file} is not there`);
    const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: { form: string }[] };
    const named = ['drb_race', 'drb_fact', 'drb2', 'researchrubrics', 'draco', 'mind2web2', 'deer', 'deepscholar'];
    expect(Object.values(table).map((row) => Number(row['vectors']))).toEqual(
      named.map((form) => vectors.filter((one) => one.form === form).length)
    );
  });
});
