import { expect, it } from 'vitest';
import { messagesIn } from '$lib/messages/words.ts';
import { loopInWords, stopsOf, wayBack, type LoopFacts } from './loop.ts';

const say = messagesIn('en', 'loop');
const nothing: LoopFacts = {
  ...{ queries: 0, version: null, rounds: { open: 0, finalised: 0 } },
  ...{ run: null, study: null, adoption: null, scaled: null, monitor: null }
};
const adoption = {
  ...{ ensemble: 'a + b, majority', on: '14 Sep', study: 1, gates: { passed: 7, of: 7 }, target: 0.85 },
  ...{ reopened: false, served: [] as string[] }
};
const adopted: LoopFacts = {
  ...{ queries: 24, version: 1, rounds: { open: 0, finalised: 1 }, adoption },
  run: { number: 1, judges: 3, reports: 72, done: true },
  study: { number: 1, labels: 648, planned: 648, people: 3 },
  scaled: { number: 1, reports: 72 },
  monitor: { checks: 2, items: 96, drift: false, overdue: false }
};
const states = (facts: LoopFacts): string[] =>
  stopsOf(facts, say).map(({ name, state, word }) => `${name}: ${state}, ${word}`);

it('an empty project has seven steps, none of which is started', () => {
  expect(stopsOf(nothing, say).map(({ state }) => state)).toEqual(Array(7).fill('open'));
  expect(states(nothing)[0]).toBe('Verify: open, not started');
});

it('while people judge, the steps before are complete and those after are not started', () => {
  const study = { number: 1, labels: 200, planned: 648, people: 3 };
  const facts: LoopFacts = { ...nothing, queries: 24, version: 1, run: adopted.run, study };
  expect(states(facts).slice(0, 4)).toEqual([
    'Verify: done, version frozen',
    'Score: done, complete',
    'Judge blind: open, in progress',
    'Align: open, not started'
  ]);
  expect(stopsOf(facts, say)[2]).toMatchObject({ big: '200', small: 'of 648 labels by 3 annotators' });
  expect(states({ ...facts, study: { ...study, labels: 648 } })[3]).toBe('Align: act, read the report');
});

it('after an adoption every step is complete, and leads to what it counts', () => {
  expect(new Set(stopsOf(adopted, say).map(({ state }) => state))).toEqual(new Set(['done']));
  expect(stopsOf(adopted, say).map(({ big, small, to }) => [big, small, to])).toEqual([
    ['24', 'queries, dataset version 1', '/queries'],
    ['3 × 72', 'judges and reports, run 1', '/runs/1'],
    ['648', 'labels by 3 annotators', '/studies/1'],
    ['7 of 7', 'gates passed, target .85', '/alignment/1'],
    ['14 Sep', 'a + b, majority', '/judges'],
    ['72', 'reports, run 1', '/leaderboard?run=1'],
    ['2 checks', 'on 96 anchor items', '/judges/monitoring']
  ]);
  expect(loopInWords(adopted, 'Coverage', say)).toBe('Judges adopted for Coverage');
});

it('a served version that changed opens three steps again, is named, and shows the way back with what still applies', () => {
  const reopened: LoopFacts = { ...adopted, adoption: { ...adoption, reopened: true, served: ['openai:b'] } };
  expect(states(reopened).filter((state) => state.includes('act'))).toEqual([
    'Align: act, compare again',
    'Adopt: act, re-opened',
    'Monitor: act, version changed'
  ]);
  expect(loopInWords(reopened, 'Coverage', say)).toBe(
    'Judges adopted for Coverage; the version of b has changed since'
  );
  expect(wayBack(reopened, { run: 2, apply: 212, total: 240 }, say)).toBe(
    '212 of 240 labelled items still apply to run 2.'
  );
  expect(wayBack(reopened, { run: 2, apply: 240, total: 240 }, say)).toBe(
    'No new labels needed: 240 of 240 labelled items still apply to run 2.'
  );
  expect(wayBack(reopened, null, say)).toMatch(/^Score the same reports/);
  expect(wayBack(adopted, null, say)).toBeNull();
});

it('drift and an overdue check open monitoring alone; a project without an anchor set has not begun it', () => {
  const set = { checks: 2, items: 96, drift: false, overdue: false };
  const last = (facts: LoopFacts) => states(facts).at(-1);
  expect(last({ ...adopted, monitor: { ...set, drift: true } })).toBe('Monitor: act, drift');
  expect(last({ ...adopted, monitor: { ...set, overdue: true } })).toBe('Monitor: act, check due');
  expect(last({ ...adopted, monitor: null })).toBe('Monitor: open, not started');
});
