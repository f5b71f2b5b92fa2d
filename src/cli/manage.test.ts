import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

it('voirdire query, project and users: archive, restore, rename and delete by the rules of the pages', async () => {
  const data = newFolder('data');
  const files = folderOf({ 'queries.csv': queriesCsv('q1', 'q2') });
  const voirdire = (...words: string[]) => run([...words, '--data', data]);
  await voirdire('import', join(files, 'queries.csv'), '--project', 'heat', '--create-project', 'Heat');
  expect((await voirdire('query', 'dependents', 'q1')).out).toMatch(/Also deleted: \d+ checklist item/);
  expect(await voirdire('query', 'delete', 'q1', '--type', 'q1')).toMatchObject({
    code: exit.failed,
    err: expect.stringContaining('Only things in the archive can be deleted')
  });
  expect((await voirdire('query', 'archive', 'q1')).out).toContain('q1 was archived');
  expect((await voirdire('query', 'restore', 'q1')).out).toContain('q1 was restored');
  await voirdire('query', 'archive', 'q1');
  expect((await voirdire('query', 'delete', 'q1', '--type', 'q2')).err).toContain('Nothing was deleted');
  expect((await voirdire('query', 'delete', 'q1', '--type', 'q1')).out).toMatch(
    /q1 was deleted, with \d+ checklist item/
  );
  expect((await voirdire('query', 'dependents', 'q1')).err).toBe('There is no such query q1 here. Queries: q2.\n');
  expect((await voirdire('project', 'archive', 'cold')).err).toBe(
    'There is no such project cold here. Projects: heat.\n'
  );
  expect((await voirdire('run', 'archive', '9')).err).toBe('There is no such run 9 here. Runs: none.\n');
  expect((await voirdire('users', 'dependents', 'a@b.example')).err).toContain('Accounts: none.');
  const out = newFolder('version');
  expect(await voirdire('version', 'export', '9', '--out', join(out, 'new'))).toMatchObject({
    ...{ code: exit.failed, err: 'There is no such version here. Versions of the project: none.\n' }
  });
  expect(readdirSync(out)).toEqual([]);
  expect((await voirdire('project', 'rename', 'heat', 'Hot')).out).toContain('Hot');
  expect((await voirdire('audit', 'verify')).code).toBe(exit.done);
});
