import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { RunDriver } from '../runs/driving/driver.server.ts';
import { planned, scene, sourcesOf, yes } from '../runs/runs.fixture.ts';
import { metricByName } from '../suites/index.ts';
import { lengthFigures, lengthsInRun } from './run-lengths.server.ts';

/** More reports than are counted at once. */
it('reports that are not counted yet are left out of the figures and counted as reports', async () => {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
  const run = planned(given, driver);
  driver.start(given.manage, run.id);
  await driver.ended(run.id);

  const all = await lengthsInRun(given.db, given.read, run, 'all');
  expect(all).toMatchObject({ reports: 4, counted: 4 });
  expect(all.rows.map(({ system, qid }) => `${system} ${qid}`)).toEqual(['aurora q1', 'aurora q2', 'borealis q1', 'borealis q2']); // prettier-ignore

  const [first] = all.rows;
  given.db.delete(schema.reportTokens).run();
  given.db
    .insert(schema.reportTokens)
    .values({ reportId: first!.reportId, encoding: 'another', tokens: 1, bareTokens: 1 })
    .run();
  const figures = await lengthFigures(given.db, given.read, run, metricByName('presentation'));
  expect(figures.bySystem.map(({ name, full }) => [name, full.n])).toEqual([
    ['aurora', 2],
    ['borealis', 2]
  ]);
  expect(figures.against).toMatchObject({ name: 'presentation', n: 4 });
  expect(figures.against!.points.map(({ score }) => score)).toEqual([100, 100, 100, 100]);
  expect((await lengthFigures(given.db, given.read, run, undefined)).against).toBeUndefined();
});
