import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema, type Db } from '../../../server/db/client.ts';
import { RunDriver } from './driver.server.ts';
import { processName } from './process-name.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene, sourcesOf, yes } from '../runs.fixture.ts';

const gone = (): string => processName().replace(String(process.pid), '99999999');
/** The row that a process leaves when it dies while it drives a run. */
const dieDriving = (db: Db, leaseUntil = Date.now() + 3_600_000): void => {
  db.update(schema.run).set({ status: 'running', leaseOwner: gone(), leaseUntil }).run();
};
const crashesOf = (db: Db, id: string): number =>
  db.select().from(schema.run).where(eq(schema.run.id, id)).get()!.crashes;

describe('a run whose process dies', () => {
  it('continues after the first time, and is paused with the reason at the second', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);

    given.db.update(schema.run).set({ crashes: 0 }).run();
    dieDriving(given.db);
    driver.resumeAll();
    expect(runProgress(given.db, run.id).status).toBe('running');
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });

    given.db.delete(schema.verdict).run();
    given.db.update(schema.run).set({ crashes: 1 }).run();
    dieDriving(given.db);
    driver.resumeAll();
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'paused', tasksDone: 0, unscored: 0 });
    expect(runProgress(given.db, run.id).problem).toBe(
      'The process that scored this run has ended twice without a word, as it does when memory runs out or when it is killed. The run and every answer kept so far are there. Look for the cause in the log of the server; fewer calls at once take less memory. Then resume the run. 4 of 4 tasks are left.'
    );
    expect(given.db.select().from(schema.run).get()).toMatchObject({ leaseOwner: null, crashes: 2 });
    expect(given.db.select().from(schema.audit).all()).toContainEqual(
      expect.objectContaining({ action: 'run.pause', detail: { number: 1, crashes: 2, left: 4 } })
    );

    // A further start of the server leaves it alone; a person's resume counts anew.
    driver.resumeAll();
    expect(runProgress(given.db, run.id).status).toBe('paused');
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, problem: null });
    expect(crashesOf(given.db, run.id)).toBe(0);
  });

  it('is counted also if only the end of its lease tells that its process died', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);
    given.db
      .update(schema.run)
      .set({ status: 'running', leaseOwner: 'elsewhere', leaseUntil: Date.now() - 1 })
      .run();
    driver.resumeAll();
    await driver.ended(run.id);
    expect(crashesOf(given.db, run.id)).toBe(1);
  });

  it('is taken up by a server that was there before, and by none while it is driven or was never begun', async () => {
    const given = scene();
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    const run = planned(given, driver);
    const left = (leaseOwner: string | null, leaseUntil: number): void => {
      given.db.update(schema.run).set({ status: 'running', leaseOwner, leaseUntil }).run();
      driver.resumeLeft();
    };
    left(null, 0);
    left('elsewhere', Date.now() + 10_000);
    expect(driver.live(run.id)).toBeNull();
    left('elsewhere', Date.now() - 1);
    await driver.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });
  });

  it('is not counted if the process stopped in order', async () => {
    const given = scene();
    const script = yes(given.reportIds);
    const driver = new RunDriver(given.db, {}, sourcesOf(script));
    const run = planned(given, driver);
    driver.start(given.manage, run.id);
    await driver.stop();
    expect(given.db.select().from(schema.run).get()).toMatchObject({ status: 'running', leaseOwner: null });
    const next = new RunDriver(given.db, {}, sourcesOf(script));
    next.resumeAll();
    await next.ended(run.id);
    expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4 });
    expect(crashesOf(given.db, run.id)).toBe(0);
  });
});
