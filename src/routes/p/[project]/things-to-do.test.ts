import { expect, it } from 'vitest';
import { messagesIn } from '$lib/messages/words.ts';
import type { RunSummary } from '$lib/scorer/runs/run-progress.server.ts';
import { thingsToDo } from './things-to-do.ts';

const say = messagesIn('en', 'toDo');
const run = (change: Partial<RunSummary>) =>
  ({ number: 1, name: 'First', status: 'done', unscored: 0, tasksDone: 4, tasks: 4, ...change }) as RunSummary;
const told = (...runs: RunSummary[]) =>
  thingsToDo({ queries: 1, reports: 4, runs, studies: [], adoptions: [], verification: [], say })
    .filter(({ to }) => to.startsWith('/runs/'))
    .map(({ word, what, to }) => [word, what, to]);

it('an incomplete run is named with what it lacks, until a later run has completed it', () => {
  const incomplete = { state: 'incomplete', unscored: 12 } as const;
  expect(told(run({ ...incomplete, supersededBy: null }))).toEqual([
    ['incomplete', 'Run 1 is incomplete: 12 units have no verdict', '/runs/1']
  ]);
  expect(told(run({ ...incomplete, supersededBy: 2 }), run({ number: 2, state: 'done' }))).toEqual([]);
});

it('an empty project is told how to begin: import queries, or write them, and invite people', () => {
  const nothing = { queries: 0, reports: 0, runs: [], studies: [], adoptions: [], verification: [], say };
  expect(thingsToDo(nothing).map(({ word, to }) => [word, to])).toEqual([
    ['begin', '/import'],
    ['or', '/verification'],
    ['invite', '/people']
  ]);
});
