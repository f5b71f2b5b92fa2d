import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../seed/load.server.ts';
import { openDatabase, schema } from '../lib/server/db/client.ts';
import { copyLoadedDemo } from '../../tests/loaded-demo.ts';
import { newFolder, removeFolders, run, type Ended } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';

// The demo, where the first candidate of study 1 is adopted for coverage and for nothing else.
let data: string;
let repository: string;
const opened = () => openDatabase(join(data, 'voirdire.db'), join(home, 'drizzle'));
const gate = (...args: string[]): Promise<Ended> => run(['gate', '--data', data, ...args]);

beforeAll(async () => {
  repository = newFolder('gate');
  data = join(repository, 'data');
  mkdirSync(data);
  copyLoadedDemo(data);
  const { db, close } = opened();
  await loadDemo(db, data);
  close();
  const steps = [
    'study close 1',
    `report 1 --unblind --format json --output ${join(repository, 'report.json')}`,
    'adopt 1 --outcome adopt --reason Agreed.'
  ];
  for (const step of steps) {
    const { code, err } = await run([...step.split(' '), '--project', 'demo', '--data', data]);
    expect(code, `${step}: ${err}`).toBe(exit.done);
  }
});
afterAll(removeFolders);

interface Told {
  result: string;
  systems: { require: string; system: string | null; result: string; score: string; low: number; high: number }[];
}
const told = async (...args: string[]): Promise<Told> => JSON.parse((await gate('--json', ...args)).out) as Told;

describe('voirdire gate', () => {
  it('ends with a code of its own for each outcome', async () => {
    expect((await gate('--run', '1', '--require', 'coverage>=5')).code).toBe(exit.done);
    expect((await gate('--run', '1', '--require', 'coverage>=99.9')).code).toBe(exit.threshold);
    const { systems } = await told('--run', '1', '--require', 'coverage>=5');
    const [best] = systems;
    const within = Math.round((best!.low + best!.high) / 2);
    const open = await gate('--run', '1', '--system', best!.system!, '--require', `coverage>=${within}`);
    expect(open.code).toBe(exit.inconclusive);
    expect(open.out).toContain('Inconclusive: an interval contains its limit.');
    const broken = await gate('--require', 'presentation>=5');
    expect(broken.code).toBe(exit.broken);
    expect(broken.out).toContain('No ensemble is adopted for this metric.');
  });

  it('scores with the adopted judges alone, once, and compares the same scores as their own run', async () => {
    const judgesOfRuns = () => {
      const { db, close } = opened();
      const rows = db.select().from(schema.runJudge).all();
      close();
      return rows;
    };
    const before = judgesOfRuns();
    const first = await told('--require', 'coverage>=5');
    const made = judgesOfRuns().filter(({ runId }) => !before.some((row) => row.runId === runId));
    expect(made).toHaveLength(1);
    expect(await told('--require', 'coverage>=5')).toEqual(first);
    expect(judgesOfRuns()).toHaveLength(before.length + 1);
    expect(first).toEqual(await told('--run', '1', '--require', 'coverage>=5'));
    expect(first.systems.map(({ score }) => score)).toEqual(['PPI++', 'PPI++', 'PPI++']);
    const raw = await told('--raw', '--require', 'coverage>=5');
    expect(raw.systems.map(({ score }) => score)).toEqual(Array(3).fill('adopted ensemble'));
  });

  it('refuses a condition that is none, a metric and a system that do not exist, and asks nothing', async () => {
    expect((await gate('--require', 'coverage')).code).toBe(exit.usage);
    expect((await gate('--require', 'covrage>=5')).code).toBe(exit.failed);
    const { code, err } = await gate('--require', 'coverage>=5', '--system', 'unknown');
    expect([code, err]).toEqual([exit.failed, expect.stringContaining('no reports of unknown')]);
    const named = await gate('--run', '1', '--require', 'coverage>=5', '--system', 'unknown');
    expect([named.code, named.err]).toEqual([exit.failed, expect.stringContaining('no coverage scores of unknown')]);
    const both = await gate('--run', '1', '--require', 'coverage>=5', '--budget', '5');
    expect([both.code, both.err]).toEqual([exit.usage, expect.stringContaining("'--run <number>'")]);
  });
});

describe('the GitHub Action', () => {
  const act = (require: string, more: Record<string, string> = {}) => {
    const [output, summary] = ['output', 'summary'].map((name) => join(repository, name));
    for (const file of [output!, summary!]) writeFileSync(file, '');
    const { status } = spawnSync(join(home, '.github/actions/gate/gate.sh'), {
      cwd: repository,
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
        ...{ GATE_COMMAND: `${process.execPath} ${join(home, 'src/cli/main.ts')}` },
        ...{ GATE_REQUIRE: require, GATE_PROJECT: 'demo', GATE_RUN: '1', GATE_JUNIT: 'gate.xml' },
        ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...more }
      }
    });
    return { status, output: readFileSync(output!, 'utf8').trim(), summary: readFileSync(summary!, 'utf8') };
  };

  it('tells each of the four outcomes, fails if it has to, and leaves JUnit and a summary', async () => {
    const { systems } = await told('--run', '1', '--require', 'coverage>=5');
    const { system, low, high } = systems[0]!;
    const middle = `coverage>=${Math.round((low + high) / 2)}`;
    expect(act('coverage>=5\n\n coverage<=100 ')).toMatchObject({ status: 0, output: 'outcome=pass' });
    expect(readFileSync(join(repository, 'gate.xml'), 'utf8')).toContain('tests="6" failures="0" errors="0"');
    const failed = act('coverage>=99.9');
    expect(failed).toMatchObject({ status: exit.threshold, output: 'outcome=fail' });
    expect(failed.summary).toMatch(/^### Voirdire gate: fail\n\n```text\n {2}condition +system/);
    const open = { GATE_SYSTEM: system! };
    expect(act(middle, open)).toMatchObject({ status: exit.inconclusive, output: 'outcome=inconclusive' });
    expect(act(middle, { ...open, GATE_INCONCLUSIVE: 'pass' })).toMatchObject({ status: 0 });
    expect(act('presentation>=5')).toMatchObject({ status: exit.broken, output: 'outcome=broken' });
    // A condition that cannot be read is broken as well, and is never part of a command.
    expect(act('$(touch x); coverage>=5')).toMatchObject({ status: exit.usage, output: 'outcome=broken' });
  });
});
