import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder, removeFolders, run } from './command.fixture.ts';

afterAll(removeFolders);

it('a template is written once, imported as it is, and an unknown one is refused with those there are', async () => {
  const folder = newFolder('template');
  const env = { VOIRDIRE_DATA: join(folder, 'data') };
  const file = join(folder, 'mine.xlsx');
  expect(await run(['template', '--output', file], env)).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(true);
  expect((await run(['template', '--output', file], env)).err).toContain('already exists');
  const pdf = await run(['template', 'tasks.pdf', '--output', join(folder, 'x')], env);
  expect(pdf.err).toContain('There is no template tasks.pdf. Templates: tasks.xlsx, tasks.jsonl.');
  expect(existsSync(join(folder, 'x'))).toBe(false);
  const imported = await run(['import', file, '--project', 'daily', '--create-project', 'Daily', '--json'], env);
  expect(JSON.parse(imported.out)).toMatchObject({
    imported: [{ kind: 'queries', result: { queries: { added: 1 }, material: { added: 1 } }, topics: { added: 1 } }]
  });
});
