import { expect, it } from 'vitest';
import { messagesIn } from '$lib/messages/words.ts';
import type { Role } from '$lib/server/auth/authorize.ts';
import type { RunSummary } from '$lib/scorer/runs/run-progress.server.ts';
import { thingsToDo } from './things-to-do.ts';

const say = messagesIn('en', 'toDo');
const run = (change: Partial<RunSummary>) =>
  ({ number: 1, name: 'First', status: 'done', unscored: 0, tasksDone: 4, tasks: 4, ...change }) as RunSummary;
const person = (role: Role) => ({ roles: [role], disabled: false });
const project = {
  ...{ queries: 1, reports: 4, runs: [], studies: [], adoptions: [], verification: [] },
  ...{ version: null, rounds: { open: 0, finalised: 0 }, members: [person('lead')], say }
};
const told = (...runs: RunSummary[]) =>
  thingsToDo({ ...project, runs })
    .filter(({ to }) => to.startsWith('/runs/'))
    .map(({ word, what, to }) => [word, what, to]);

const steps = (change: Partial<Parameters<typeof thingsToDo>[0]>) =>
  thingsToDo({ ...project, ...change }).map(({ word, to }) => [word, to]);

it('an incomplete run is named with what it lacks, until a later run has completed it', () => {
  const incomplete = { state: 'incomplete', unscored: 12 } as const;
  expect(told(run({ ...incomplete, supersededBy: null }))).toEqual([
    ['incomplete', 'Run 1 is incomplete: 12 units have no verdict', '/runs/1']
  ]);
  expect(told(run({ ...incomplete, supersededBy: 2 }), run({ number: 2, state: 'done' }))).toEqual([]);
});

it('an empty project is told how to begin: import queries, or write them, and invite people', () => {
  expect(steps({ queries: 0, reports: 0 })).toEqual([
    ['begin', '/import'],
    ['or', '/verification'],
    ['invite', '/people']
  ]);
});

it('an imported benchmark can be verified, and people invited, until a round, a dataset version and people are there', () => {
  const score = ['next', '/runs/new'];
  expect(steps({})).toEqual([['next', '/verification/new'], score, ['invite', '/people']]);
  expect(steps({ reports: 0, members: [person('annotator')] })).toEqual([
    ['next', '/verification/new'],
    ['next', '/import']
  ]);
  expect(steps({ rounds: { open: 1, finalised: 0 } })).toEqual([score, ['invite', '/people']]);
  expect(steps({ version: 1, members: [person('annotator')] })).toEqual([score]);
});
