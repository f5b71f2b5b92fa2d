import { expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import type { Script } from '../../judges/scripted/script.ts';
import { planned, scene, yes } from '../runs.fixture.ts';
import { servedVersions } from '../served-versions.server.ts';
import { RunDriver } from './driver.server.ts';
import { recordServedChanges, SERVED_ANOTHER } from './served-changes.server.ts';

it('the end of a run puts a judge’s new model version on record, once, with the one before it', async () => {
  const given = scene();
  const { db } = given;
  let script: Script = { ...yes(given.reportIds), identity: 'one model', served: 'm-1' };
  const driver = new RunDriver(db, {}, { script: () => script });
  const judged = async () => {
    const run = planned(given, driver, { options: { useCache: false } });
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    return run;
  };
  const told = () =>
    db
      .select()
      .from(schema.audit)
      .all()
      .filter(({ action }) => action === SERVED_ANOTHER);
  await judged();
  await judged();
  expect(told()).toEqual([]);
  script = { ...yes(given.reportIds, 'Otherwise.'), identity: 'one model', served: 'm-2' };
  const run = await judged();
  const entry = {
    entityId: run.id,
    detail: {
      ...{ number: 3, judge: 'scripted:yes', role: null, model: 'scripted:yes' },
      ...{ version: 'm-2', before: 'm-1', calls: 4 }
    }
  };
  expect(told()).toMatchObject([entry]);
  recordServedChanges(db, run);
  expect(told()).toHaveLength(1);
  // One judge all along, although it answers otherwise.
  expect(servedVersions(db, given.read)).toMatchObject([{ versions: [{ version: 'm-1' }, { version: 'm-2' }] }]);
});
