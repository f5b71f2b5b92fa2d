import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { type BatchBehaviour, type BatchStandIn, startBatches } from '../../../../../tests/stand-ins/batches.ts';
import { schema } from '../../../server/db/client.ts';
import { batchesOfRun } from '../../store/batches.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene } from '../runs.fixture.ts';
import { changePace } from '../runs.server.ts';
import { RunDriver } from './driver.server.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 30_000; !holds() && performance.now() < end;) await pause(5);
  expect(holds()).toBe(true);
};
let server: BatchStandIn | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

const given = async (behaviour: Partial<BatchBehaviour>, rest: 'single' | 'leave' = 'single') => {
  server = await startBatches('openai', behaviour);
  const at = scene();
  const env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_BATCH_POLL_SECONDS: '0.02' };
  const driver = new RunDriver(at.db, env);
  const prices = { 'openai:gpt-5': { input: 2, output: 10, asOf: null } };
  const run = planned(at, driver, { specs: ['openai:gpt-5'], options: { batches: rest, prices } });
  return { ...at, server, driver, run };
};

describe('a run by batches', () => {
  it('shows what the provider says while it waits, and keeps batch, cost and verdicts', async () => {
    const { db, manage, driver, run, server: there } = await given({ looks: Infinity });
    driver.start(manage, run.id);
    await until(() => driver.live(run.id)?.waiting === 'batch of 4 questions at openai:gpt-5: in_progress');
    expect(batchesOfRun(db, run.id)).toMatchObject([{ remoteId: 'batch_1', lines: 4, endedAt: null, problem: null }]);
    there.behaviour.looks = 0;
    await driver.ended(run.id);
    const { status, tasksDone, unscored, spend } = runProgress(db, run.id);
    expect({ status, tasksDone, unscored }).toEqual({ status: 'done', tasksDone: 4, unscored: 0 });
    expect(spend.known).toBeGreaterThan(0);
    expect(batchesOfRun(db, run.id)).toMatchObject([{ problem: null, endedAt: expect.any(Number) as number }]);
    expect(there.singles()).toBe(0);
  });

  it('that a person cancels is cancelled at the provider, and a resume reads what it answered before', async () => {
    const {
      db,
      manage,
      driver,
      run,
      server: there
    } = await given({
      looks: Infinity,
      fate: (line) => (line === 0 ? 'answer' : 'leave')
    });
    driver.start(manage, run.id);
    await until(() => there.batches.length === 1 && batchesOfRun(db, run.id)[0]?.remoteId === 'batch_1');
    await driver.cancel(manage, run.id);
    await until(() => there.batches[0]!.cancelled);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'cancelled', tasksDone: 0 });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0 });
    expect(there.batches).toHaveLength(1);
    expect(there.singles()).toBe(3);
    expect(batchesOfRun(db, run.id)[0]?.problem).toMatch(/3 of 4 questions were not answered \(cancelled\)/);
  });

  it('is cancelled at the provider as well if the run had paused before', async () => {
    const { db, manage, driver, run, server: there } = await given({ looks: Infinity, fate: () => 'leave' });
    driver.start(manage, run.id);
    await until(() => there.batches.length === 1 && batchesOfRun(db, run.id)[0]?.remoteId === 'batch_1');
    await driver.stop();
    db.update(schema.run).set({ status: 'paused' }).where(eq(schema.run.id, run.id)).run();
    expect(there.batches[0]!.cancelled).toBe(false);
    await driver.cancel(manage, run.id);
    expect(there.batches[0]!.cancelled).toBe(true);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'cancelled', tasksDone: 0 });
    await expect(driver.cancel(manage, run.id)).rejects.toThrow('already cancelled');
  });

  it('pauses with the reason if unanswered questions are left, and continues with single calls after the setting is changed', async () => {
    const fate = (line: number) => (line === 0 ? ('answer' as const) : ('leave' as const));
    const { db, manage, driver, run } = await given({ end: 'expired', fate }, 'leave');
    driver.start(manage, run.id);
    await driver.ended(run.id);
    const paused = runProgress(db, run.id);
    expect(paused).toMatchObject({ status: 'paused', tasksDone: 1, unscored: 0 });
    expect(paused.problem).toMatch(/A batch of openai left questions unanswered .* 3 of 4 tasks are left/);
    changePace(db, manage, run, { batches: 'single' });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0 });
  });
});
