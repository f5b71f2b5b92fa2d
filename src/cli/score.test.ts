import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBatches } from '../../tests/stand-ins/batches.ts';
import { startGemini } from '../../tests/stand-ins/gemini.ts';
import { startAnthropic } from '../../tests/stand-ins/anthropic.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { suites } from '../lib/scorer/suites/index.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';
import { atMost } from '../../tests/timing.ts';

afterAll(removeFolders);

const qids = ['q1', 'q2', 'q3'];
const files = folderOf({
  'queries.csv': queriesCsv(...qids),
  ...Object.fromEntries(
    ['aurora', 'borealis'].flatMap((system) =>
      qids.map((qid) => [`reports/${system}/qid_${qid}_report.md`, `${aReport(qid)}\nBy ${system}.\n`])
    )
  )
});
const reports = join(files, 'reports');
const queries = join(files, 'queries.csv');

let openai: StandIn;
let gemini: StandIn;
let keys: Record<string, string>;
beforeAll(async () => {
  [openai, gemini] = [await startOpenAi({ delayMs: 20 }), await startGemini({ delayMs: 20, seed: 2 })];
  keys = {
    OPENAI_API_KEY: 'sk-test-0000',
    OPENAI_BASE_URL: openai.url,
    GEMINI_API_KEY: 'test-0000',
    GEMINI_BASE_URL: gemini.url
  };
});
afterAll(() => Promise.all([openai.stop(), gemini.stop()]));

const scoring = (out: string, ...more: string[]): string[] => [
  'score',
  '--reports',
  reports,
  '--queries',
  queries,
  '--out',
  out,
  ...more
];
const rules = ['--metric', 'presentation', '--judge', 'rules'];
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const both = ['--judge', 'openai:gpt-5', '--judge', 'gemini:gemini-2.5-pro'];

describe('voirdire score over files', () => {
  it('writes every verdict, every score and the means of the systems', async () => {
    const out = join(newFolder('out'), 'scored');
    const { code, out: said, err } = await run(scoring(out, ...rules));
    expect(code).toBe(exit.done);
    expect(said).toMatch(/presentation, 0–100\n +system +rules +reports\n +aurora +\d+\.\d +3\n +borealis +\d+\.\d +3/);
    expect(err).toMatch(/6 of 6 judged \(100%\)/);
    expect([...err].filter((letter) => letter < ' ' && letter !== '\n')).toEqual([]);
    expect(readdirSync(out).filter((name) => !name.startsWith('voirdire.db'))).toEqual([
      ...['leaderboard.csv', 'leaderboard.json', 'leaderboard.md', 'leaderboard.tex'],
      'scores.csv',
      'summary.json',
      'systems.csv',
      'verdicts.jsonl'
    ]);
    expect(read(out, 'verdicts.jsonl').trim().split('\n')).toHaveLength(6 * 10);
    expect(read(out, 'scores.csv').trim().split('\r\n')).toHaveLength(1 + 6);
    expect(read(out, 'systems.csv').trim().split('\r\n')).toHaveLength(1 + 2);
    const summary = JSON.parse(read(out, 'summary.json')) as { units: Record<string, number> };
    expect(summary.units.judged! + summary.units.abstained!).toBe(60);
    expect(summary.units.unscored).toBe(0);
  });

  it('names what was left out of the files: reports without a text, and files that are no reports', async () => {
    const folder = folderOf({
      'a/qid_q1_report.md': aReport('q1'),
      'a/qid_q2_report.md': '\n',
      'a/README.md': 'About.',
      'lines.jsonl': `${JSON.stringify({ system: 'b', qid: 'q1', report: aReport('q1') })}\n`
    });
    const given = ['score', '--reports', join(folder, 'a'), join(folder, 'lines.jsonl'), '--queries', queries];
    const { err } = await run([...given, ...rules, '--estimate']);
    expect(err).toMatch(/^Note on .*\/a: 1 report is empty and was not imported: a · q2 \(.*qid_q2_report\.md\)\.$/m);
    expect(err).toMatch(/^Note on .*\/a: 1 file was skipped, because it is not a report: .*README\.md\.$/m);
  });

  it('signs the folder with a key that is named, records what is in it, and names the head of the audit trail inside', async () => {
    const folder = newFolder('out');
    const out = join(folder, 'scored');
    const nowhere = { VOIRDIRE_DATA: join(folder, 'no-instance') };
    const { err } = await run(scoring(out, ...rules), nowhere);
    const [, signature, fingerprint, keyFile] = /Signature: (\S+), key ([0-9a-f]{64}) \((\S+)\)\./.exec(err)!;
    expect([signature, keyFile]).toEqual([`${out}.sig`, join(out, 'voirdire.db-signing-key')]);
    const verified = await run(['verify', out, '--key', fingerprint!, '--json']);
    expect(verified).toMatchObject({ code: exit.done, err: '' });
    expect(JSON.parse(verified.out)).toMatchObject({ holds: true, checked: 8 });
    const heads = ['summary.json', 'leaderboard.json', 'leaderboard.md', 'leaderboard.tex'].map(
      (name) => /\b\d+:[0-9a-f]{64}\b/.exec(read(out, name))?.[0]
    );
    expect(new Set(heads)).toEqual(new Set([expect.any(String)]));
    expect(await run(['audit', 'verify', '--anchor', heads[0]!, '--data', out])).toMatchObject({ code: exit.done });
    const trail = new Database(join(out, 'voirdire.db'), { readonly: true });
    const recorded = trail
      .prepare(`SELECT detail ->> 'name' FROM audit WHERE action = 'file.export' ORDER BY 1`)
      .pluck();
    expect(recorded.all()).toEqual(readdirSync(out).filter((name) => !name.startsWith('voirdire.db')));
    trail.close();

    // With an instance in the data folder, its key signs, also after the folder was scored again.
    const data = join(folder, 'data');
    await run(['import', queries, '--create-project', 'Heat', '--project', 'heat', '--data', data]);
    const again = await run(scoring(out, ...rules, '--resume'), { VOIRDIRE_DATA: data });
    expect(again.err).toContain(`(${join(data, 'voirdire.db-signing-key')})`);
    expect(await run(['verify', out, '--key', fingerprint!])).toMatchObject({ code: exit.failed });
    expect(await run(['verify', out])).toMatchObject({ code: exit.done });
    writeFileSync(join(out, 'scores.csv'), 'changed');
    expect((await run(['verify', out])).err).toContain('scores.csv: changed since it was signed.');
  });

  it('has both wire formats judge both metrics, and gives the mean of the judges', async () => {
    const out = newFolder('out');
    const before = [openai.count(), gemini.count()];
    const price = ['--price', 'openai:gpt-5=1/2'];
    const ended = await run(scoring(out, '--metric', 'coverage', 'presentation', ...both, ...price, '--json'), keys);
    expect(ended.code).toBe(exit.done);
    expect([openai.count(), gemini.count()]).toEqual(before.map((n) => n + 12));
    const summary = JSON.parse(ended.out) as {
      systems: { value: number; judges: { value: number }[] }[];
      spend: { lines: { cost: number | null }[] };
    };
    const priced = summary.spend.lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    expect(summary).toMatchObject({
      reports: 6,
      judged: 24,
      units: { judged: 2 * 6 * (2 + 10), abstained: 0, unscored: 0 },
      judges: [{ spec: 'openai:gpt-5' }, { spec: 'gemini:gemini-2.5-pro' }],
      calls: { made: 24 },
      spend: { total: null, known: expect.closeTo(priced, 12), unpriced: 12, unanswered: 0, budget: null }
    });
    expect(priced).toBeGreaterThan(0);
    expect(summary.spend.lines.map(({ cost }) => cost !== null)).toEqual([true, false, true, false]);
    for (const { value, judges } of summary.systems)
      expect(value).toBeCloseTo((judges[0]!.value + judges[1]!.value) / 2, 9);
    expect(read(out, 'scores.csv')).toContain('mean of judges');
  });

  it('tells a program what happens, one event a line, and nothing else on stdout', async () => {
    const ended = await run(scoring(newFolder('out'), ...rules, '--json-lines'));
    expect(ended.code).toBe(exit.done);
    const lines = ended.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ event: 'planned', run: 1, reports: 6 });
    expect(lines.slice(1, -1).map(({ event }) => event)).toEqual(Array(lines.length - 2).fill('progress'));
    expect(lines.at(-2)).toMatchObject({
      event: 'progress',
      tasks: 6,
      done: 6,
      unscored: 0,
      spentUsd: 0,
      secondsLeft: null
    });
    expect(lines.at(-1)).toMatchObject({ event: 'ended', outcome: 'done', summary: { reports: 6 } });
    for (const { at } of lines) expect(new Date(String(at)).toISOString()).toBe(at);
    const both = await run(scoring(newFolder('out'), ...rules, '--json-lines', '--json'));
    expect(both.code).toBe(exit.usage);
  });

  it('refuses a folder with something else or another run in it, and continues only with --resume and the same order', async () => {
    const other = folderOf({ 'notes.txt': 'mine' });
    const refused = await run(scoring(other, ...rules));
    expect(refused).toMatchObject({ code: exit.failed });
    expect(refused.err).toContain('is not empty');
    expect(readdirSync(other)).toEqual(['notes.txt']);

    const out = newFolder('out');
    expect((await run(scoring(out, ...rules))).code).toBe(exit.done);
    const again = await run(scoring(out, ...rules));
    expect(again.code).toBe(exit.failed);
    expect(again.err).toContain('--resume');
    const scores = read(out, 'scores.csv');
    expect((await run(scoring(out, ...rules, '--resume'))).code).toBe(exit.done);
    expect(read(out, 'scores.csv')).toBe(scores);
    for (const option of ['--resume', '--again']) {
      const changed = await run(scoring(out, '--metric', 'coverage', '--judge', 'openai:gpt-5', option), keys);
      expect(changed.code).toBe(exit.failed);
      expect(changed.err).toContain('contains a different run: presentation by rules');
    }
  });

  it('refuses a role that no metric has, and a search provider if nothing searches, before anything is written', async () => {
    const out = newFolder('out');
    const role = await run(scoring(out, '--metric', 'coverage', '--judge', 'rules[extractor=rules]'));
    expect(role.code).toBe(exit.failed);
    expect(role.err).toContain('No chosen metric has a role "extractor". The chosen metrics have no roles');
    const search = await run(scoring(newFolder('out'), ...rules, '--search', 'tavily'));
    expect(search.code).toBe(exit.failed);
    expect(search.err).toContain('--search applies to metrics that search the web');
  });

  it('ends with 5 if a value meets --fail-if, and writes conditions and reports as JUnit XML', async () => {
    const out = join(newFolder('out'), 'scored');
    const junit = join(newFolder('junit'), 'scores.xml');
    const conditions = ['--fail-if', 'presentation>0', '--fail-if', 'presentation<0', '--junit', junit];
    const { code, err } = await run(scoring(out, ...rules, ...conditions));
    expect(code).toBe(exit.threshold);
    expect(err).toMatch(/presentation>0: aurora scores \d+\.\d \(3 reports\)\./);
    expect(err).not.toContain('presentation<0');
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuite name="conditions" tests="4" failures="2" errors="0">');
    expect(xml).toContain('<testsuite name="presentation" tests="6" failures="0" errors="0">');
    const kept = await run(scoring(out, ...rules, '--again', '--fail-if', 'presentation<0'));
    expect(kept.code).toBe(exit.done);
  });

  it('refuses a condition on a metric that is not judged before anything is asked', async () => {
    const out = join(newFolder('out'), 'scored');
    const { code, err } = await run(scoring(out, ...rules, '--fail-if', 'coverage<80'));
    expect(code).toBe(exit.failed);
    expect(err).toContain('the run has no such metric. Its metrics: presentation.');
    expect(existsSync(out)).toBe(false);
  });

  it('ends with 3 if units stay without a verdict, unless that many are allowed, and can ask for those again', async () => {
    const misbehaving = await startOpenAi({ faults: [{ kind: 'refusal', on: [2] }] });
    try {
      const env = { ...keys, OPENAI_BASE_URL: misbehaving.url };
      const args = ['--metric', 'presentation', '--judge', 'openai:gpt-5', '--concurrency', '1'];
      const out = newFolder('out');
      const junit = join(newFolder('junit'), 'ci', 'scores.xml');
      const { code, err } = await run(scoring(out, ...args, '--junit', junit), env);
      expect(code).toBe(exit.unscored);
      expect(readFileSync(junit, 'utf8')).toMatch(
        /tests="6" failures="0" errors="1">[^]*<error message="No item has a valid verdict\. 10 verdicts are missing: 10 by openai:gpt-5: .*refus/i
      );
      expect(err).toMatch(
        /Run 1 is incomplete: 10 of 60 units are unscored:\n {2}10 \(presentation, openai:gpt-5\): .*refus/i
      );
      expect(read(out, 'scores.csv')).toMatch(/No item has a valid verdict/);
      expect(JSON.parse(read(out, 'summary.json'))).toMatchObject({
        run: { state: 'incomplete', failures: [{ reason: expect.stringMatching(/refus/i), tasks: 1, units: 10 }] }
      });
      expect(read(out, 'leaderboard.md')).toContain('The run is incomplete. 10 units have no verdict');
      expect(read(out, 'leaderboard.csv')).toMatch(/run state\r\n.*,incomplete\r\n/);
      for (const [allowed, expected] of [
        ['10', exit.done],
        ['9', exit.unscored],
        ['17%', exit.done],
        ['16%', exit.unscored]
      ] as const)
        expect((await run(scoring(out, ...args, '--resume', '--max-unscored', allowed), env)).code).toBe(expected);
      expect(misbehaving.count()).toBe(6);
      expect((await run(scoring(out, ...args, '--again'), env)).code).toBe(exit.done);
      expect(misbehaving.count()).toBe(7);
      expect(read(out, 'scores.csv')).not.toMatch(/No item has a valid verdict/);
    } finally {
      await misbehaving.stop();
    }
  });

  it('says at once that another process works on the run, and a signal stops only the wait for it', async () => {
    const judge = await startOpenAi();
    const answer = judge.hold();
    try {
      const env = { ...keys, OPENAI_BASE_URL: judge.url };
      const out = newFolder('out');
      const args = scoring(out, '--metric', 'presentation', '--judge', 'openai:gpt-5', '--concurrency', '1');
      const first = start(args, env);
      while (judge.count() < 1) await new Promise((resolve) => setTimeout(resolve, 10));
      const second = start([...args, '--resume'], env);
      await new Promise<void>((resolve) => {
        let said = '';
        second.child.stderr!.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('Another process')) resolve();
        });
        void second.ended.then(() => resolve());
      });
      second.child.kill('SIGINT');
      const { code, err } = await second.ended;
      expect(err).toContain(`Another process (PID ${first.child.pid} on `);
      expect(err).toMatch(/This command no longer waits\. The other process continues the run\.\n$/);
      expect(code).toBe(exit.failed);
      answer();
      expect(await first.ended).toMatchObject({ code: exit.done });
      expect(judge.count()).toBe(6);
    } finally {
      await judge.stop();
    }
  });

  it('stops at a signal, says how to continue, and then asks only what was not answered', async () => {
    const slow = await startOpenAi({ delayMs: 120 });
    try {
      const env = { ...keys, OPENAI_BASE_URL: slow.url };
      const out = newFolder('out');
      const args = scoring(out, '--metric', 'presentation', '--judge', 'openai:gpt-5', '--concurrency', '1');
      const { child, ended } = start(args, env);
      while (slow.answered() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill('SIGINT');
      const { code, err } = await ended;
      expect(code).toBe(exit.failed);
      const stopped = 'The run was stopped. Answers so far are kept. Resume it with:';
      expect(err.endsWith(`${stopped}\n  npx voirdire ${args.join(' ')} --resume\n`)).toBe(true);
      expect(existsSync(join(out, 'scores.csv'))).toBe(false);
      expect((await run([...args, '--resume'], env)).code).toBe(exit.done);
      expect(slow.count()).toBeLessThanOrEqual(6 + 1);
      expect(read(out, 'scores.csv').trim().split('\r\n')).toHaveLength(1 + 6);
    } finally {
      await slow.stop();
    }
  });

  it('makes queries of headings, and says which metric cannot be judged then', async () => {
    const args = (out: string, ...metrics: string[]) => [
      ...['score', '--reports', reports, '--create-queries', '--judge', 'rules', '--out', out],
      ...['--metric', ...metrics]
    ];
    const out = newFolder('out');
    const refused = await run(args(out, 'coverage', 'presentation'));
    expect(refused.code).toBe(exit.failed);
    expect(refused.err).toContain('Coverage has nothing to judge');
    expect((await run(args(out, 'presentation'))).code).toBe(exit.done);
  });

  it('says on how many reports a metric is judged if not every query has a checklist', async () => {
    const some = folderOf({ 'queries.csv': queriesCsv('q1') });
    const ended = await run([
      ...['score', '--reports', reports, '--queries', join(some, 'queries.csv'), '--create-queries'],
      ...['--judge', 'rules', '--metric', 'presentation', 'coverage', '--out', newFolder('out')]
    ]);
    expect(ended.code).toBe(exit.done);
    expect(ended.err).toContain('Coverage is judged on 2 of 6 reports');
  });

  it('compares with a baseline, asks as often as it is told, and keeps to other penalties', async () => {
    const out = newFolder('out');
    const before = openai.count();
    const args = [
      ...['--metric', 'depth', 'consistency', '--baseline', 'borealis', '--judge', 'openai:gpt-5', '--repeats', '2'],
      ...['--penalties', 'consistency=0:77,more:7', '--ensemble', 'answered', '--limits', 'openai 4 at once']
    ];
    const ended = await run(scoring(out, ...args), keys);
    expect(ended.err).toContain('is judged on 3 of 6 reports: the others are reports of the baseline');
    expect(ended.code).toBe(exit.done);
    expect(openai.count() - before).toBe(2 * (3 * 2 + 6));
    expect(ended.out).toMatch(
      /depth, compared with the baseline\n +system +wins +losses +ties +win rate +reports\n +aurora/
    );
    const rows = parse(read(out, 'scores.csv'), { columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0]!)).toEqual(expect.arrayContaining(['report', 'baseline', 'consistent', 'outcome']));
    const values = rows.flatMap(({ metric, value }) => (metric === 'consistency' ? [Number(value)] : []));
    expect(values).toHaveLength(6);
    for (const value of values) expect([7, 42, 77]).toContain(value);
    const verdicts = read(out, 'verdicts.jsonl').trim().split('\n');
    expect(verdicts.filter((line) => line.includes('"kind":"comparison"'))).toHaveLength(6);
    expect(verdicts.filter((line) => line.includes('"repeat":1')).length).toBeGreaterThan(0);
    const again = await run(scoring(out, ...args.filter((word) => !/repeats|^2$/.test(word)), '--resume'), keys);
    expect(again.err).toContain('contains a different run');
  });

  it('stops when the budget is used up, says so, and continues with a higher one', async () => {
    const out = newFolder('out');
    const before = openai.count();
    const args = ['--metric', 'presentation', '--judge', 'openai:gpt-5', '--price', 'openai:gpt-5=1000/1000'];
    const first = await run(scoring(out, ...args, '--concurrency', '1', '--budget', '0.000001'), keys);
    expect(first.code).toBe(exit.failed);
    expect(first.err).toMatch(/The budget of \$\S+ is used up: .* tasks are left\..*higher --budget:\n.*--resume/);
    const asked = openai.count() - before;
    expect(asked).toBeLessThan(6);
    expect(existsSync(join(out, 'scores.csv'))).toBe(false);
    const second = await run(scoring(out, ...args, '--budget', '100000', '--resume'), keys);
    expect(second.code).toBe(exit.done);
    expect(second.err).toMatch(/\$\S+ of \$100,000 spent/);
    expect(openai.count() - before).toBe(6);
  });

  it('never gives one system the answers of another on the same query: each report is asked about', async () => {
    const twins = folderOf({
      'queries.csv': queriesCsv('q1'),
      'reports/aurora/qid_q1_report.md': aReport('q1'),
      'reports/borealis/qid_q1_report.md': `${aReport('q1')}\nAnd more.\n`
    });
    const before = openai.count();
    const out = newFolder('out');
    const args = ['--reports', join(twins, 'reports'), '--queries', join(twins, 'queries.csv'), '--out', out];
    await run(['score', ...args, '--metric', 'consistency', '--judge', 'openai:gpt-5'], keys);
    expect(openai.count() - before).toBe(2);
  });

  it('estimates a run, asks no judge and leaves nothing behind', async () => {
    const out = join(newFolder('out'), 'never');
    const before = openai.count();
    const args = [
      '--metric',
      'presentation',
      'depth',
      '--baseline',
      'borealis',
      '--judge',
      'openai:gpt-5',
      '--estimate'
    ];
    const told = await run(
      ['score', '--reports', reports, '--queries', queries, ...args, '--price', 'openai:gpt-5=1/10'],
      keys
    );
    expect(told.code).toBe(exit.done);
    expect(told.out).toMatch(/presentation +openai:gpt-5 +6 /);
    expect(told.out).toMatch(/depth +openai:gpt-5 +6 /);
    expect(told.out).toMatch(/12 calls, [\d,]+ input tokens and [\d,]+ output tokens, about \$0\.\d+, about 0:\d\d\./);
    const json = await run(scoring(out, ...args, '--json'), keys);
    expect(JSON.parse(json.out)).toMatchObject({ calls: 12, lines: [{ metric: 'presentation' }, { metric: 'depth' }] });
    expect(existsSync(out)).toBe(false);
    expect(openai.count()).toBe(before);
    const free = await run(scoring(out, ...rules, '--estimate'));
    expect(free.out).toContain('is free');
  });

  it('judges the reports on some queries and a part of the claims, and says so in every file', async () => {
    const out = newFolder('out');
    const capped = ['--metric', 'citation-accuracy', '--judge', 'rules', '--max-claims', '1', '--query', 'q1'];
    const told = await run(scoring(out, ...capped));
    expect(told.err).not.toContain('error:');
    expect(JSON.parse(read(out, 'summary.json'))).toMatchObject({
      subset: { queries: { n: 1, of: 3 }, claims: [{ metric: 'citation-accuracy', most: 1 }] }
    });
    expect(JSON.parse(read(out, 'leaderboard.json'))).toMatchObject({ subset: { queries: { n: 1 } } });
    expect(read(out, 'leaderboard.md')).toContain('Subset of the project: 2 of 6 reports');
    const wrong = await run(scoring(newFolder('out'), ...rules, '--query', 'nowhere'));
    expect(wrong.err).toContain('No report answers these queries');
    const idle = await run(scoring(newFolder('out'), ...rules, '--max-claims', '2'));
    expect(idle.err).toContain('--max-claims applies to metrics that judge claims');
  });

  it('tests judges with one call each, makes no run, and ends with 1 if one fails', async () => {
    const out = join(newFolder('out'), 'scored');
    const asked = [openai.count(), gemini.count()];
    const line = scoring(out, '--metric', 'presentation', ...both, '--test-judges');
    const sound = await run(line, keys);
    expect(sound.code).toBe(exit.done);
    expect(sound.out).toMatch(
      /^openai:gpt-5: OK, \d+\.\d s, [\d,]+ input tokens and [\d,]+ output tokens, price unknown\n {2}Reply: \{.*\ngemini:gemini-2\.5-pro: OK/
    );
    expect([openai.count() - asked[0]!, gemini.count() - asked[1]!]).toEqual([1, 1]);
    expect(existsSync(out)).toBe(false);
    const wrong = await run(line, { ...keys, GEMINI_API_KEY: '' });
    expect(wrong.code).toBe(exit.failed);
    expect(wrong.out).toMatch(/gemini:gemini-2\.5-pro: FAILED\n.*GEMINI_API_KEY/);
    expect(wrong.out + wrong.err).not.toContain('sk-test-0000');
    expect([openai.count() - asked[0]!, gemini.count() - asked[1]!]).toEqual([2, 1]);
  });

  it('estimates without a key, and knows what the folder of results has answered', async () => {
    const out = newFolder('out');
    const asked = ['--metric', 'presentation', '--judge', 'openai:gpt-5'];
    await run(scoring(out, ...asked), keys);
    const again = await run(scoring(out, ...asked, '--estimate'), { ...keys, OPENAI_API_KEY: '' });
    expect(again.err).toBe('');
    expect(again.out).toBe(
      'None of 6 questions is new since run 1. All 6 take its answers and cost nothing.\nAll 6 calls are answered by earlier runs: the run is free.\n'
    );
    const more = ['--metric', 'presentation', 'consistency', '--judge', 'openai:gpt-5'];
    const both = await run(scoring(out, ...more, '--estimate', '--json'), { ...keys, OPENAI_API_KEY: '' });
    expect(JSON.parse(both.out)).toMatchObject({
      ...{ calls: 6, known: 6 },
      since: { run: 1, questions: 12, fresh: 6, unanswered: 0, taken: true }
    });
  });

  it('tells what prompt caches saved, in the shell and in summary.json', async () => {
    const server = await startAnthropic();
    try {
      const out = newFolder('out');
      const judge = 'anthropic:claude-opus-5';
      const told = await run(
        scoring(out, '--metric', 'presentation', '--judge', judge, '--price', `${judge}=1000/1000/100/1250`),
        { ANTHROPIC_API_KEY: 'sk-ant-0', ANTHROPIC_BASE_URL: server.url }
      );
      expect(told.out).toMatch(
        /Prompt cache: [\d,]+ of [\d,]+ tokens in read from it, 30 written to it \(n = 6 calls\)\. It saved \$\d/
      );
      const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
        calls: { promptCache: { readTokens: number } };
      };
      expect(summary.calls.promptCache).toMatchObject({ calls: 6, writtenTokens: 30, pricedCalls: 6 });
      expect(summary.calls.promptCache.readTokens).toBeGreaterThan(1000);
    } finally {
      await server.stop();
    }
  });

  it('lets judges search the web for citation accuracy unless told otherwise, and says so beforehand and afterwards', async () => {
    const cites = folderOf({
      'queries.csv': queriesCsv('q1'),
      'reports/aurora/qid_q1_report.md':
        '# Towns\n\nThe town has 12 parks [1].\n\n## References\n\n[1] Parks. http://127.0.0.1:9/parks\n'
    });
    const asked = (out: string, ...more: string[]): string[] => [
      ...['score', '--reports', join(cites, 'reports'), '--queries', join(cites, 'queries.csv'), '--out', out],
      ...['--metric', 'presentation', 'citation-accuracy', '--judge', 'openai:gpt-5', ...more]
    ];
    const told = await run(asked(newFolder('out'), '--estimate'), keys);
    expect(told.out).toContain('Web search is on for Citation accuracy by openai:gpt-5: 2 calls may search. Fees');
    expect((await run(asked(newFolder('out'), '--estimate', '--web-search', 'off'), keys)).out).not.toContain('search');
    const out = newFolder('out');
    await run(asked(out), keys);
    const searching = [{ metric: 'citation-accuracy', judges: ['openai:gpt-5'] }];
    const recorded = (): unknown => (JSON.parse(read(out, 'summary.json')) as { webSearch: unknown }).webSearch;
    expect(recorded()).toEqual(searching);
    expect(JSON.parse(read(out, 'leaderboard.json'))).toMatchObject({ webSearch: searching });
    expect(read(out, 'leaderboard.md')).toContain('Web search: citation accuracy by openai:gpt-5.');
    const other = await run(asked(out, '--resume', '--web-search', 'off'), keys);
    expect(other.err).toContain('contains a different run');
    // A run that was made before there was the choice stays without, resumed and made once more.
    const db = new Database(join(out, 'voirdire.db'));
    db.prepare("update run set options = json_remove(options, '$.webSearch')").run();
    db.close();
    await run(asked(out, '--resume'), keys);
    expect(recorded()).toEqual([]);
    await run(asked(out, '--again'), keys);
    expect(JSON.parse(read(out, 'summary.json'))).toMatchObject({ run: { number: 2 }, webSearch: [] });
  });

  it('names every metric in its help', async () => {
    const { out } = await run(['score', '--help']);
    for (const { name } of suites['deep-eval'].metrics) expect(out).toContain(name);
    expect(out).toContain(suites['direct-rating'].metrics[0]?.name);
  });

  it.each([
    [['--metric', 'depth', '--judge', 'rules'], exit.failed, 'Specify it with --baseline'],
    [['--metric', 'depth', '--judge', 'rules', '--baseline', 'corona'], exit.failed, 'Systems: aurora, borealis.'],
    [[...rules, '--baseline', 'aurora'], exit.failed, 'applies to metrics that compare'],
    [[...rules, '--penalties', '0:100,more:5'], exit.usage, "e.g. consistency='0:100,2:90,more:10'"],
    [[...rules, '--penalties', 'presentation=0:100,more:5'], exit.usage, 'has no table of penalties'],
    [['--metric', 'consistency', '--judge', 'rules', '--penalties', 'consistency=5:1'], exit.usage, 'The last row'],
    [[...rules, '--limits', 'openai fast'], exit.usage, '--limits: '],
    [[...rules, '--deadline', 'abc'], exit.usage, '--deadline: "abc" is not a number of seconds'],
    [[...rules, '--tries', '0'], exit.usage, '--tries: "0" is not a number of tries'],
    [[...rules, '--price', 'openai:gpt-5'], exit.usage, '--price: "openai:gpt-5" is no price'],
    [[...rules, '--price', 'openai:gpt-5=1/2'], exit.usage, 'none of the judges'],
    [[...rules, '--ensemble', 'any'], exit.usage, 'all-judges, answered'],
    [[...rules, '--repeats', '99'], exit.usage, '1 to 20'],
    [[...rules, '--budget', 'lots'], exit.usage, 'above 0'],
    [
      ['--metric', 'presentation', '--judge', 'openai-compatible:m@http://127.0.0.1:9', '--budget', '5'],
      exit.failed,
      '--price '
    ]
  ])('with %j it ends with %i and says how to correct it', async (args, code, why) => {
    const out = join(newFolder('out'), 'never');
    const ended = await run(scoring(out, ...args), keys);
    expect(ended.err).toContain(why);
    expect(ended.code).toBe(code);
    expect(existsSync(join(out, 'scores.csv'))).toBe(false);
  });

  it.each([
    [['score', '--metric', 'presentation', '--judge', 'rules'], exit.usage, '--reports'],
    [['score', '--reports', reports, '--metric', 'presentation', '--judge', 'rules'], exit.usage, '--out'],
    [['score', '--reports', reports, '--out', '/nowhere', ...rules], exit.usage, '--create-queries'],
    [scoring('/nowhere/x', '--metric', 'beauty', '--judge', 'rules'), exit.failed, 'coverage'],
    [
      scoring('/nowhere/x', '--metric', 'presentation', '--judge', 'gpt-5'),
      exit.usage,
      '--judge: "gpt-5" names no judge'
    ],
    [scoring('/nowhere/x', ...rules, '--queue', 'lab'), exit.usage, '--queue: The queue requires the address'],
    [scoring('/nowhere/x', ...rules, '--collected', '2026-02-30'), exit.usage, '"2026-02-30" is not a day'],
    [scoring('/nowhere/x', '--metric', 'presentation', '--judge', 'openai:gpt-5'), exit.failed, 'OPENAI_API_KEY'],
    [scoring('/nowhere/x', ...rules, '--max-unscored', '1.5'), exit.usage, '5%'],
    [scoring('/nowhere/x', ...rules, '--resume', '--again'), exit.usage, 'one of them'],
    [scoring('/nowhere/x', ...rules, '--concurrency', '0'), exit.usage, '1 to 256']
  ])('%j ends with %i and says what is wrong', async (args, code, why) => {
    const ended = await run(args);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(why);
    expect(existsSync('/nowhere')).toBe(false);
  });
});

describe('voirdire score over a project', () => {
  it('scores its systems into its own database, and takes a stopped run up again', async () => {
    const data = newFolder('data');
    const base = ['--project', 'heat', '--data', data];
    await run(['import', reports, queries, '--create-project', 'Heat', ...base]);
    // No version of the benchmark is frozen yet: the estimate freezes one and forgets it.
    const before = await run([
      'score',
      ...base,
      '--metric',
      'coverage',
      '--judge',
      'openai:gpt-5',
      '--json',
      '--estimate'
    ]);
    expect(before.code, before.err).toBe(exit.done);
    expect(JSON.parse(before.out)).toMatchObject({ calls: 6 });
    const one = await run(['score', ...base, '--system', 'aurora', ...rules, '--json']);
    expect(JSON.parse(one.out)).toMatchObject({ run: { number: 1 }, reports: 3 });
    const out = newFolder('out');
    const all = await run(['score', ...base, ...rules, '--json', '--out', out, '--name', 'All of them']);
    expect(JSON.parse(all.out)).toMatchObject({ run: { number: 2, name: 'All of them' }, reports: 6 });
    expect(read(out, 'systems.csv')).toContain('All of them');
    expect(all.err).toContain(`(${join(data, 'voirdire.db-signing-key')})`);
    expect(await run(['verify', out])).toMatchObject({ code: exit.done });
    const resumed = await run(['score', ...base, ...rules, '--json', '--resume']);
    expect(JSON.parse(resumed.out)).toMatchObject({ run: { number: 2 } });
    const told = await run(['score', ...base, ...rules, '--json', '--estimate']);
    expect(JSON.parse(told.out)).toMatchObject({ calls: 0 });
    const third = await run(['score', ...base, ...rules, '--json']);
    expect(JSON.parse(third.out)).toMatchObject({ run: { number: 3 } });
    const unknown = await run(['score', ...base, '--system', 'corona', ...rules]);
    expect(unknown).toMatchObject({ code: exit.failed });
    expect(unknown.err).toContain('Systems with reports: aurora, borealis.');
  });
});

const shared = process.env.VOIRDIRE_SHARED ?? join(home, '../shared');
const bench = join(shared, 'data/deep_research_bench');
const live = join(shared, 'data/liveresearchbench/reports');
const present = existsSync(bench) && existsSync(live);
if (!present) console.log(`Skipped: the public data is not at ${shared}; set VOIRDIRE_SHARED to its folder.`);

describe.runIf(present)('the 141 real reports', () => {
  it('are scored by rules in under ten seconds of a quiet machine', async () => {
    const out = newFolder('out');
    const began = performance.now();
    const { ended: ending } = start([
      ...['score', '--reports', live, join(bench, 'claude-3-7-sonnet-latest.jsonl')],
      ...['--queries', join(bench, 'query.jsonl'), '--create-queries', ...rules, '--out', out, '--json']
    ]);
    const ended = await ending;
    const seconds = (performance.now() - began) / 1000;
    console.log(`141 reports were imported and scored by rules in ${seconds.toFixed(1)} s.`);
    expect(ended.code).toBe(exit.done);
    expect(JSON.parse(ended.out)).toMatchObject({ reports: 141, judged: 141, units: { unscored: 0 } });
    expect(seconds).toBeLessThan(atMost(10));
  });
});

describe('voirdire score by batches', () => {
  it('asks all questions in one batch, at half the price, and says so in estimate and summary', async () => {
    const server = await startBatches('openai');
    try {
      const out = join(newFolder('out'), 'scored');
      const env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_BATCH_POLL_SECONDS: '0.02' };
      const price = ['--price', 'openai:gpt-5=2/10'];
      const asked = scoring(out, '--metric', 'presentation', '--judge', 'openai:gpt-5', ...price);
      const costs = async (...more: string[]): Promise<number> =>
        (JSON.parse((await run([...asked, '--estimate', '--json', ...more], env)).out) as { cost: number }).cost;
      expect(await costs('--batch')).toBeCloseTo((await costs()) / 2, 9);
      expect((await run([...asked, '--estimate', '--batch'], env)).out).toContain(
        'openai:gpt-5 is asked by batches at half the price. A batch takes up to 24 hours'
      );
      expect((await run([...asked, '--batch', '--batch-rest', 'leave'], env)).code).toBe(exit.done);
      expect(server.batches.map(({ lines }) => lines.length)).toEqual([6]);
      expect(server.singles()).toBe(0);
      expect(JSON.parse(read(out, 'summary.json'))).toMatchObject({ batches: 'leave', judged: 6 });
      expect((await run([...asked, '--batch-rest', 'leave'], env)).err).toContain('--batch-rest applies to --batch');
    } finally {
      await server.stop();
    }
  });
});
