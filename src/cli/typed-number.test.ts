import { afterAll, expect, it } from 'vitest';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

const judge = ['--judge', 'rules'];

it.each<[string, string[]]>([
  ['a run', ['export', '0']],
  ['a card', ['card', 'export', '1.5']],
  ['a dataset version', ['version', 'export', '0']],
  ['a making run', ['make', 'show', 'first']],
  ['a making run', ['make', 'accept', '0']],
  ['a making run', ['make', 'ranking', '-']],
  ['a making run', ['make', 'run', 'checklist', ...judge, '--resume', 'last']],
  ['a talk', ['make', 'run', 'inspirations', ...judge, '--talk', '1', '0']],
  ['a making run', ['leakage', 'show', 'first']],
  ['a collection', ['collect', '--resume', 'last']],
  ['a making run', ['prompts', 'tasks', 'x', '--project', 'heat', '--out', 'tasks']],
  ['a study', ['monitor', 'draw', '0']],
  ['an anchor set', ['monitor', '--set', '0']],
  ['a run', ['study', 'validation', '--by-hand', 'figures.jsonl', '--run', 'x']]
])('a text that is the number of nothing is a usage error: %s', async (thing, words) => {
  expect(await run([...words, '--data', newFolder('data')])).toMatchObject({
    ...{ code: exit.usage, out: '' },
    err: expect.stringContaining(`Enter the number of ${thing}.`)
  });
});

it.each<[string, string[]]>([
  ['of 1 or more', ['study', 'create', '--items', 'many']],
  ['of 0 or more', ['study', 'create', '--seed', '-1']],
  ['of 1 or more', ['monitor', 'draw', '1', '--items', '0']],
  ['from 1 to 366', ['monitor', 'draw', '1', '--every', '999']],
  ['of 0 or more', ['prompts', 'write', 'surveys', '--project', 'heat', ...judge, '--seed', 'x']],
  ['from 1 to 1,000,000,000', ['make', 'run', 'task-comparison', ...judge, '--seed', '1000000001']]
])('so is one that is no number, or outside the limits: %s', async (limits, words) => {
  expect(await run([...words, '--data', newFolder('data')])).toMatchObject({
    ...{ code: exit.usage, out: '' },
    err: expect.stringContaining(`Enter a whole number ${limits}.`)
  });
});

it('every number within the limits is taken', async () => {
  const { code, err } = await run(['make', 'run', 'task-comparison', ...judge, '--seed', '1000000000', '--data', newFolder('data')]); // prettier-ignore
  expect([code, err]).toEqual([exit.failed, expect.stringContaining('A database in')]);
});
