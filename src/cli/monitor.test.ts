import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anchorSets, endAnchorSet } from '../lib/alignment/monitoring/anchor-sets.server.ts';
import { monitored } from '../lib/alignment/monitoring/monitored.fixture.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { schema } from '../lib/server/db/client.ts';
import { newFolder, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

const data = newFolder('monitor');
const here = ['--data', data];
let world: Awaited<ReturnType<typeof monitored>>;
let env: Record<string, string>;

beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  world = await monitored(db);
  close();
  env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: world.standIn.url };
});
afterAll(async () => {
  await world?.standIn.stop();
  removeFolders();
});

it('a set is drawn, checked when it is due or wanted, and drift has an exit code of its own until it is dealt with', async () => {
  const none = await run(['monitor', ...here], env);
  expect(none).toMatchObject({ code: exit.failed });
  expect(none.err).toContain('voirdire monitor draw STUDY');

  const drawn = await run(['monitor', 'draw', '1', '--items', '30', '--every', '7', ...here], env);
  expect(drawn).toMatchObject({ code: exit.done, err: '' });
  expect(drawn.out).toMatch(/^Anchor set 1: 30 of 40 labelled items in 2 queries, hash [0-9a-f]{64}\.\n/);

  const asked = world.standIn.count();
  const early = await run(['monitor', ...here], env);
  expect(early).toMatchObject({ code: exit.done, out: 'Anchor set 1, presentation, 30 items: not checked yet\n' });
  expect(world.standIn.count()).toBe(asked);

  const fine = await run(['monitor', '--now', ...here], env);
  expect(fine.code).toBe(exit.done);
  expect(fine.out).toContain('0 of 30 verdicts changed; agreement 1, 1 at adoption; change over the last checks 0.0');
  expect(world.standIn.count()).toBe(asked + 4);

  world.server.version = 'judge-m-2025-11-01';
  const changed = await run(['monitor', '--set', '1', '--now', ...here], env);
  expect(changed.code).toBe(exit.drift);
  expect(changed.out).toContain('version changed, ');
  expect(changed.out).toContain('judge-m-2025-11-01 (4 calls); before, judge-m-2025-01-01 (4 calls).');

  world.server.silent = true;
  const silent = await run(['monitor', '--now', '--json', ...here], env);
  // A broken key clears no drift, and is named.
  expect(silent.code).toBe(exit.drift);
  expect(JSON.parse(silent.out)).toMatchObject([
    { drift: true, failed: expect.stringContaining('None of 30 items has a verdict. Run 4:\n  '), last: { n: 0 } }
  ]);
  expect(silent.err).toMatch(
    /Check of anchor set 1: None of 30 items has a verdict\. Run 4:\n {2}20 \(presentation, openai:judge-m\): .*401/
  );
  world.server.silent = false;

  const status = await run(['monitor', '--status', '--json', ...here], env);
  expect(status.code).toBe(exit.drift);
  expect(JSON.parse(status.out)).toMatchObject([
    { set: 1, checks: 3, drift: true, failed: null, last: { check: 3, n: 0 } }
  ]);

  // Without drift, a check that no judge answered has the exit code of a failure, and keeps no other set from its check.
  await run(['monitor', 'draw', '1', '--items', '20', ...here], env);
  world.server.silent = true;
  const failed = await run(['monitor', '--set', '2', '--now', ...here], env);
  expect(failed.code).toBe(exit.failed);
  expect(failed.out).toContain('Anchor set 2, presentation, 20 items: no check with verdicts yet\n  Check 1 on ');
  expect(failed.err).toContain('Check of anchor set 2: None of 20 items has a verdict.');
});

it('says what becomes of a stopped and of a paused check, with the command that checks a set that is not due', async () => {
  world.server.silent = false;
  const release = world.standIn.hold();
  const asked = world.standIn.count();
  const { child, ended } = start(['monitor', '--set', '1', '--now', ...here], env);
  while (world.standIn.count() === asked) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGINT');
  const stopped = await ended;
  release();
  expect(stopped.code).toBe(exit.failed);
  expect(stopped.err).toContain(
    'The run was stopped. The check has no result. Check the set again with:\n  npx voirdire monitor --set 1 --now, with'
  );

  // As an outage of the judge's server leaves a check.
  const { db, close } = await openOrCreate(data);
  const { number } = db.select().from(schema.run).all().at(-1)!;
  const problem = 'openai has not answered for 30 minutes.';
  db.update(schema.run).set({ status: 'paused', problem }).where(eq(schema.run.number, number)).run();
  close();
  const shown = await run(['monitor', ...here], env);
  expect(shown.out).toContain(
    `A check is paused (run ${number}). ${problem} Resume it with: npx voirdire monitor --set 1 --now\n`
  );
  const status = await run(['monitor', '--status', '--set', '1', '--json', ...here], env);
  expect(JSON.parse(status.out)).toMatchObject([{ underWay: { run: number, status: 'paused' } }]);
  const resumed = await run(['monitor', '--set', '1', '--now', '--outage-wait', '2', ...here], env);
  expect(resumed.code, resumed.err).toBe(exit.done);
  const again = await openOrCreate(data);
  const row = again.db.select().from(schema.run).where(eq(schema.run.number, number)).get()!;
  again.close();
  expect(row).toMatchObject({ status: 'done', options: { outageMinutes: 2 } });
  const after = await run(['monitor', '--status', '--set', '1', '--json', ...here], env);
  expect(JSON.parse(after.out)).toMatchObject([{ checks: 4, underWay: null, last: { n: 30 } }]);
});

it('fails for a closed set that is named, which no schedule would report otherwise, and shows its last check', async () => {
  const { db, close } = await openOrCreate(data);
  const reading = authorize(operator, world.manage.resource, 'read-results');
  endAnchorSet(
    db,
    world.manage,
    anchorSets(db, reading).find(({ number }) => number === 1)!
  );
  close();
  const asked = world.standIn.count();
  for (const now of [[], ['--now']]) {
    const ended = await run(['monitor', '--set', '1', ...now, ...here], env);
    expect(ended.code).toBe(exit.failed);
    expect(ended.err).toBe('Check of anchor set 1: This anchor set cannot be checked: a lead ended it.\n');
  }
  expect(await run(['monitor', '--set', '1', '--status', ...here], env)).toMatchObject({ code: exit.done, err: '' });
  expect(world.standIn.count()).toBe(asked);
});

it('shows the defaults of an anchor set in the units in which they are entered', async () => {
  const { out } = await run(['monitor', 'draw', '--help']);
  expect(out.replace(/\s+/g, ' ')).toContain('in points (default: 5)');
  expect(out.replace(/\s+/g, ' ')).toContain('in percent (default: 10)');
});
