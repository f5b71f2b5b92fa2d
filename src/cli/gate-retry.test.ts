import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monitored } from '../lib/alignment/monitoring/monitored.fixture.ts';
import { aReport, folderOf, newFolder, removeFolders, run, type Ended } from './command.fixture.ts';
import { schema } from '../lib/server/db/client.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

const data = newFolder('gate-retry');
let world: Awaited<ReturnType<typeof monitored>>;
let env: Record<string, string>;
let slug: string;
const gate = (...more: string[]): Promise<Ended> =>
  run(['gate', '--raw', '--require', 'presentation>=5', '--data', data, ...more], env);

beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  world = await monitored(db);
  slug = db.select().from(schema.project).get()!.slug;
  close();
  env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: world.standIn.url };
});
afterAll(async () => {
  await world?.standIn.stop();
  removeFolders();
});

it('names why units have no label, and asks for them again once the judge answers', async () => {
  const folder = folderOf({ 'qid_q1_report.md': aReport('q1') });
  expect(await run(['import', folder, '--system', 'newcomer', '--data', data, '--project', slug])).toMatchObject({
    code: exit.done
  });
  world.server.silent = true;
  const refused = await gate('--json');
  expect(refused.code).toBe(exit.broken);
  expect(JSON.parse(refused.out)).toMatchObject({ result: 'broken' });
  expect(refused.err).toMatch(/Run 2 has units without a label:\n {2}10 \(presentation, openai:judge-m\): .*HTTP 401/);
  expect((await gate()).code).toBe(exit.broken);

  world.server.silent = false;
  const asked = world.standIn.count();
  const again = await gate();
  expect(again.out).toMatch(/newcomer .* 10 /);
  expect(again.out).not.toContain('gave no answer');
  expect(world.standIn.count()).toBe(asked + 1);
  expect((await gate()).out).toBe(again.out);
  expect(world.standIn.count()).toBe(asked + 1);
});

it('takes the price of a judge for its budget, as the refusal of a budget without one says', async () => {
  const folder = folderOf({ 'qid_q2_report.md': aReport('q2') });
  await run(['import', folder, '--system', 'newcomer', '--data', data, '--project', slug]);
  const unpriced = await gate('--budget', '1');
  expect([unpriced.code, unpriced.err]).toEqual([exit.failed, expect.stringContaining('--price')]);
  const asked = world.standIn.count();
  const priced = await gate('--budget', '1', '--price', 'openai:judge-m=1/2', '--outage-wait', '1');
  expect(priced.code, priced.err).not.toBe(exit.failed);
  expect(world.standIn.count()).toBeGreaterThan(asked);
  // Once named, the price is known here.
  expect((await gate('--budget', '1')).code).toBe(priced.code);
});

it('asks no judge if the labels of the adopted study cannot correct the score', async () => {
  const folder = folderOf({ 'qid_q1_report.md': `${aReport('q1')}\nA further line.\n` });
  const imported = await run(['import', folder, '--system', 'another', '--data', data, '--project', slug]);
  expect(imported.code, imported.err).toBe(exit.done);
  const { db, close } = await openOrCreate(data);
  const kinds = db.select().from(schema.study).all();
  db.update(schema.study).set({ kind: 'ranking' }).run();
  const asked = world.standIn.count();
  const refused = await gate();
  for (const { id, kind } of kinds) db.update(schema.study).set({ kind }).where(eq(schema.study.id, id)).run();
  close();
  expect([refused.code, refused.out]).toEqual([
    exit.broken,
    expect.stringContaining('did not sample the units of this score')
  ]);
  expect(world.standIn.count()).toBe(asked);
});
