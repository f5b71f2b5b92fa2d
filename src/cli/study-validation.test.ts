import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

it('voirdire study validation takes checked tasks from a file, beside the printed share, and refuses a damaged line', async () => {
  const tasks = [
    { qid: 'q1', prompt: true, gold: true },
    { qid: 'q2', prompt: true, gold: false }
  ];
  const files = folderOf({
    'queries.csv': queriesCsv('q1'),
    'tasks.jsonl': tasks.map((one) => JSON.stringify(one)).join('\n'),
    'bad.jsonl': '{"qid":"q1","prompt":"yes","gold":true}'
  });
  const data = join(newFolder('data'), 'data');
  await run(['import', join(files, 'queries.csv'), '--project', 'p', '--create-project', 'P', '--data', data]);
  const of = (...words: string[]) => run(['study', 'validation', '--project', 'p', '--data', data, ...words]);
  const told = await of('--tasks', join(files, 'tasks.jsonl'));
  expect([told.code, told.err]).toEqual([exit.done, '']);
  expect(told.out).toMatch(/Tasks: prompt and gold list without objection .* 2 +50\.0% .* about 95\.0% /);
  const { studies, tasks: rows } = JSON.parse(
    (await of('--tasks', join(files, 'tasks.jsonl'), '--json')).out
  ) as Record<string, unknown[]>;
  expect([studies, rows]).toMatchObject([[], [{ key: 'e', share: { n: 2, value: 0.5 }, leftOut: 0 }]]);
  const bad = await of('--tasks', join(files, 'bad.jsonl'));
  expect([bad.code, bad.err]).toEqual([exit.failed, expect.stringContaining('row 1, prompt') as string]);
  expect((await of('--by-hand', join(files, 'tasks.jsonl'))).code).toBe(exit.usage);
  expect((await of()).out).toContain('the project has no labelled study');
});
