import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Asked } from '../../tests/stand-ins/answers.ts';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { schema } from '../lib/server/db/client.ts';
import { folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

let server: StandIn;
let env: Record<string, string>;
let answer: (asked: Asked) => object | string;
const files = folderOf({ 'queries.csv': queriesCsv('q1', 'q2') });
beforeAll(async () => {
  answer = ({ user }) => ({ items: [`Is it about ${JSON.parse(user.split('\n\n')[0]!)}`] });
  server = await startOpenAi({ answer: (asked) => answer(asked) });
  env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_DATA: newFolder('make') };
  const { code, err } = await run(
    ['import', `${files}/queries.csv`, '--project', 'heat', '--create-project', 'Heat'],
    env
  );
  expect(code, err).toBe(exit.done);
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

const make = (...args: string[]) => run(['make', ...args, '--project', 'heat'], env);
const overQueries = ['run', 'checklist', '--from', 'query', '--judge', 'openai:gpt-5'];

describe('voirdire make', () => {
  it('estimates without asking, runs, and shows what came', async () => {
    const estimate = await make(...overQueries, '--estimate', '--json');
    expect(JSON.parse(estimate.out)).toMatchObject({ units: 2, calls: 2, known: 0 });
    expect(server.count()).toBe(0);
    const ran = await make(...overQueries);
    expect([ran.code, ran.err]).toEqual([exit.done, expect.stringContaining('2 of 2')]);
    expect(ran.out).toContain('Making run 1 (checklist): done, 2 of 2 done, 0 failed.');
    const { results } = JSON.parse((await make('show', '1', '--json')).out) as { results: object[] };
    expect(results).toMatchObject([
      { label: 'q1', state: 'made', decision: 'waiting', prompt: 'verification/checklist@1', call: 1 },
      { label: 'q2', state: 'made', model: 'gpt-5-2025-01-01' }
    ]);
    expect((await make('list')).out).toContain('Run 1: checklist, done, 2 of 2 done, 0 failed');
    // Waiting drafts are no reason to draft again.
    const none = await make(...overQueries, '--without-checklist');
    expect([none.code, none.err]).toEqual([
      exit.failed,
      expect.stringContaining('No draft or query matches this choice')
    ]);
  });

  it('prints that a run is paused if the full disk did not take its state', async () => {
    const paused = { state: 'paused', status: 'paused', problem: 'The disk is full.' } as const;
    const { progress } = RunDriver.prototype;
    const told = vi.spyOn(RunDriver.prototype, 'progress').mockImplementation(function (this: RunDriver, id) {
      return { ...progress.call(this, id), ...paused };
    });
    const ended = await make(...overQueries);
    told.mockRestore();
    expect(ended).toMatchObject({ code: exit.unscored, out: expect.stringContaining('(checklist): paused, 2 of 2') });
  });

  it('takes prices and limits of earlier runs here, so that a budget needs no price again', async () => {
    const budget = [...overQueries, '--budget', '1', '--no-cache', '--estimate', '--json'];
    const unknown = await make(...budget);
    expect([unknown.code, unknown.err]).toEqual([exit.failed, expect.stringContaining('--budget requires the price')]);
    const limits = ['--limits', 'openai 600rpm', '--price', 'openai:gpt-5=1.25/10'];
    expect((await make(...overQueries, ...limits)).code).toBe(exit.done);
    const known = await make(...budget);
    expect(known.code, known.err).toBe(exit.done);
    const { cost, seconds } = JSON.parse(known.out) as { cost: number; seconds: number };
    expect([cost > 0, seconds > 0]).toEqual([true, true]);
  });

  it('ends with 3 if more units failed than are allowed', async () => {
    answer = () => 'I would rather not.';
    const failed = await make(...overQueries, '--no-cache');
    expect([failed.code, failed.out]).toEqual([exit.unscored, expect.stringMatching(/2 failed\.[\s\S]*not usable/)]);
    expect((await make(...overQueries, '--no-cache', '--max-unscored', '2')).code).toBe(exit.done);
  });

  it('that lacks results names the command that requests only those, and that command does', async () => {
    const other = ['run', 'checklist', '--from', 'query', '--judge', 'openai:gpt-4.1', '--name', "q1's and q2's"];
    answer = ({ user }) => (user.includes('q2') ? 'I would rather not.' : { items: ['Is it about q1?'] });
    const { code, err } = await make(...other, '--no-cache');
    expect(code).toBe(exit.unscored);
    const line = `1 of 2 units has no result. Fix the cause, then request only the missing results in a new run:\n  npx voirdire make run checklist --from query --judge openai:gpt-4.1 --name 'q1'\\''s and q2'\\''s' --no-cache --project heat --resume `;
    expect(err).toContain(line);
    expect(err).toMatch(/2 of 2 done \(100%\).*, 1 unit without a result/);
    const resume = ['--resume', err.split(line)[1]!.trim()];
    answer = () => ({ items: ['Is it about q2?'] });
    const asked = server.count();
    const again = await make(...other, ...resume, '--json');
    expect(again.code, again.err).toBe(exit.done);
    expect(JSON.parse(again.out)).toMatchObject({ results: [{ label: 'q2', text: 'Is it about q2?' }] });
    expect(server.count()).toBe(asked + 1);
    // Nothing is lacking any more.
    const before = (await make('list')).out;
    expect((await make(...other, ...resume)).out).toContain('2 of 2 done, 1 failed.');
    expect([server.count(), (await make('list')).out]).toEqual([asked + 1, before]);
  });

  it('whose budget is used up names the whole command that resumes it', async () => {
    const budget = ['--no-cache', '--price', 'openai:gpt-5=1.25/10', '--concurrency', '1', '--budget'];
    const stopped = await make(...overQueries, ...budget, '0.000001');
    const line = stopped.err.trim().split('\n').at(-1)!.trim();
    expect(line).toMatch(
      /^npx voirdire make run checklist --from query --judge openai:gpt-5 --no-cache --price openai:gpt-5=1\.25\/10 --concurrency 1 --budget 0\.000001 --project heat --resume \d+$/
    );
    const words = line.replace('--budget 0.000001', '--budget 1').split(' ').slice(2);
    expect(await run(words, env)).toMatchObject({ code: exit.done, out: expect.stringContaining('done, 2 of 2 done') });
  });

  it('takes deadline, tries and the wait for an outage, also for a run that is resumed', async () => {
    const pace = ['--deadline', '40', '--tries', '2', '--outage-wait', '1'];
    const small = ['--no-cache', '--price', 'openai:gpt-5=1.25/10', '--concurrency', '1', '--budget'];
    const stopped = await make(...overQueries, ...small, '0.000001', ...pace);
    const stored = async () => {
      const { db, close } = await openOrCreate(env['VOIRDIRE_DATA']!);
      const { number, options } = db.select().from(schema.run).orderBy(desc(schema.run.number)).get()!;
      close();
      return { number, outage: options.outageMinutes, calls: Object.values(options.calls ?? {}) };
    };
    const first = await stored();
    expect(first, stopped.err).toMatchObject({ outage: 1, calls: [{ deadlineSeconds: 40, tries: 2 }] });
    const resumed = await make(...overQueries, ...small, '1', '--outage-wait', '0', '--tries', '3', '--resume', String(first.number)); // prettier-ignore
    expect(resumed.code, resumed.err).toBe(exit.done);
    expect(await stored()).toMatchObject({ number: first.number, outage: 0, calls: [{ tries: 3 }] });
  });

  it('is refused with the reason: an unknown maker, a run that is not there, a qid that is not there', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await make(...args);
      expect(code).toBe(exit.failed);
      return err;
    };
    expect(await refused('run', 'poems', '--judge', 'openai:gpt-5')).toContain('There is no maker named "poems"');
    expect(await refused('show', '99')).toMatch(/no such making run here\. Making runs of the project: \d/);
    expect(await refused(...overQueries, '--qid', 'q9')).toContain('"q9"');
    expect((await run(['make', 'run', 'checklist'], env)).code).toBe(exit.usage);
  });
});
