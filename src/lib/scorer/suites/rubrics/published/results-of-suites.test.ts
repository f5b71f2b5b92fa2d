import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResults as readFiles, type Reading } from './results-of-suites.ts';
import { rubricWithTasks } from './rubric-of-tasks.ts';
import type { Rubric } from '../rubric.ts';

const root = join(import.meta.dirname, '../../../../../..');
const shipped = (name: string) => readFileSync(join(root, 'static/rubrics', `${name}.yaml`), 'utf8');
const rubricOf = (tasks: object): Rubric => {
  const made = rubricWithTasks([{ name: 'tasks.jsonl', text: JSON.stringify(tasks) }], shipped);
  if (!made.ok) throw new Error(made.problem);
  return made.rubric;
};
const readResults = (text: string, ...more: [Rubric, Parameters<typeof readFiles>[2]]) =>
  readFiles([{ name: 'results.jsonl', text }], ...more);
const names = { metric: 'rubric-x-00000000', system: 'alpha', judge: 'gpt' };
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const brief = (read: Reading) =>
  read.ok
    ? read.value.verdicts.map(({ system, qid, judge, repeat, item, label, state, reason }) => [
        system,
        qid,
        judge,
        repeat,
        item,
        label,
        state,
        reason
      ])
    : [read.line, read.problem];

const research = rubricOf({
  ...{ sample_id: 's1', prompt: 'Q?' },
  rubrics: [{ criterion: 'Names each cost', weight: 5 }, { criterion: 'Invents a cost', weight: -4 }, { criterion: 'Names each cost', weight: 1 }] // prettier-ignore
});
const row = (title: string, verdict: string, more = {}) => ({ sample_id: 's1', rubric_title: title, verdict, reasoning: 'so', success: true, error: null, confidence: 0.9, ...more }); // prettier-ignore

describe('result files of published suites', () => {
  it('of ResearchRubrics give a verdict for each line, the same words in their order, and failed calls without a label', () => {
    const read = readResults(
      lines(
        row('Names each cost', 'Partially Satisfied'),
        row('Invents a cost', 'Error', { success: false, error: 'HTTP 500' }),
        row('Names each cost', 'Satisfied')
      ),
      research,
      names
    );
    expect(brief(read)).toEqual([
      ['alpha', 's1', 'gpt', 0, 'c1', 'Partially Satisfied', 'judged', null],
      ['alpha', 's1', 'gpt', 0, 'c2', null, 'unscored', 'HTTP 500'],
      ['alpha', 's1', 'gpt', 0, 'c3', 'Satisfied', 'judged', null]
    ]);
    expect(read.ok && read.value.notTaken).toEqual([{ field: 'confidence', count: 3 }]);
  });

  it('of DRACO name their judge, and each of its runs is a repeat', () => {
    const answer = JSON.stringify({
      sections: [{ title: 'Facts', criteria: [{ id: 'c', weight: 10, requirement: 'States it' }] }]
    });
    const run = (verdict: string) => ({
      criteria_results: [{ requirement: 'States it', weight: 10, verdict, explanation: '…' }]
    });
    const file = {
      judge_model: 'x/judge',
      runs_per_item: 2,
      results: [{ id: 'd1', domain: 'T', runs: [run('MET'), run('UNMET')] }]
    };
    const read = readResults(JSON.stringify(file, null, 2), rubricOf({ id: 'd1', problem: 'Q?', answer }), names);
    expect(brief(read)).toEqual([
      ['alpha', 'd1', 'x/judge', 0, 'facts-1.1', 'MET', 'judged', null],
      ['alpha', 'd1', 'x/judge', 1, 'facts-1.1', 'UNMET', 'judged', null]
    ]);
    expect(read.ok && read.value.notTaken).toEqual([{ field: 'results[].domain', count: 1 }]);
  });

  it('of DeepResearch Bench II name their system, with −1 for the blocked source', () => {
    const tasks = {
      idx: 1,
      prompt: 'Q?',
      content: { rubric: { info_recall: ['A', 'B'], analysis: ['C'], presentation: [] } }
    };
    const result = {
      task: 'Q?',
      scores: { info_recall: { A: { score: 1, reason: 'r' }, B: { score: 0 } }, analysis: { C: { score: -1 } } }
    };
    const read = readResults(lines({ model: 'beta', idx: 1, result }), rubricOf(tasks), { ...names, system: null });
    expect(read.ok && read.value.verdicts.map(({ system, item, label }) => [system, item, label])).toEqual([
      ['beta', 'info_recall-1', 'met'],
      ['beta', 'info_recall-2', 'not-met'],
      ['beta', 'analysis-1', 'blocked']
    ]);
  });

  it('are refused with line and reason if they do not fit, or hold no verdicts', () => {
    const refusal = (text: string, own = names as Parameters<typeof readFiles>[2]) =>
      brief(readResults(text, research, own));
    expect(refusal(lines(row('Names each cost', 'Satisfied'), row('Another', 'Satisfied')))).toEqual([
      2,
      's1: the rubric has no such criterion: "Another"'
    ]);
    expect(refusal(lines(row('Invents a cost', 'Maybe')))[1]).toContain('"Maybe" is no label of the rubric (Satisfied');
    expect(refusal(lines(row('Invents a cost', 'Satisfied'), row('Invents a cost', 'Satisfied')))[1]).toContain(
      'more often than in the rubric'
    );
    expect(refusal(lines(row('Invents a cost', 'Satisfied')), { ...names, system: null })[1]).toContain('--system');
    expect(refusal(lines({ id: 1, prompt: 'Q?', overall_score: 0.4 }))[1]).toContain('hold totals of a report');
    expect(refusal(lines({ sample_id: 1, criteria_avgs: {} }))[1]).toContain('means of its items');
    const paid = { weight: 4 };
    expect(refusal(lines(row('Invents a cost', 'Satisfied', paid)))[1]).toBe(
      's1: Invents a cost: the weight is 4, and -4 in the rubric'
    );
    expect(refusal(lines(row('Invents a cost', 'Satisfied', { score: 0 })))[1]).toContain('and the score 0');
    expect(refusal('[1]')).toEqual([1, 'the line is not a JSON object']);
    expect(refusal('')).toEqual([null, 'the file is empty']);
  });

  it('are refused where a damaged part would be left out', () => {
    const refusal = (...rows: object[]) => brief(readResults(lines(...rows), research, names));
    const sound = row('Invents a cost', 'Satisfied');
    const table = (final_presence: unknown) => ({ sample_id: 's1', prompt: 'Q?', rubrics: '[]', final_presence });
    const cut = '{"alpha_present": {"values": ["Satis';
    expect(refusal(sound, table(cut))).toEqual([2, 'final_presence of s1 is not an object']);
    expect(refusal(table({ alpha_present: { values: [1] } }))).toEqual([
      1,
      's1: alpha_present: the verdict is 1, not Satisfied, Partially Satisfied, Not Satisfied'
    ]);
    expect(refusal(table(''), sound)).toHaveLength(1);
    expect(refusal(sound, { ...row('Names each cost', ''), score: 1 })).toEqual([
      2,
      's1: the score is 1, and there is no verdict'
    ]);
    const item = 'Names each cost';
    const record = (info_recall: unknown) => ({ model: 'alpha', idx: 1, result: { scores: { info_recall } } });
    expect(refusal(record([{ [item]: 1 }]))).toEqual([1, 'info_recall of 1 is not an object']);
    const page = (given: unknown) => ({
      id: 1,
      prompt: 'Q?',
      citations: [{}],
      citations_deduped: { 'http://a': given }
    });
    expect(refusal(page('x'))).toEqual([1, 'http://a of 1 is not an object']);
    expect(refusal(page({ facts: 'x' }))).toEqual([1, 'facts of http://a is not a list']);
    expect(refusal({ ...page({ facts: [] }), citations: {} })).toEqual([1, 'citations of 1 is not a list']);
  });

  it('of the published samples give their verdicts', ({ skip }) => {
    const folder = join(process.env['VOIRDIRE_SHARED'] ?? join(root, '../shared'), 'formats/samples/rubrics');
    if (!existsSync(folder)) return skip('The samples are not here');
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    const read = (tasks: string, results: string) => {
      const made = rubricWithTasks([{ name: tasks, text: text(tasks) }], shipped);
      if (!made.ok) throw new Error(made.problem);
      const own = readResults(text(results), made.rubric, names);
      return own.ok ? own.value.verdicts.map(({ label }) => label) : own.problem;
    };
    expect(read('researchrubrics.jsonl', 'researchrubrics_results.jsonl')).toEqual([
      'Partially Satisfied',
      'Not Satisfied'
    ]);
    expect(read('draco.jsonl', 'draco_eval.json')).toEqual(['MET', 'UNMET']);
    expect(read('deepresearch_bench_2_tasks.jsonl', 'deepresearch_bench_2_result.jsonl')).toEqual([
      'met',
      'not-met',
      'blocked'
    ]);
  });
});
