import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../tests/refusals.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { openDatabase, schema, type Db } from '../../../server/db/client.ts';
import { sha256 } from '../../../server/db/id.ts';
import { archiveThing, restoreThing } from '../../../server/managing/archiving.ts';
import { emptyResult } from '../../engine/contract.ts';
import { refuseOtherHolder } from '../../engine/limits/lease.ts';
import { RunDriver } from './driver.server.ts';
import { processName } from './process-name.server.ts';
import { createRunEndings } from './run-endings.server.ts';
import { reportScores } from '../run-scores.server.ts';
import { verdictLines } from '../run-verdicts.server.ts';
import { runByNumber } from '../runs.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { scene, sourcesOf, yes, planned } from '../runs.fixture.ts';

const actions = (db: Db): string[] =>
  db
    .select()
    .from(schema.audit)
    .all()
    .map(({ action }) => action);

const secrets = (url: string) => ({ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: url });

describe('a run', () => {
  it('is driven to its end, and leaves a trace of who made, started and ended it', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver, { metrics: ['presentation', 'coverage'] });
    expect(run).toMatchObject({ number: 1, status: 'waiting' });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const progress = runProgress(given.db, run.id);
    expect(progress).toMatchObject({ status: 'done', problem: null, tasksDone: 4 + 2, tasks: 4 + 2, unscored: 0 });
    expect(driver.live(run.id)).toBeNull();
    expect(actions(given.db)).toEqual(expect.arrayContaining(['run.create', 'run.start', 'run.done']));
    expect(() => driver.start(given.manage, run.id)).toThrow('done');
  });

  it('that is cancelled keeps what is finished, and continues with the rest alone', async () => {
    const server = await startOpenAi({ delayMs: 40 });
    try {
      const given = scene();
      const driver = new RunDriver(given.db, secrets(server.url));
      const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { concurrency: 1 } });
      driver.start(given.manage, run.id);
      while (server.answered() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await driver.cancel(given.manage, run.id);
      const { status, tasksDone } = runProgress(given.db, run.id);
      expect(status).toBe('cancelled');
      expect(tasksDone).toBeGreaterThan(0);
      expect(tasksDone).toBeLessThan(4);
      const before = server.count();
      archiveThing(given.db, given.manage, 'run', run.id);
      expect(() => driver.start(given.manage, run.id)).toThrow('in the archive. Restore it');
      expect(runProgress(given.db, run.id).status).toBe('cancelled');
      restoreThing(given.db, given.manage, 'run', run.id);
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });
      expect(server.count() - before).toBe(4 - tasksDone);
    } finally {
      await server.stop();
    }
  });

  it('that was left running is taken up by the next start, at once if its process is known to be gone', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);
    const gone = processName().replace(String(process.pid), '99999999');
    given.db
      .update(schema.run)
      .set({ status: 'running', leaseOwner: gone, leaseUntil: Date.now() + 3_600_000 })
      .run();
    driver.resumeAll();
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });
    expect(actions(given.db)).toContain('run.resume');
  });

  it('that another process works on is not called failed from here', async () => {
    const given = scene();
    const before = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, before);
    given.db
      .update(schema.run)
      .set({ status: 'running', leaseOwner: processName(), leaseUntil: Date.now() + 60_000 })
      .run();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds, 'Changed.')));
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'running', problem: null });
    expect(actions(given.db)).not.toContain('run.start');
  });

  it('whose lease another process gives back as the wait for it ends is not called failed from here', () => {
    const given = scene();
    const run = planned(given, new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds))));
    given.db.update(schema.run).set({ status: 'running' }).run();
    const [waiting, other] = [createRunEndings(given.db, 'waiting'), createRunEndings(given.db, 'other')];
    expect(() => refuseOtherHolder()).toThrow(/Another process is working on this run/);
    try {
      refuseOtherHolder();
    } catch (refused) {
      waiting.failed(run, refused);
    }
    other.ended(run, { ...emptyResult(4), status: 'paused', unavailable: 'The judge did not answer.' });
    expect(runProgress(given.db, run.id)).toMatchObject({
      status: 'paused',
      problem: 'The judge did not answer. 4 of 4 tasks are left.'
    });
    expect(actions(given.db)).not.toContain('run.fail');
  });

  it('that pauses before its last task says so in the singular', () => {
    const given = scene();
    const endings = createRunEndings(given.db, 'one');
    const paused = (tasks: number, finished: number) => {
      const run = planned(given, new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds))));
      given.db.update(schema.run).set({ status: 'running' }).where(eq(schema.run.id, run.id)).run();
      const result = emptyResult(tasks);
      endings.ended(run, { ...result, status: 'paused', tasks: { ...result.tasks, finished } });
      return runProgress(given.db, run.id).problem;
    };
    expect(paused(1, 0)).toBe('A judge did not answer. 1 of 1 task is left.');
    expect(paused(4, 3)).toBe('A judge did not answer. 1 of 4 tasks is left.');
    expect(paused(4, 2)).toBe('A judge did not answer. 2 of 4 tasks are left.');
  });

  it('that a second server of the same database cancels makes no call a second later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-cancel-'));
    const open = () => openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
    const [first, second] = [open(), open()];
    const judge = await startOpenAi({ delayMs: 100 });
    try {
      const given = scene((name, id) => `# ${name} on ${id}`, first.db);
      const drives = new RunDriver(first.db, secrets(judge.url));
      const cancels = new RunDriver(second.db, secrets(judge.url));
      const options = { concurrency: 1, repeats: 25 };
      const run = planned(given, drives, { specs: ['openai:gpt-5'], options });
      drives.start(given.manage, run.id);
      while (judge.answered() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      const asked = judge.count();
      await cancels.cancel(given.manage, run.id);
      // The process that drives it has let go of it by now.
      expect(drives.live(run.id)).toBeNull();
      expect(judge.count() - asked).toBeLessThanOrEqual(10);
      expect(runProgress(second.db, run.id)).toMatchObject({ status: 'cancelled', problem: null });
      expect(actions(second.db).filter((action) => action === 'run.cancel')).toHaveLength(1);
      cancels.start(given.manage, run.id);
      while (judge.count() - asked < 15) await new Promise((resolve) => setTimeout(resolve, 5));
      await drives.cancel(given.manage, run.id);
      expect(cancels.live(run.id)).toBeNull();
    } finally {
      first.close();
      second.close();
      await judge.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('that another server drives is not recorded as resumed by a second one that starts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-second-'));
    const open = () => openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
    const [first, second] = [open(), open()];
    const judge = await startOpenAi({ delayMs: 30 });
    try {
      const given = scene((name, id) => `# ${name} on ${id}`, first.db);
      const drives = new RunDriver(first.db, secrets(judge.url));
      const run = planned(given, drives, { specs: ['openai:gpt-5'], options: { concurrency: 1, repeats: 5 } });
      drives.start(given.manage, run.id);
      while (judge.answered() < 1) await new Promise((resolve) => setTimeout(resolve, 5));
      const starts = new RunDriver(second.db, secrets(judge.url));
      starts.resumeAll();
      expect(actions(second.db).filter((action) => action === 'run.resume')).toEqual([]);
      await drives.cancel(given.manage, run.id);
      await starts.stop();
    } finally {
      first.close();
      second.close();
      await judge.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('whose options are damaged fails with its number at the next start, and the others continue', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const [damaged, whole] = [planned(given, driver), planned(given, driver)];
    given.db.update(schema.run).set({ status: 'running' }).run();
    given.db.run(sql`update run set options = '{"cut' where id = ${damaged.id}`);
    driver.resumeAll();
    await driver.ended(whole.id);
    const states = given.db.select({ status: schema.run.status, problem: schema.run.problem }).from(schema.run).all();
    expect(states).toEqual([
      { status: 'failed', problem: expect.stringContaining('The options of run 1 cannot be read') as string },
      { status: 'done', problem: null }
    ]);
    expect(actions(given.db)).toContain('run.fail');
  });

  it('fails with the reason if a judge changed', async () => {
    const given = scene();
    const run = planned(given, new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds))));
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds, 'Changed.')));
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const { status, problem } = runProgress(given.db, run.id);
    expect(status).toBe('failed');
    expect(problem).toContain('the judge scripted:yes changed');
    expect(actions(given.db)).toContain('run.fail');
  });

  it('counts what has no valid verdict, with the reason', async () => {
    const given = scene();
    const script = yes(given.reportIds.slice(1));
    const driver = new RunDriver(given.db, {}, sourcesOf(script));
    const run = planned(given, driver);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', unscored: 10 });
    const [first] = reportScores(given.db, given.read, run);
    expect(first).toMatchObject({ judges: [{ score: { value: null, unscored: 10 } }], ensemble: { value: null } });
    const lines = verdictLines(given.db, given.read, run);
    expect(lines).toHaveLength(40);
    expect(lines[0]).toMatchObject({ system: 'aurora', qid: 'q1', item: 'p1', state: 'unscored', label: null });
    expect(lines[0]!.reason).toContain('no answer');
  });
});

describe('a run with a budget', () => {
  const server = startOpenAi();
  afterAll(async () => (await server).stop());
  const dear = { input: 1_000, output: 1_000, asOf: null };
  const prices = { 'openai:gpt-5': dear };
  const withBudget = async (budget: number) => {
    const given = scene();
    const driver = new RunDriver(given.db, secrets((await server).url));
    const options = { concurrency: 1, budget, prices };
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options });
    return { given, driver, run };
  };

  it('stops when it is used up, says so, and continues with a higher one', async () => {
    const { given, driver, run } = await withBudget(0.01);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const stopped = runByNumber(given.db, given.read, 1);
    expect(stopped.status).toBe('cancelled');
    expect(stopped.problem).toMatch(
      /^The budget of \$0\.01 is used up: \$\d.* were spent, and 3 of 4 tasks are left\. Raise the budget to continue\.$/
    );
    expect(actions(given.db)).toContain('run.over-budget');

    const before = (await server).count();
    driver.setBudget(given.manage, run.id, 1_000);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', problem: null, tasksDone: 4 });
    expect((await server).count() - before).toBe(3);
    expect(actions(given.db)).toContain('run.budget');
  });

  it('is refused at the start if the price of a judge is unknown', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, secrets((await server).url));
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { budget: 5 } });
    expect(() => driver.start(given.manage, run.id)).toThrow('give a price for openai:gpt-5');
    expect(runProgress(given.db, run.id).status).toBe('waiting');
  });

  it('has it changed only while it rests, and only to an amount', async () => {
    const { given, driver, run } = await withBudget(1_000);
    for (const none of [0, -1, Number.NaN, Infinity])
      expect(problemsOf(() => driver.setBudget(given.manage, run.id, none))).toMatchObject([{ column: 'budget' }]);
    driver.setBudget(given.manage, run.id, null);
    expect(runByNumber(given.db, given.read, 1).options.budget).toBeNull();
    driver.start(given.manage, run.id);
    expect(() => driver.setBudget(given.manage, run.id, 5)).toThrow('under way');
    await driver.ended(run.id);
    expect(() => driver.setBudget(given.manage, run.id, 5)).toThrow('This run is done');
  });
});

describe('a run that reads cited pages', () => {
  it('reads each through the driver’s reader, once for all reports and judges', async () => {
    const url = 'https://a.example/source';
    const given = scene((name) => `# ${name} on parks\n\nThe town has 12 parks [1].\n\n## References\n\n[1] ${url}\n`);
    const asked: string[] = [];
    const text = 'The town counts twelve parks, of which some are large.';
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)), async (address) => {
      asked.push(address);
      const known = { outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: 'Parks' } as const;
      return { url: address, ...known, text, contentHash: sha256(text), origin: 'fetched', at: 1 };
    });
    const run = planned(given, driver, { metrics: ['citation-accuracy'], specs: ['rules'] });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', problem: null, tasksDone: 4 });
    expect(asked).toEqual([url]);
  });

  it('fails with the reason if the addresses allowed besides are malformed', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, { VOIRDIRE_FETCH_ALLOW: '*.intranet' }, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'failed' });
    expect(runProgress(given.db, run.id).problem).toContain('VOIRDIRE_FETCH_ALLOW');
  });
});
