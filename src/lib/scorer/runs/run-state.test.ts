import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { RunDriver } from './driving/driver.server.ts';
import type { NewRun } from './new-run.server.ts';
import { listRuns, runProgress } from './run-progress.server.ts';
import { failuresOf, verdictGaps } from './run-state.server.ts';
import { askedRun, defaultRun, failuresInWords, hasEnded, stateOf } from './run-state.ts';
import { runByNumber } from './runs.server.ts';
import { planned, scene, sourcesOf, yes } from './runs.fixture.ts';

/** Runs over the four reports of the scene; of some of them, the calls on the first reports failed. */
async function withRuns(...runs: (Partial<NewRun> & { failed?: number; specs?: string[] })[]) {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
  for (const { failed = 0, ...change } of runs) {
    const run = planned(given, driver, { ...change, options: { concurrency: 2, useCache: false } });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    for (const reportId of given.reportIds.slice(0, failed))
      given.db
        .update(schema.verdict)
        .set({ state: 'unscored', label: null, reason: 'HTTP 503: overloaded.' })
        .where(and(eq(schema.verdict.runId, run.id), eq(schema.verdict.reportId, reportId)))
        .run();
  }
  return given;
}

describe('a run in which calls failed', () => {
  it('is incomplete, with the failed work counted by reason', async () => {
    const { db, read } = await withRuns({ failed: 2 });
    const [run] = listRuns(db, read);
    expect(run).toMatchObject({ status: 'done', state: 'incomplete', unscored: 20, supersededBy: null });
    expect(runProgress(db, run!.id)).toMatchObject({
      state: 'incomplete',
      failures: [{ reason: 'HTTP 503: overloaded.', tasks: 2, units: 20 }]
    });
    expect(failuresInWords(failuresOf(db, run!.id))).toBe('20 units have no verdict: HTTP 503: overloaded (20).');
  });

  it('is superseded by a later run of the same reports, metrics and judges that did better', async () => {
    const { db, read } = await withRuns({ failed: 2 }, { failed: 1 }, {});
    expect(listRuns(db, read).map(({ number, state, supersededBy }) => [number, state, supersededBy])).toEqual([
      [3, 'done', null],
      [2, 'incomplete', 3],
      [1, 'incomplete', 2]
    ]);
  });

  it('has its gaps told with the run that closed them; a complete one has none', async () => {
    const { db, read } = await withRuns({ failed: 2 }, {});
    const gaps = (number: number) => verdictGaps(db, read, runByNumber(db, read, number));
    expect(gaps(1)).toEqual({
      words: '20 units have no verdict: HTTP 503: overloaded (20).',
      supersededBy: 2
    });
    expect(gaps(2)).toBeNull();
  });

  it('is not superseded by a run of fewer reports, other metrics or other judges', async () => {
    const given = await withRuns({ failed: 1 });
    const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
    for (const change of [
      { reportIds: given.reportIds.slice(0, 1) },
      { metrics: ['coverage'] },
      { specs: ['rules'] }
    ]) {
      const run = planned(given, driver, change);
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
    }
    expect(
      listRuns(given.db, given.read)
        .map(({ number, supersededBy }) => [number, supersededBy])
        .at(-1)
    ).toEqual([1, null]);
  });

  it('is not the run that a page shows first while there is a complete one, however old', () => {
    const of = (...states: string[]) => defaultRun(states.map((state, at) => ({ state, at })))?.at;
    expect(of('incomplete', 'running', 'done')).toBe(2);
    expect(of('running', 'incomplete', 'cancelled')).toBe(1);
    expect(of('failed', 'cancelled')).toBe(0);
    expect(of()).toBeUndefined();
  });
});

it('the run of an address is the one of that number, else the one that pages show first', () => {
  const runs = [
    { number: 3, state: 'running' },
    { number: 2, state: 'done' }
  ];
  expect(['3', '2', '7', 'two', '', null].map((number) => askedRun(runs, number)?.number)).toEqual([3, 2, 2, 2, 2, 2]);
  expect(askedRun([], '1')).toBeUndefined();
});

it('a run has ended where its verdicts change no more', () => {
  const of = ['waiting', 'running', 'done', 'cancelled', 'paused', 'failed'].filter((status) => hasEnded({ status }));
  expect(of).toEqual(['done', 'cancelled', 'paused', 'failed']);
});

it('a run without unscored units is done, and one that has not ended keeps its status', () => {
  expect(stateOf('done', 0)).toBe('done');
  expect(stateOf('cancelled', 4)).toBe('cancelled');
});

it('at most three reasons are named', () => {
  const failure = (reason: string, units: number) => ({ reason, units, tasks: 1 });
  expect(failuresInWords([])).toBe('');
  expect(failuresInWords([failure('Timed out', 1)])).toBe('1 unit has no verdict: Timed out (1).');
  expect(failuresInWords(['A', 'B', 'C', 'D', 'E'].map((reason) => failure(reason, 300)))).toBe(
    '1,500 units have no verdict: A (300), B (300), C (300), 2 more reasons.'
  );
});
