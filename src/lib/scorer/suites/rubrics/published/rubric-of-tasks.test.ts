import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rubricBranches, criteriaIn } from '../rubric.ts';
import { readTasks, rubricWithTasks } from './rubric-of-tasks.ts';

const line = (value: unknown) => JSON.stringify(value);
const draco = line({
  id: 'd1',
  domain: 'Energy',
  problem: 'Which towns?',
  answer: line({
    sections: [
      {
        title: 'Facts',
        criteria: [
          { weight: 10, requirement: 'A' },
          { weight: -5, requirement: 'B' }
        ]
      }
    ]
  })
});
const files: Record<string, [form: string, text: string]> = {
  draco: ['draco', draco],
  researchrubrics: [
    'research-rubrics',
    line({
      sample_id: 's1',
      prompt: 'Q',
      domain: 'x',
      rubrics: [
        { criterion: 'A', weight: 5, axis: 'Explicit Criteria' },
        { criterion: 'B', weight: -4, axis: 'y' }
      ]
    })
  ],
  deepresearch_bench_2_tasks: [
    'deep-research-bench-2',
    line({
      id: 'task7',
      idx: 1,
      theme: 'x',
      prompt: 'Q',
      content: {
        rubric: { info_recall: ['A', 'A'], analysis: ['B'], presentation: [] },
        blocked: { title: 'T', urls: ['https://example.org'] }
      }
    })
  ],
  deepresearch_bench_criteria: [
    'deep-research-bench-race',
    line({
      id: 1,
      prompt: 'Q',
      dimension_weight: { insight: 1 },
      criterions: {
        insight: [
          { criterion: 'A', explanation: 'why', weight: 0.5 },
          { criterion: 'B', weight: 0.5 }
        ]
      }
    })
  ]
};
const shipped = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../../../static/rubrics', `${name}.yaml`), 'utf8');
/** A rubric in the shipped form with the tasks' criteria. */
function rubricWith(text: string) {
  const made = rubricWithTasks([{ name: 'tasks.jsonl', text }], shipped);
  if (!made.ok) throw new Error(made.problem);
  return { tasks: made.value, rubric: made.rubric };
}

describe('task files of published suites', () => {
  it.each(Object.entries(files))(
    '%s: every task becomes a query with criteria that can be judged by',
    (_, [form, text]) => {
      const { tasks, rubric } = rubricWith(text);
      expect([tasks.form, rubric.name]).toEqual([form, form]);
      const [own] = Object.values(tasks.queries);
      expect(criteriaIn(rubricBranches(own?.criteria ?? [])).map((one) => one.text)).toEqual(['A', 'B']);
      expect(tasks.texts).toHaveLength(1);
    }
  );

  it('names what it does not take, keeps signs, and shows the blocked source', () => {
    const first = rubricWith(files.draco?.[1] ?? '').tasks;
    expect(first.notTaken).toEqual([{ field: 'domain', count: 1 }]);
    expect(criteriaIn(rubricBranches(first.queries.d1?.criteria ?? [])).map(({ weight }) => weight)).toEqual([10, -5]);
    expect(rubricWith(files.draco?.[1] ?? '').rubric.source).toBe(
      'Form after DRACO (arXiv 2602.11685) and The-LLM-Data-Company/rubric; the criteria are those of the suite’s own files.'
    );
    const bench = rubricWith(files.deepresearch_bench_2_tasks?.[1] ?? '').tasks;
    expect(bench.queries['1']?.context).toBe('Blocked source: T; https://example.org');
    expect(bench.notTaken.map(({ field }) => field)).toEqual(['id', 'theme']);
  });

  it('keeps ids with more digits than a number holds exactly', () => {
    const [one, two] = ['9007199254740993', '9007199254740992'].map((id) => draco.replace('"d1"', id));
    expect(Object.keys(rubricWith(`${one}\n${two}`).tasks.queries)).toEqual(['9007199254740993', '9007199254740992']);
  });

  it('refuses by file and line what it cannot read whole', () => {
    const read = (text: string) => readTasks([{ name: 'tasks.jsonl', text }]);
    expect(read(`${draco}\n{`)).toMatchObject({ ok: false, line: 2, problem: 'the line is not a JSON object' });
    expect(read(`${draco}\n${draco}`)).toMatchObject({ line: 2, problem: 'the id d1 is there twice' });
    expect(read('{"a":1}')).toMatchObject({ ok: false, file: 'tasks.jsonl', line: 1 });
    expect(read('')).toMatchObject({ ok: false, line: null });
  });

  const samples = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'formats/samples/rubrics');
  const there = existsSync(samples);
  if (!there) console.log(`skipped: ${samples} is not there, so official task files are not read`);
  it.skipIf(!there).each(Object.entries(files))('the official form of %s is read', (name, [form]) => {
    const { tasks, rubric } = rubricWith(readFileSync(join(samples, `${name}.jsonl`), 'utf8'));
    expect([tasks.form, rubric.name]).toEqual([form, form]);
  });
});
