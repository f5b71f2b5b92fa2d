import { expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { everyKindRun } from './every-kind.fixture.ts';
import { groupsToChoose, unitsToChoose } from './planning-groups.server.ts';

const { db } = memoryDatabase();
const run = everyKindRun(db);

it('names the categories and systems that runs have reports of', () => {
  expect(groupsToChoose(db, run.manage, [run.runId])).toEqual({
    categories: [''],
    systems: ['system-aurora', 'system-borealis', 'system-corona']
  });
  expect(groupsToChoose(db, run.manage, [])).toEqual({ categories: [], systems: [] });
});

it('offers units spread over queries, the same for a seed, and finds the named ones again', () => {
  const asked = { runId: run.runId, metric: 'coverage', kind: 'checklist-item', seed: 3 } as const;
  const units = unitsToChoose(db, run.manage, asked, 6);
  expect(units).toHaveLength(6);
  expect(new Set(units.map(({ queryId }) => queryId)).size).toBe(4);
  expect(unitsToChoose(db, run.manage, asked, 6)).toEqual(units);
  expect(unitsToChoose(db, run.manage, { ...asked, seed: 4 }, 6)).not.toEqual(units);
  const [last] = units.slice(-1);
  const named = [{ qid: last!.queryId, system: last!.systemId, item: last!.item }];
  const again = unitsToChoose(db, run.manage, { ...asked, seed: 9 }, 5, named);
  expect(again[0]).toMatchObject({ queryId: last!.queryId, systemId: last!.systemId, item: last!.item });
  expect(new Set(again.map((one) => JSON.stringify(one))).size).toBe(6);
});
