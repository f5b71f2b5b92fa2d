import { expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import { listedItems } from './listed-items.ts';
import { insertSampleStudy } from '../units/sample-study.fixture.ts';

const { db } = memoryDatabase();
const { reading } = insertSampleStudy(
  db,
  ['ann', 'bob'],
  ['rules', 'openai:m'],
  [
    { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
    { id: 'i2', query: 'q1', people: 'nn', judges: 'ny' },
    { id: 'i3', query: 'q2', people: 'yy', judges: 'yn' },
    { id: 'i4', query: 'q2', people: 'yn', judges: 'yn' },
    { id: 'i5', query: 'q2', people: 'yy', judges: 'nn' }
  ]
);
const units = studyLabels(db, reading, 'study');
const ids = units.map(({ itemId }) => itemId);
const judges = units[0]!.judges.map(({ judgeId }) => ({ id: judgeId }));
const all = { scale: yesNo, judges, ids, only: null, page: 1, perPage: 2 };
const shown = (listed: ReturnType<typeof listedItems>): string[] => listed.units.map(({ itemId }) => itemId);

it('counts all items behind a number and shows one page of them, in their order', () => {
  const second = listedItems(units, { ...all, page: 2 });
  expect(second).toMatchObject({ total: 5, matching: 5, page: 2, pages: 3, first: 2 });
  expect(shown(second)).toEqual(ids.slice(2, 4));
  expect(second.counts).toEqual({ 'judge-and-people': 3, people: 1, judges: 3, gaps: 0 });
});

it('shows only what passes the filter, and still says how many there are of each kind', () => {
  const split = listedItems(units, { ...all, only: 'people' });
  expect(shown(split)).toEqual(['i4']);
  expect(split).toMatchObject({ total: 5, matching: 1, pages: 1, counts: listedItems(units, all).counts });
});

it('has a first and a last page, also if nothing is behind the number', () => {
  expect(listedItems(units, { ...all, page: 99 })).toMatchObject({ page: 3, first: 4 });
  expect(listedItems(units, { ...all, page: -1 })).toMatchObject({ page: 1, first: 0 });
  expect(listedItems(units, { ...all, ids: [] })).toMatchObject({ total: 0, page: 1, pages: 1, units: [] });
});

it('passes over items that the study does not have', () => {
  expect(shown(listedItems(units, { ...all, ids: ['gone', 'i3'] }))).toEqual(['i3']);
});

it('has every judge on every item: one without a verdict is unscored', () => {
  const more = listedItems(units, { ...all, judges: [{ id: 'another' }, ...judges] });
  expect(more.units[0]!.judges.map(({ judgeId, state }) => [judgeId, state])).toEqual([
    ['another', 'unscored'],
    ...units[0]!.judges.map(({ judgeId, state }) => [judgeId, state])
  ]);
  expect(more.counts.gaps).toBe(5);
});
