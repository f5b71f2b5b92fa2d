import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monitored } from '../lib/alignment/monitoring/monitored.fixture.ts';
import { schema } from '../lib/server/db/client.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openOrCreate } from './place.ts';

const data = newFolder('succession');
let world: Awaited<ReturnType<typeof monitored>>;

beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  world = await monitored(db);
  close();
});
afterAll(async () => {
  await world?.standIn.stop();
  removeFolders();
});

it('records no decision if the file of the comparison cannot be written', async () => {
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: world.standIn.url };
  const again = ['score', '--metric', 'presentation', '--judge', 'openai:judge-m', '--again', '--data', data];
  const { db, close } = await openOrCreate(data);
  const { slug } = db.select().from(schema.project).get()!;
  close();
  expect((await run([...again, '--project', slug], env)).code).toBe(exit.done);
  const decide = [
    'succession',
    'presentation',
    '--candidate',
    '1',
    '--decide',
    'keep',
    '--reason',
    'Same.',
    '--data',
    data
  ];
  const file = join(data, 'none', 'x.csv');
  const refused = await run([...decide, '--output', file]);
  expect(refused).toMatchObject({ code: exit.failed, err: expect.stringContaining(`${file} does not exist`) });
  const decisions = async () => {
    const opened = await openOrCreate(data);
    const rows = opened.db.select().from(schema.succession).all();
    opened.close();
    return rows;
  };
  expect(await decisions()).toEqual([]);
  expect((await run(decide)).out).toContain('Decision recorded');
  expect(await decisions()).toHaveLength(1);
});
