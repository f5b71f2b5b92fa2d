import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { dataFolder, home } from './place.ts';

afterAll(removeFolders);

it('a public address that is no URL is a usage error, and no invitation is created', async () => {
  const data = newFolder('data');
  const queries = join(folderOf({ 'queries.csv': queriesCsv('q1') }), 'queries.csv');
  await run(['import', queries, '--project', 'heat', '--create-project', 'Heat', '--data', data]);
  const invite = (...words: string[]) => ['invite', '--project', 'heat', '--role', 'viewer', '--data', data, ...words];
  for (const address of ['voirdire.lab.example', 'javascript:alert(1)', 'https://a.example/?x=1'])
    expect(await run(invite('--address', address))).toMatchObject({
      ...{ code: exit.usage, out: '' },
      err: expect.stringContaining('Enter a URL, e.g. https://voirdire.lab.example')
    });
  expect(await run(invite(), { ORIGIN: 'lab' })).toMatchObject({
    ...{ code: exit.usage, out: '' },
    err: expect.stringContaining("value 'lab' from env 'ORIGIN' is invalid")
  });
  expect(await run(invite('--address', 'https://a.example/voirdire/'))).toMatchObject({
    ...{ code: exit.usage, out: '' },
    err: expect.stringContaining('Enter scheme and host alone, https://a.example: no page')
  });
  expect(await run(['users', 'set-up', '--data', data, '--address', 'lab'])).toMatchObject({ code: exit.usage });
  const made = await run(['audit', 'list', '--action', 'invitation.create', '--json', '--data', data]);
  expect(JSON.parse(made.out)).toEqual([]);
  expect((await run(invite('--address', 'https://a.example/'))).out).toMatch(/^https:\/\/a\.example\/join\//);
  expect((await run(invite(), { ORIGIN: '' })).out).toMatch(/^http:\/\/localhost:3000\/join\//);
});

it('an empty --data is refused, and an empty VOIRDIRE_DATA counts as unset: neither means the current folder', async () => {
  const before = process.env.VOIRDIRE_DATA;
  try {
    process.env.VOIRDIRE_DATA = '';
    expect(dataFolder()).toBe(join(home, 'data'));
  } finally {
    if (before === undefined) delete process.env.VOIRDIRE_DATA;
    else process.env.VOIRDIRE_DATA = before;
  }
  const queries = join(folderOf({ 'queries.csv': queriesCsv('q1') }), 'queries.csv');
  const ended = await run(['import', queries, '--project', 'heat', '--create-project', 'Heat', '--data', '']);
  expect(ended).toMatchObject({ code: exit.failed, err: expect.stringContaining('--data is empty') });
  expect(existsSync('voirdire.db')).toBe(false);
});
