import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const by = { provider: 'openai', model: 'gpt-5', graded_at: '2025-10-31T01:38:49.407295' };
const answers = (...scores: number[]) => ({
  evaluations: Object.fromEntries(scores.map((score, at) => [`q${at + 1}`, { score, justification: `At ${at + 1}.` }])),
  summary: { total_checklists: scores.length, addressed_count: scores.filter(Boolean).length },
  ...by
});
const entry = (system: string, qid: string, results: object = {}) => ({
  model_name: system,
  query_id: `qid_${qid}`,
  query: `What is known of ${qid}?`,
  report_file_path: `outputs/${system}/qid_${qid}_report.md`,
  ...results
});
const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2'),
  'outputs/aurora/qid_q1_report.md': aReport('q1'),
  'outputs/aurora/qid_q2_report.md': aReport('q2'),
  'results/detailed_results_1.json': JSON.stringify({
    metadata: {},
    reports: [
      entry('aurora', 'q1', {
        coverage_grading_results: answers(1, 0),
        consistency_grading_results: { specific_issues: ['One.', 'Two.', 'Three.'], total_issues: 1, score: 100, ...by }
      }),
      entry('aurora', 'q2', { coverage_grading_results: answers(1, 1, 1) })
    ]
  }),
  'broken/detailed_results_1.json': '{"reports": [{"query_id": 1, "report_file_path": "x.md"',
  'secret/secret.txt': 'not a report',
  'secret/detailed_results_1.json': JSON.stringify({
    reports: [{ ...entry('aurora', 'q1', { coverage_grading_results: answers(1, 0) }), report_file_path: 'secret.txt' }]
  })
});
const here = (name: string): string => join(files, name);
const data = newFolder('data');
const base = ['--project', 'heat', '--data', data];

beforeAll(async () => {
  await run(['import', here('queries.csv'), '--create-project', 'Heat', ...base]);
});

describe('voirdire import of results', () => {
  it('makes a run of them with the reports that they name, and tells what is unscored and what contradicts itself', async () => {
    const ended = await run(['import', '--results', here('results'), '--name', 'Theirs', ...base]);
    expect(ended).toMatchObject({ code: exit.done, err: '' });
    expect(ended.out).toMatch(/run 1: Theirs\n +metrics: coverage, consistency\n +judges: openai\/gpt-5/);
    expect(ended.out).toContain('reports: 2, 2 of them new');
    expect(ended.out).toContain('There are 3 answers for 2 items; q3 was not asked.');
    expect(ended.out).toContain('it says 1 issue, its parts 3');
  });

  it('knows them without --results too, and as data', async () => {
    const args = ['import', here('results/detailed_results_1.json'), ...base, '--json'];
    expect(JSON.parse((await run(args)).out)).toMatchObject({
      imported: [],
      run: { run: { number: 2 }, reports: 2, units: { judged: 6, unscored: 3 } }
    });
  });

  it.each([
    [['import', ...base], exit.usage, 'specify files or folders'],
    [['import', '--results', '/nowhere', ...base], exit.failed, 'There is no file or folder'],
    [['import', '--results', join(files, 'broken'), ...base], exit.failed, 'not complete JSON'],
    [['import', '--results', join(files, 'outputs'), ...base], exit.failed, 'contains no results']
  ])('%j ends with %i and says what to correct', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.err).toContain(why);
    expect(ended.code).toBe(code);
  });

  it('reads nothing but Markdown where a file of results points', async () => {
    const own = newFolder('data');
    const args = ['import', '--results', here('secret'), '--project', 'p', '--create-project', 'P', '--create-queries'];
    const ended = await run([...args, '--data', own]);
    expect(ended.code).toBe(exit.failed);
    expect(ended.err).toContain('no text of it at secret.txt');
  });
});

describe('voirdire export', () => {
  it.each([
    ['md', '| System | Coverage | '],
    ['csv', 'group,system,coverage,coverage low'],
    ['json', '"groups"'],
    ['latex', '\\begin{tabular}']
  ])('prints the leaderboard as %s', async (format, holds) => {
    const ended = await run(['export', '1', ...base, '--format', format]);
    expect(ended).toMatchObject({ code: exit.done, err: '' });
    expect(ended.out).toContain(holds);
    expect(ended.out).toContain('aurora');
  });

  it('needs no project if there is one only, and writes everything into a folder', async () => {
    const out = join(newFolder('out'), 'results');
    expect((await run(['export', '1', '--data', data, '--out', out])).code).toBe(exit.done);
    expect(readFileSync(join(out, 'leaderboard.csv'), 'utf8')).toContain('aurora');
    expect(readFileSync(join(out, 'verdicts.jsonl'), 'utf8').split('\n')[0]).toContain('"kind":"item"');
  });

  it('writes a table of verdicts of an earlier export again, though it is not asked for', async () => {
    const out = join(newFolder('out'), 'results');
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'verdicts.parquet'), 'of an earlier export');
    expect((await run(['export', '1', ...base, '--out', out])).code).toBe(exit.done);
    expect(readFileSync(join(out, 'verdicts.parquet')).subarray(0, 4).toString()).toBe('PAR1');
    expect(readFileSync(`${out}.sig`, 'utf8')).toContain('verdicts.parquet');
  });

  it('writes the shapes of the reference scorer, which come in again with the same scores', async () => {
    const out = join(newFolder('out'), 'results');
    const written = await run(['export', '1', ...base, '--reference', out]);
    expect(written).toMatchObject({ code: exit.done, err: '' });
    const own = newFolder('data');
    const args = ['--project', 'again', '--data', own];
    await run(['import', here('queries.csv'), '--create-project', 'Again', ...args]);
    expect((await run(['import', '--results', out, ...args])).code).toBe(exit.done);
    const scores = async (where: string[]): Promise<string> =>
      (await run(['export', '1', ...where, '--format', 'csv'])).out;
    expect(await scores(args)).toBe(await scores(base));
  });

  it('refuses a folder with reference files of another run, and replaces those of this run', async () => {
    const out = join(newFolder('out'), 'results');
    expect((await run(['export', '1', ...base, '--reference', out])).code).toBe(exit.done);
    expect((await run(['export', '1', ...base, '--reference', out])).code).toBe(exit.done);
    mkdirSync(join(out, 'reports/gamma'));
    writeFileSync(join(out, 'reports/gamma/qid_q9_report.md'), 'of run 2');
    writeFileSync(join(out, 'reports_run2.json'), '{}');
    const before = readFileSync(`${out}.sig`, 'utf8');
    expect(await run(['export', '1', ...base, '--reference', out])).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining(
        'does not replace (reports/gamma/qid_q9_report.md and 1 more): an import of the folder would mix'
      )
    });
    expect(readFileSync(`${out}.sig`, 'utf8')).toBe(before);
  });

  it.each([
    [['export', 'x', ...base], exit.usage, 'Enter the number of a run'],
    [['export', '9', ...base], exit.failed, 'There is no such run here. Runs of the project: 2, 1.'],
    [['export', '1', ...base, '--format', 'pdf'], exit.usage, 'latex'],
    [['export', '1', ...base, '--out', 'a', '--reference', 'b'], exit.usage, 'one of them']
  ])('%j ends with %i and says what to correct', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.err).toContain(why);
    expect(ended.code).toBe(code);
  });
});
