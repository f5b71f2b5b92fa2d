import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { archiveThing, restoreThing } from '../../server/managing/archiving.ts';
import { RunDriver } from './driving/driver.server.ts';
import type { NewRun } from './new-run.server.ts';
import { listRuns, runProgress } from './run-progress.server.ts';
import { pinRun, unpinRun } from './pinned-run.server.ts';
import { failuresOf, statedRuns, verdictGaps } from './run-state.server.ts';
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
    expect(of()).toBeUndefined();
  });

  it('is shown first only if some unit has a valid verdict', async () => {
    const { db, read } = await withRuns({ failed: 4 });
    const runs = statedRuns(db, read);
    expect(runs[0]).toMatchObject({ state: 'incomplete', empty: true });
    expect(defaultRun(runs)).toBeUndefined();
    const partly = await withRuns({ failed: 3 }, { failed: 4 });
    expect(defaultRun(statedRuns(partly.db, partly.read))?.number).toBe(1);
  });
});

it('a run that failed, stopped or is in progress is shown first by no page, pinned or not', () => {
  for (const state of ['failed', 'cancelled', 'paused', 'running', 'waiting'])
    expect(defaultRun([{ state }, { state, pinnedAt: 1 }]), state).toBeUndefined();
});

describe('the pinned run', () => {
  const pinned = ({ db, read }: Awaited<ReturnType<typeof withRuns>>) =>
    statedRuns(db, read).flatMap(({ number, pinnedAt }) => (pinnedAt === null ? [] : [number]));
  const idOf = ({ db, read }: Awaited<ReturnType<typeof withRuns>>, number: number) => runByNumber(db, read, number).id;

  it('is the one that pages show first, whatever came later, until another is pinned or none is', async () => {
    const given = await withRuns({}, {}, {});
    const { db, read, manage } = given;
    const first = () => defaultRun(statedRuns(db, read))?.number;
    expect(first()).toBe(3);
    pinRun(db, manage, idOf(given, 1));
    expect([first(), pinned(given)]).toEqual([1, [1]]);
    pinRun(db, manage, idOf(given, 2));
    pinRun(db, manage, idOf(given, 2));
    expect([first(), pinned(given)]).toEqual([2, [2]]);
    unpinRun(db, manage, idOf(given, 1));
    expect(first()).toBe(2);
    unpinRun(db, manage, idOf(given, 2));
    expect([first(), pinned(given)]).toEqual([3, []]);
    const acts = db.select().from(schema.audit).all().filter(({ action }) => action.endsWith('pin')); // prettier-ignore
    expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
      ['run.pin', { number: 1, inPlaceOf: null }],
      ['run.pin', { number: 2, inPlaceOf: 1 }],
      ['run.unpin', { number: 2 }]
    ]);
  });

  it('is complete: an incomplete, failed, unfinished or archived run is refused, and so is a check of anchor items', async () => {
    const given = await withRuns({ failed: 1 }, {});
    const { db, manage } = given;
    const set = (change: Partial<typeof schema.run.$inferInsert>) =>
      db.update(schema.run).set(change).where(eq(schema.run.number, 2)).run();
    expect(() => pinRun(db, manage, idOf(given, 1))).toThrow(/Run 1 is incomplete: .* repeats the failed calls only/);
    for (const status of ['failed', 'cancelled', 'paused', 'running', 'waiting'] as const) {
      set({ status });
      expect(() => pinRun(db, manage, idOf(given, 2))).toThrow(
        `Run 2 is ${status === 'running' ? 'in progress' : status}. Only`
      );
    }
    set({ status: 'done', archivedAt: 1 });
    expect(() => pinRun(db, manage, idOf(given, 2))).toThrow(/in the archive/);
    const { options } = runByNumber(db, given.read, 2);
    set({ archivedAt: null, options: { ...options, check: { anchorSetId: 'a', trigger: 'manual' } as never } });
    expect(() => pinRun(db, manage, idOf(given, 2))).toThrow(/checks anchor items/);
    expect(pinned(given)).toEqual([]);
  });

  it('is passed over while a verdict of it is missing, and loses the pin in the archive', async () => {
    const given = await withRuns({}, {});
    const { db, read, manage } = given;
    pinRun(db, manage, idOf(given, 1));
    db.update(schema.verdict)
      .set({ state: 'unscored', label: null, reason: 'Damaged.' })
      .where(and(eq(schema.verdict.runId, idOf(given, 1)), eq(schema.verdict.reportId, given.reportIds[0]!)))
      .run();
    expect(defaultRun(statedRuns(db, read))?.number).toBe(2);
    archiveThing(db, manage, 'run', idOf(given, 1));
    restoreThing(db, manage, 'run', idOf(given, 1));
    expect(pinned(given)).toEqual([]);
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

it('a run has ended if its verdicts change no more', () => {
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
