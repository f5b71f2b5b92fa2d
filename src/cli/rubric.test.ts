import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked } from '../../tests/stand-ins/answers.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { scoreSingleReport } from '../lib/scorer/suites/rubrics/official/research-rubrics.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const rubric = `format: voirdire-rubric/1
name: towns
version: '1'
title: Towns
question: Does the report give the facts?
scale:
  labels:
    - { label: met, value: 1 }
    - { label: partly, value: 0.5 }
    - { label: missing, value: 0 }
aggregation: { kind: signed-sum }
figures: { facts: { title: Facts alone, aggregation: { kind: weighted-mean, only: [fact] } } }
score: { min: -100, max: 100, times: 100 }
prompt: { ask: group, instructions: Read closely. }
criteria:
  - { key: cost, weight: 3, tags: [fact], text: Gives the cost }
  - { key: owner, weight: 1, tags: [fact], text: Names the owner }
  - title: Faults
    key: faults
    criteria:
      - { key: invented, weight: -2, text: Invents a figure }
`;
const text = (system: string, qid: string) => `${aReport(qid)}\nBy ${system}.\n`;
const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2'),
  'towns.yaml': rubric,
  'broken.yaml': rubric.replace('weight: 3', 'wieght: 3').replace('kind: signed-sum', 'kind: mean'),
  'own.yaml': rubric
    .replace(/criteria:[\s\S]*/, 'queries: { q2: { context: Only q2., criteria: [{ key: own, text: Says more }] } }\n')
    .replace(/figures:.*\n/, ''),
  ...Object.fromEntries(
    ['aurora', 'borealis'].flatMap((system) =>
      ['q1', 'q2'].map((qid) => [`reports/${system}/qid_${qid}_report.md`, text(system, qid)])
    )
  )
});
const [towns, reports, queries] = [join(files, 'towns.yaml'), join(files, 'reports'), join(files, 'queries.csv')];

/** Data with a script in which aurora meets all but invents on q2, and borealis meets half. */
function dataWithScript(): string {
  const data = join(newFolder('data'), 'data');
  mkdirSync(join(data, 'scripts'), { recursive: true });
  const said: Record<string, [string, string, string]> = {
    'aurora q1': ['met', 'met', 'missing'],
    'aurora q2': ['met', 'met', 'met'],
    'borealis q1': ['partly', 'missing', 'missing'],
    'borealis q2': ['missing', 'missing', 'missing']
  };
  const criteria = Object.entries(said).flatMap(([name, labels]) => {
    const [system = '', qid = ''] = name.split(' ');
    const report = hash('sha256', text(system, qid).trim(), 'hex');
    return [report, hash('sha256', text(system, qid), 'hex')].flatMap((one) =>
      ['cost', 'owner', 'invented'].map((criterion, k) => ({
        report: one,
        metric: 'towns',
        criterion,
        label: labels[k],
        rationale: 'so'
      }))
    );
  });
  writeFileSync(join(data, 'scripts/plan.json'), JSON.stringify({ answers: [], criteria }));
  return data;
}
const rowsOf = (folder: string) =>
  parse<Record<string, string>>(readFileSync(join(folder, 'scores.csv'), 'utf8'), { columns: true, bom: true });

let openai: StandIn;
const asked: Asked[] = [];
const idsIn = ({ schema }: Asked) => (/"enum":(\["[^\]]*"\])/.exec(JSON.stringify(schema)) ?? [])[1] ?? '[]';
beforeAll(async () => {
  openai = await startOpenAi({
    answer: (question) => {
      asked.push(question);
      const ids = JSON.parse(idsIn(question)) as string[];
      return {
        criteria: ids.map((id) => ({
          id,
          rationale: 'It says so.',
          quotes: ['The figure is 12'],
          label: id === 'invented' ? 'missing' : 'partly'
        }))
      };
    }
  });
});
afterAll(() => openai.stop());

it('counts one criterion and one query in the singular', async () => {
  const { out } = await run(['rubric', 'check', join(files, 'own.yaml')]);
  expect(out).toContain('own.yaml: towns, version 1: 1 criterion of 1 query; labels met, partly, missing.');
});

describe('voirdire rubric', () => {
  it('check tells what is wrong by line and column, and ends with 1', async () => {
    const { code, err } = await run(['rubric', 'check', join(files, 'broken.yaml')]);
    expect(code).toBe(exit.failed);
    expect(err).toContain(
      `${join(files, 'broken.yaml')}:16:18 criteria[0].wieght: There is no field "wieght" here. Write "weight".`
    );
    expect(err).toMatch(/:11:22 aggregation\.kind: It is "mean"\. Write one of weighted-mean, /);
    const sound = await run(['rubric', 'check', towns, '--json']);
    expect(sound.code).toBe(exit.done);
    expect(JSON.parse(sound.out)).toMatchObject([{ name: 'towns', criteria: 3, labels: ['met', 'partly', 'missing'] }]);
  });

  it('add keeps a rubric in a project once, and list names its metric', async () => {
    // A folder of scored files is a database with a project of its own.
    const data = join(newFolder('data'), 'data');
    const base = ['score', '--reports', reports, '--queries', queries, '--suite', join(files, 'own.yaml')];
    await run([...base, '--judge', 'rules', '--out', data]);
    const first = await run(['rubric', 'add', towns, '--project', 'files', '--data', data, '--json']);
    const [{ metric, added }] = JSON.parse(first.out) as [{ metric: string; added: boolean }];
    expect([metric, added]).toEqual([expect.stringMatching(/^rubric-towns-[0-9a-f]{8}$/), true]);
    const again = await run(['rubric', 'add', towns, '--project', 'files', '--data', data]);
    expect(again.out).toContain(`already present as metric ${metric}`);
    const listed = (await run(['rubric', 'list', '--project', 'files', '--data', data])).out.trim().split('\n');
    expect([listed.length, listed[1]]).toEqual([2, `${metric}: Towns, version 1`]);
    const refused = await run(['rubric', 'add', join(files, 'broken.yaml'), '--project', 'files', '--data', data]);
    expect(refused.code).toBe(exit.failed);
    expect(refused.err).toContain('row 16, column 18, criteria[0].wieght');
    const show = (name: string) => run(['rubric', 'show', name, '--project', 'files', '--data', data]);
    expect((await show('unknown')).err).toContain('There is no such rubric here. Rubrics of the project: rubric-');
    expect((await show('rubric-towns')).err).toContain('Several rubrics begin with rubric-towns: rubric-towns-');
    const shown = await show(metric);
    const shownFiles = folderOf({ 'towns.json': shown.out });
    const hashOf = async (file: string) =>
      (JSON.parse((await run(['rubric', 'check', file, '--json'])).out) as [{ hash: string }])[0].hash;
    expect(await hashOf(join(shownFiles, 'towns.json'))).toBe(await hashOf(towns));
    // A project's rubric is a metric like any other.
    const scored = await run([
      'score',
      '--project',
      'files',
      '--metric',
      metric,
      '--judge',
      'rules',
      '--data',
      data,
      '--json'
    ]);
    expect(JSON.parse(scored.out)).toMatchObject({ units: { judged: 0, abstained: 12, unscored: 0 } });
  });
});

describe('voirdire rubric verdicts', () => {
  it('brings a suite’s own results in as a run, whose score is that of the official formula', async () => {
    const rubrics = [{ criterion: 'Names each cost', weight: 5 }, { criterion: 'Names the town', weight: 3 }, { criterion: 'Invents a cost', weight: -4 }]; // prettier-ignore
    const said = ['Partially Satisfied', 'Satisfied', 'Satisfied'];
    const folder = folderOf({
      'tasks.jsonl': JSON.stringify({ sample_id: 's1', prompt: 'What did each cost?', rubrics }),
      'results.jsonl': said
        .map((verdict, k) =>
          JSON.stringify({
            sample_id: 's1',
            rubric_title: rubrics[k]!.criterion,
            verdict,
            success: true,
            reasoning: 'so'
          })
        )
        .join('\n'),
      'reports/aurora/qid_s1_report.md': aReport('s1')
    });
    const at = (name: string) => join(folder, name);
    const data = join(newFolder('data'), 'data');
    const place = ['--project', 'p', '--data', data];
    await run(['rubric', 'convert', at('tasks.jsonl'), '--out', at('rubric.json'), '--queries', at('queries.jsonl')]);
    await run(['import', at('queries.jsonl'), at('reports'), '--create-project', 'P', ...place]);
    await run(['rubric', 'add', at('rubric.json'), ...place]);
    const read = [
      'rubric',
      'verdicts',
      at('results.jsonl'),
      '--rubric',
      at('rubric.json'),
      '--out',
      at('verdicts.jsonl')
    ];
    expect((await run(read)).err).toContain(
      `${at('results.jsonl')}:1: the file names no system: name it with --system.`
    );
    const made = await run([...read, '--system', 'aurora', '--judge', 'gpt']);
    expect([made.code, made.out]).toEqual([
      exit.done,
      expect.stringContaining('3 verdicts of research-rubrics, 0 of them unscored') as string
    ]);
    const imported = await run(['import', '--verdicts', at('verdicts.jsonl'), ...place, '--json']);
    expect([imported.code, imported.err]).toEqual([exit.done, '']);
    const scores = await run(['export', '1', ...place, '--format', 'json']);
    const official = scoreSingleReport([5, 3, -4], [0.5, 1, 1]);
    expect(official).toBe((2.5 + 3 - 4) / 8);
    expect(scores.out).toContain(String(official));
  });
});

describe('voirdire score --suite', () => {
  it('gives the scores of the formula from labels that are known beforehand', async () => {
    const data = dataWithScript();
    const out = join(newFolder('out'), 'scored');
    const ended = await run([
      'score',
      '--reports',
      reports,
      '--queries',
      queries,
      '--suite',
      towns,
      '--judge',
      'scripted:plan',
      '--out',
      out,
      '--data',
      data
    ]);
    expect([ended.code, ended.err.includes('unscored')]).toEqual([exit.done, false]);
    // (3·1 + 1·1) / 4 = 1; the same less 2 for the fault; 3·½ / 4; 0. Times 100.
    const scores = Object.fromEntries(
      rowsOf(out).map((row) => [`${row.system ?? ''} ${row.qid ?? ''}`, Number(row.value ?? row.score)])
    );
    expect(scores).toEqual({ 'aurora q1': 100, 'aurora q2': 50, 'borealis q1': 37.5, 'borealis q2': 0 });
    const verdicts = readFileSync(join(out, 'verdicts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(verdicts).toHaveLength(12);
    expect(verdicts[0]).toMatchObject({ kind: 'criterion', state: 'judged' });
  });

  it('asks a judge by group with the labels of the rubric, and believes only those', async () => {
    const out = join(newFolder('out'), 'scored');
    const ended = await run(
      ['score', '--reports', reports, '--queries', queries, '--suite', towns, '--judge', 'openai:gpt-5', '--out', out],
      { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url }
    );
    expect([ended.code, ended.err.match(/\d+ of \d+ units.*/)?.[0] ?? '']).toEqual([exit.done, '']);
    expect(asked).toHaveLength(4 * 2);
    expect(asked[0]?.system).toContain('Read closely.');
    expect(asked[0]?.marked('report')).toContain('The figure is 12');
    expect(JSON.stringify(asked[0]?.schema)).toContain('["met","partly","missing"]');
    expect(asked.some(({ user }) => user.includes('"weight"'))).toBe(false);
    expect(rowsOf(out).map((row) => Number(row.value ?? row.score))).toEqual([50, 50, 50, 50]);
  });

  it('judges only reports whose query has criteria, and shows its context', async () => {
    const out = join(newFolder('out'), 'scored');
    asked.length = 0;
    const ended = await run(
      [
        'score',
        '--reports',
        reports,
        '--queries',
        queries,
        '--suite',
        join(files, 'own.yaml'),
        '--judge',
        'openai:gpt-5',
        '--out',
        out
      ],
      { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url }
    );
    expect(ended.code).toBe(exit.done);
    expect(rowsOf(out).map((row) => row.qid)).toEqual(['q2', 'q2']);
    expect(asked.map(({ user }) => user.includes('Only q2.'))).toEqual([true, true]);
  });

  it('refuses a rubric that cannot be used, and a call without anything to judge by', async () => {
    const wrong = await run([
      'score',
      '--reports',
      reports,
      '--queries',
      queries,
      '--suite',
      join(files, 'broken.yaml'),
      '--judge',
      'rules',
      '--out',
      join(newFolder('out'), 'x')
    ]);
    expect([wrong.code, wrong.err.includes('Write "weight".')]).toEqual([exit.failed, true]);
    const nothing = await run(['score', '--reports', reports, '--queries', queries, '--judge', 'rules', '--out', 'x']);
    expect([nothing.code, nothing.err.includes('--suite')]).toEqual([exit.usage, true]);
    const mistyped = await run(['score', '--reports', reports, '--queries', queries, '--suite', 'deepeval', '--judge', 'rules', '--out', 'x']); // prettier-ignore
    expect(mistyped).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining('one of the suites deep-eval, ')
    });
  });
});

it('a rubric in another encoding is refused with the byte and its line, also in UTF-16', async () => {
  const folder = newFolder('encodings');
  mkdirSync(folder, { recursive: true });
  const name = rubric.replace('Towns', 'St\u00e4dte');
  const cases = { 'latin1.yaml': Buffer.from(name, 'latin1'), 'utf16.yaml': Buffer.from(`\uFEFF${name}`, 'utf16le') };
  for (const [file, bytes] of Object.entries(cases)) writeFileSync(join(folder, file), bytes);
  const latin1 = await run(['rubric', 'check', join(folder, 'latin1.yaml')]);
  expect([latin1.code, latin1.err]).toEqual([exit.failed, expect.stringContaining('byte 0xE4 on line 4')]);
  const utf16 = await run(['rubric', 'check', join(folder, 'utf16.yaml')]);
  expect([utf16.code, utf16.err]).toEqual([exit.failed, expect.stringContaining('The text is UTF-16')]);
});
