import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dailyQueries,
  dailyReports,
  dailyWitness,
  type PlantedDailyWeb,
  startDailyWeb
} from '../../tests/planted/daily-report.ts';
import type { Fault } from '../../tests/stand-ins/faults.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { sized } from '../../tests/timing.ts';
import { folderOf, newFolder, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';

let web: PlantedDailyWeb;
let openai: StandIn;
let env: Record<string, string>;
beforeAll(async () => {
  web = await startDailyWeb();
  openai = await startOpenAi({ answer: dailyWitness(web) });
  const searches = join(newFolder('searches'), 'searches.json');
  writeFileSync(searches, JSON.stringify(web.searches));
  env = {
    ...{ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url, VOIRDIRE_DATA: newFolder('daily') },
    ...{ VOIRDIRE_FETCH_ALLOW: web.allow, VOIRDIRE_SEARCH_FILE: searches }
  };
  const files = folderOf({
    'queries.jsonl': dailyQueries
      .map(({ text, items: _none, ...query }) => JSON.stringify({ ...query, query: text, items: [] }))
      .join('\n'),
    ...Object.fromEntries(
      dailyReports(web.at).map(({ system, qid, markdown }) => [`reports/${system}/qid_${qid}_report.md`, markdown])
    )
  });
  for (const project of ['whole', 'killed']) {
    const asked = await run(
      ['import', `${files}/queries.jsonl`, '--project', project, '--create-project', project],
      env
    );
    expect(asked.code, asked.err).toBe(exit.done);
    const made = await run(['import', `${files}/reports`, '--project', project], env);
    expect(made.code, made.err).toBe(exit.done);
  }
});
afterAll(async () => {
  await openai.stop();
  await web.stop();
  removeFolders();
});

const scoring = (project: string, out: string, ...more: string[]): string[] => [
  ...['score', '--project', project, '--suite', 'daily-report', '--judge', 'openai:gpt-5', '--search', 'recorded'],
  ...['--no-cache', '--concurrency', '4', '--out', out, ...more]
];
const scoresIn = (out: string) =>
  readFileSync(join(out, 'scores.csv'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/run-?\w*/gi, ''));

it('DailyReport is scored, estimated, and scored the same by a run that was killed, with at most 4 calls more for each kill', async () => {
  const [one, other] = [newFolder('whole'), newFolder('killed')];
  const before = openai.count();
  const whole = await run(scoring('whole', one), env);
  expect(whole.code, whole.err).toBe(exit.done);
  const asked = openai.count() - before;

  const estimate = await run(scoring('whole', newFolder('estimate'), '--estimate', '--json'), env);
  expect(estimate.code, estimate.err).toBe(exit.done);
  // A claim costs many calls: more searches and pages than reports.
  expect(JSON.parse(estimate.out)).toMatchObject({ calls: expect.any(Number) as number });
  const planned = JSON.parse(estimate.out) as { calls: number; searches: number; pages: number };
  expect([planned.calls > 20, planned.searches > 5, planned.pages > 20]).toEqual([true, true, true]);

  const slowly: Fault['act'] = (response, { status, text }) =>
    void setTimeout(() => response.writeHead(status, { 'Content-Type': 'application/json' }).end(text), 60);
  openai.misbehave({ kind: 'raw', act: slowly });
  const start0 = openai.count();
  const [KILLS, AT_ONCE] = [sized(2, 1), 4];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const until = openai.count() + 12;
    const { child, ended } = start(scoring('killed', other, ...(kill === 0 ? [] : ['--resume'])), env);
    while (openai.count() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  }
  openai.misbehave();
  const last = await run(scoring('killed', other, '--resume'), env);
  expect(last.code, last.err).toBe(exit.done);
  const again = openai.count() - start0;
  expect(again).toBeGreaterThanOrEqual(asked);
  expect(again).toBeLessThanOrEqual(asked + KILLS * AT_ONCE);
  expect(scoresIn(one).join('\n')).toMatch(/daily-preference[^\n]*alpha|alpha[^\n]*daily-preference/);
  expect(scoresIn(other)).toEqual(scoresIn(one));
});

it('settings of its own are refused if they are wrong or for other metrics, and change what is asked', async () => {
  const wrong = async (...args: string[]) => (await run(scoring('whole', newFolder('out'), ...args), env)).err;
  expect(await wrong('--setting', 'rounds=0')).toContain('Write a whole number from 1 to 10 for rounds.');
  expect(await wrong('--setting', 'evidence-date=never')).toContain('Choose one of until, from for evidence-date.');
  expect(await wrong('--setting', 'pace=2')).toContain('Settings: rounds, evidence-date');
  expect(await wrong('--setting', 'rounds=2', 'rounds=3')).toContain('given twice');
  const searches = async (...args: string[]) => {
    const { out } = await run(scoring('whole', newFolder('out'), '--estimate', '--json', ...args), env);
    return (JSON.parse(out) as { searches: number }).searches;
  };
  expect(await searches('--setting', 'rounds=1')).toBeLessThan(await searches());
});
