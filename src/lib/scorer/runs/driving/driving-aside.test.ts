import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { openDatabase, schema, type OpenDatabase } from '../../../server/db/client.ts';
import { RunDriver } from './driver.server.ts';
import { DrivingAside } from './driving-aside.server.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import { leaseHolder } from './run-lease.server.ts';
import { createMaking } from '../../making/making-runs.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene } from '../runs.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-aside-'));
const file = join(folder, 'voirdire.db');
const migrations = join(process.cwd(), 'drizzle');
const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 90_000; !holds() && performance.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
};

describe('a run that a server drives in a process of its own', () => {
  let judge: Awaited<ReturnType<typeof startOpenAi>>;
  let database: OpenDatabase;
  let driving: DrivingAside;
  let driver: RunDriver;
  let given: ReturnType<typeof scene>;
  const actions = () =>
    database.db
      .select()
      .from(schema.audit)
      .all()
      .map(({ action }) => action);

  beforeAll(async () => {
    judge = await startOpenAi({ delayMs: 20 });
    database = openDatabase(file, migrations);
    given = scene((name, id) => `# ${name} on ${id}`, database.db);
    const env = { ...process.env, OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url };
    driving = new DrivingAside({ file, migrations, data: folder }, env, 20);
    driver = new RunDriver(database.db, env, {}, null, driving);
    driving.onLost = () => driver.resumeAll();
  });

  afterAll(async () => {
    await driving.stop();
    database.close();
    await judge.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows its figures here, continues after that process was killed, and is cancelled from here', async () => {
    expect(driving.pid).toBeNull();
    const options = { concurrency: 2, repeats: 100 };
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options });
    const answer = judge.hold();
    driver.start(given.manage, run.id);
    expect(driver.live(run.id)).toMatchObject({ inFlight: 0 });
    await until(() => judge.count() > 0 && (driver.live(run.id)?.inFlight ?? 0) > 0);
    const killed = driving.pid!;
    expect(killed).not.toBe(process.pid);
    expect(leaseHolder(database.db, run.id)).toContain(`,${killed},`);
    process.kill(killed, 'SIGKILL');
    await until(() => driver.live(run.id) === null);
    answer();
    await until(() => (driver.live(run.id)?.inFlight ?? 0) > 0);
    expect(driving.pid).not.toBe(killed);
    expect(actions()).toContain('run.resume');
    // The killed process had sent requests whose cost is unknown.
    const [lost] = database.db.select().from(schema.call).where(gt(schema.call.unanswered, 0)).all();
    expect(lost).toMatchObject({ outcome: 'error', unanswered: 1, cost: null });
    expect(lost?.error).toContain('The process that scored ended before the answer came.');
    expect(() => driver.setBudget(given.manage, run.id, 5)).toThrow('under way');

    await driver.cancel(given.manage, run.id);
    expect(driver.live(run.id)).toBeNull();
    expect(leaseHolder(database.db, run.id)).toBeNull();
    const counted = judge.count();
    const { status, tasksDone } = runProgress(database.db, run.id);
    expect({ status, left: tasksDone < 400 }).toEqual({ status: 'cancelled', left: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(judge.count()).toBe(counted);
  });

  it('is brought to its end, by the same process that asks judges for a test and drives making runs', async () => {
    const { pid } = driving;
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { concurrency: 4, useCache: false } });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(database.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0 });
    const options = { prices: {}, limits: {}, calls: {} };
    const judges = ['openai:gpt-5', 'gemini:gemini-3-pro'].map(parseJudgeSpec);
    expect(await driver.testJudges(given.manage, judges, options)).toMatchObject([
      { judge: 'openai:gpt-5', state: 'answered' },
      { judge: 'gemini:gemini-3-pro', state: 'failed', problem: expect.stringContaining('GEMINI_API_KEY') as string }
    ]);
    const drafts = createMaking(database.db, given.manage, {
      ...{ maker: 'clarifications', judges: [driver.name(parseJudgeSpec('openai:gpt-5'))] },
      units: [{ source: 'draft', sourceId: 'd1', label: 'q1', input: { text: 'What of 1?' } }]
    });
    driver.start(given.manage, drafts.id);
    await driver.ended(drafts.id);
    expect(runProgress(database.db, drafts.id)).toMatchObject({ status: 'done', tasksDone: 1 });
    expect(driving.pid).toBe(pid);
  });

  it('stands as running when the server stops, and its process ends with the server', async () => {
    const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { repeats: 100, useCache: false } });
    driver.start(given.manage, run.id);
    await until(() => (driver.live(run.id)?.inFlight ?? 0) > 0);
    const pid = driving.pid!;
    await driver.stop();
    expect(lives(pid)).toBe(false);
    expect(runProgress(database.db, run.id).status).toBe('running');
    expect(leaseHolder(database.db, run.id)).toBeNull();
  });
});
