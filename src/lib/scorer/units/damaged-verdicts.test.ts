import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { RunDriver } from '../runs/driving/driver.server.ts';
import { reportScores } from '../runs/run-scores.server.ts';
import { failuresOf } from '../runs/run-state.server.ts';
import { verdictLines, verdictsOfReport } from '../runs/run-verdicts.server.ts';
import { runByNumber } from '../runs/runs.server.ts';
import { runProgress } from '../runs/run-progress.server.ts';
import { planned, scene } from '../runs/runs.fixture.ts';

const rows = (db: Db) =>
  db
    .select()
    .from(schema.verdict)
    .all()
    .map(({ at: _at, ...row }) => row)
    .sort((a, b) => (a.reportId + a.item < b.reportId + b.item ? -1 : 1));

it('a verdict whose JSON is cut off is read as unscored with the reason, and made again from the journal when the run continues', async () => {
  const server = await startOpenAi();
  try {
    const given = scene();
    const { db } = given;
    const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const run = planned(given, driver, { specs: ['openai:gpt-5'] });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    const whole = rows(db);
    const asked = server.count();

    const [report = ''] = given.reportIds;
    db.run(sql`UPDATE verdict SET evidence = '[{"quo' WHERE report_id = ${report} AND item = 'p1'`);
    db.run(sql`UPDATE verdict SET detail = '{"kind":' WHERE report_id = ${report} AND item = 'p2'`);
    const read = () => [
      verdictsOfReport(db, given.read, run, report, 'presentation'),
      verdictLines(db, given.read, run),
      reportScores(db, given.read, runByNumber(db, given.read, 1))
    ];
    expect(read).not.toThrow();

    // A server that starts looks for such rows.
    driver.resumeAll();
    const reason = 'Its record in the database was damaged.';
    expect(failuresOf(db, run.id)).toEqual([{ reason, tasks: 1, units: 2 }]);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'done', unscored: 2 });
    expect(db.select().from(schema.audit).where(eq(schema.audit.action, 'run.verdicts-damaged')).all()).toMatchObject([
      { detail: { number: 1, units: 2 } }
    ]);
    expect(read).not.toThrow();

    // The same in a run that was still in progress.
    db.update(schema.run).set({ status: 'running' }).run();
    driver.resumeAll();
    await driver.ended(run.id);
    expect(rows(db)).toEqual(whole);
    expect(server.count()).toBe(asked);
  } finally {
    await server.stop();
  }
});
