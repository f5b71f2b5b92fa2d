import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../tests/stand-ins/openai.ts';
import { isRefusal, type Problem } from '../errors.ts';
import { authorize, instance, operator, type ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { memoryDatabase } from '../server/db/memory.ts';
import { newId, sha256 } from '../server/db/id.ts';
import { createProject } from '../server/projects.ts';
import { RunDriver } from './driver.server.ts';
import { parseJudgeSpec, type JudgeSources, type Script } from './judges/index.ts';
import { isGone, processName } from './process-name.server.ts';
import { reportScores, verdictLines } from './run-results.server.ts';
import { createRun, findRun, type NewRun } from './new-run.server.ts';
import { changePace, judgeNames, runByNumber, type Run } from './runs.server.ts';
import { listRuns, runProgress } from './run-progress.server.ts';

interface Scene {
  db: Db;
  manage: ProjectGrant<'manage'>;
  read: ProjectGrant<'read-results'>;
  versionId: string;
  reportIds: string[];
}

/** A project with four reports on two queries, of which `q1` has a checklist. */
function scene(textOf = (name: string, queryId: string): string => `# ${name} on ${queryId}`): Scene {
  const { db } = memoryDatabase();
  const { id: projectId } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const versionId = newId();
  const items = [{ key: 'c1', text: 'Is there a figure?' }];
  const content = {
    queries: ['q1', 'q2'].map((qid) => ({
      qid,
      text: `What of ${qid}?`,
      domain: null,
      category: null,
      items: qid === 'q1' ? items : []
    }))
  };
  db.insert(schema.datasetVersion)
    .values({ id: versionId, projectId, number: 1, contentHash: 'h', content, queries: 2, items: 1, frozenAt: 0 })
    .run();
  const queryIds = content.queries.map(({ qid, text }, position) => {
    const id = newId();
    db.insert(schema.query).values({ id, projectId, qid, text, origin: 'imported', position, createdAt: 0 }).run();
    return id;
  });
  const reportIds = ['aurora', 'borealis'].flatMap((name) => {
    const systemId = newId();
    db.insert(schema.system).values({ id: systemId, projectId, name, createdAt: 0 }).run();
    return queryIds.map((queryId) => {
      const markdown = textOf(name, queryId);
      const row = { id: newId(), projectId, systemId, queryId, markdown, sha256: sha256(markdown), source: 'x' };
      db.insert(schema.report)
        .values({ ...row, importedAt: 0 })
        .run();
      return row.id;
    });
  });
  const resource = { kind: 'project', id: projectId } as const;
  return {
    db,
    manage: authorize(operator, resource, 'manage'),
    read: authorize(operator, resource, 'read-results'),
    versionId,
    reportIds
  };
}

/** A script that says yes to everything about these reports. */
const yes = (reportIds: readonly string[], rationale = 'Because.'): Script => ({
  name: 'yes',
  answers: reportIds.flatMap((report) => [
    { report, metric: 'coverage', item: 'c1', label: 'yes' as const, rationale },
    ...Array.from({ length: 10 }, (_, i) => ({
      ...{ report, metric: 'presentation', item: `p${i + 1}`, label: 'yes' as const, rationale }
    }))
  ])
});
const sourcesOf = (script: Script): JudgeSources => ({ script: () => script });

function planned(from: Scene, driver: RunDriver, change: Partial<NewRun> & { specs?: string[] } = {}): Run {
  const { specs = ['scripted:yes'], ...rest } = change;
  return createRun(from.db, from.manage, {
    name: 'First',
    versionId: from.versionId,
    metrics: ['presentation'],
    judges: specs.map((spec) => driver.name(parseJudgeSpec(spec))),
    reportIds: from.reportIds,
    options: { concurrency: 2 },
    ...rest
  });
}

function problemsOf(work: () => unknown): Problem[] {
  try {
    work();
  } catch (error) {
    if (isRefusal(error)) return error.problems;
    throw error;
  }
  throw new Error('nothing was refused');
}

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

  it('that is cancelled keeps what is finished, and goes on with the rest alone', async () => {
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
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });
      expect(server.count() - before).toBe(4 - tasksDone);
    } finally {
      await server.stop();
    }
  });

  it('that was left running is taken up by the next start, at once where its process is known to be gone', async () => {
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
  });

  it('that another process works on is neither cancelled nor called failed from here', async () => {
    const given = scene();
    const before = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, before);
    given.db
      .update(schema.run)
      .set({ status: 'running', leaseOwner: processName(), leaseUntil: Date.now() + 3_600_000 })
      .run();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds, 'Changed.')));
    await expect(driver.cancel(given.manage, run.id)).rejects.toThrow('Another process');
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'running', problem: null });
  });

  it('fails with the reason where a judge is no longer what it was', async () => {
    const given = scene();
    const run = planned(given, new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds))));
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds, 'Changed.')));
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const { status, problem } = runProgress(given.db, run.id);
    expect(status).toBe('failed');
    expect(problem).toContain('scripted:yes is no longer what it was');
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

  it('stops when it is used up, says so, and goes on with a higher one', async () => {
    const { given, driver, run } = await withBudget(0.01);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const stopped = runByNumber(given.db, given.read, 1);
    expect(stopped.status).toBe('cancelled');
    expect(stopped.problem).toMatch(
      /^The budget of \$0\.01 is used up: \$\d.* were spent, and 3 of 4 tasks are left\. Raise the budget to go on\.$/
    );
    expect(actions(given.db)).toContain('run.over-budget');

    const before = (await server).count();
    driver.setBudget(given.manage, run.id, 1_000);
    driver.start(given.manage, run.id);
    expect(driver.live(run.id)?.spentUsd).toBeGreaterThan(0);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', problem: null, tasksDone: 4 });
    expect((await server).count() - before).toBe(3);
    expect(actions(given.db)).toContain('run.budget');
  });

  it('is refused at the start where the price of a judge is unknown', async () => {
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

  it('fails with the reason where the addresses allowed besides are malformed', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, { VOIRDIRE_FETCH_ALLOW: '*.intranet' }, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'failed' });
    expect(runProgress(given.db, run.id).problem).toContain('VOIRDIRE_FETCH_ALLOW');
  });
});

describe('planning a run', () => {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));

  it.each([
    ['a name', { name: ' ' }, 'name'],
    ['a metric', { metrics: [] }, 'metric'],
    ['a judge', { judges: [] }, 'judge'],
    ['a report', { reportIds: [] }, 'system'],
    ['judges that differ', { specs: ['rules', 'rules'] }, 'judge']
  ])('demands %s', (_what, change, column) => {
    expect(problemsOf(() => planned(given, driver, change))).toMatchObject([{ column }]);
    expect(listRuns(given.db, given.read)).toEqual([]);
  });

  it('refuses a metric under which none of the reports has an item, and leaves nothing behind', () => {
    const withoutItems = given.reportIds.filter((_, i) => i % 2 === 1);
    const problems = problemsOf(() => planned(given, driver, { metrics: ['coverage'], reportIds: withoutItems }));
    expect(problems).toMatchObject([{ column: 'metric', found: 'coverage' }]);
    expect(listRuns(given.db, given.read)).toEqual([]);
  });

  it('finds the run that asks the same again, whatever the order, and no other', () => {
    const one = planned(given, driver, { specs: ['scripted:yes', 'rules'] });
    planned(given, driver, { reportIds: given.reportIds.slice(1) });
    const judges = ['rules', 'scripted:yes'].map((spec) => driver.name(parseJudgeSpec(spec)));
    const asked = { versionId: given.versionId, metrics: ['presentation'], judges, reportIds: given.reportIds };
    const find = (change: Partial<typeof asked>) => findRun(given.db, given.read, { ...asked, ...change })?.id ?? null;
    expect(find({ reportIds: [...given.reportIds].reverse() })).toBe(one.id);
    expect(find({ judges: judges.slice(1) })).toBeNull();
    expect(find({ metrics: ['coverage'] })).toBeNull();
    expect(find({ reportIds: given.reportIds.slice(0, 1) })).toBeNull();
    expect(find({ versionId: 'another' })).toBeNull();
  });

  it('can change how it goes, and nothing of what it asks', () => {
    const run = runByNumber(given.db, given.read, 1);
    changePace(given.db, given.manage, run, { concurrency: 5, budget: 2.5 });
    expect(runByNumber(given.db, given.read, 1).options).toMatchObject({ concurrency: 5, budget: 2.5, useCache: true });
    const audited = (): number =>
      given.db.select().from(schema.audit).where(eq(schema.audit.action, 'run.pace')).all().length;
    expect(audited()).toBe(1);
    changePace(given.db, given.manage, runByNumber(given.db, given.read, 1), { concurrency: 5 });
    expect(audited()).toBe(1);
  });
});

describe('the name of a judge', () => {
  it('is its spec, with the start of the fingerprint only where two judges share it', () => {
    const judges = [
      { spec: 'openai:gpt-5', fingerprint: 'aaaaaaaa' },
      { spec: 'rules', fingerprint: 'cccccccc' },
      { spec: 'openai:gpt-5', fingerprint: 'bbbbbbbb' }
    ];
    expect(judgeNames(judges)).toEqual(['openai:gpt-5 (aaaaaa)', 'rules', 'openai:gpt-5 (bbbbbb)']);
  });
});

describe('the name of a process', () => {
  it('tells that this one lives, that an ended one is gone, and nothing of what runs elsewhere', () => {
    const mine = processName();
    expect(processName()).not.toBe(mine);
    expect(isGone(mine)).toBe(false);
    expect(isGone(mine.replace(String(process.pid), '99999999'))).toBe(true);
    const [, ...rest] = JSON.parse(mine) as unknown[];
    expect(isGone(JSON.stringify(['another machine', 99999999, ...rest.slice(1)]))).toBe(false);
    expect(isGone('somebody')).toBe(false);
    expect(isGone('null')).toBe(false);
  });
});
