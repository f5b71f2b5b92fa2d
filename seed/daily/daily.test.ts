import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportScores } from '../../src/lib/scorer/runs/run-scores.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { runByNumber } from '../../src/lib/scorer/runs/runs.server.ts';
import { authorize, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, type OpenDatabase } from '../../src/lib/server/db/client.ts';
import { addDemoPeople } from '../load/people.server.ts';
import { loadDaily } from './load.server.ts';

const data = mkdtempSync(join(tmpdir(), 'voirdire-daily-'));
let database: OpenDatabase;
let read: ProjectGrant<'read-results'>;
beforeAll(async () => {
  database = openDatabase(join(data, 'voirdire.db'), join(import.meta.dirname, '../../drizzle'));
  await addDemoPeople(database.db, data);
  const { id } = await loadDaily(database.db);
  read = authorize(operator, { kind: 'project', id }, 'read-results');
});
afterAll(() => {
  database.close();
  rmSync(data, { recursive: true, force: true });
});

describe('the demo of DailyReport', () => {
  const scoreOf = (metric: string, system: string, qid: string) =>
    reportScores(database.db, read, runByNumber(database.db, read, 1)).find(
      (one) => one.metric === metric && one.system === system && one.qid === qid
    )!.judges[0]!.score!;

  it('is scored from what its judge says, by hand for one report', () => {
    // cairn-search on water01: s1 one of two claims and sound; s2 without a claim; s3 and s4 whole; s5 not followed.
    expect(scoreOf('daily-instruction', 'cairn-search', 'water01').value).toBe(80);
    expect(scoreOf('daily-factuality', 'cairn-search', 'water01')).toMatchObject({ value: 50, n: 1 });
    expect(scoreOf('daily-rationality', 'cairn-search', 'water01')).toMatchObject({ value: 100, n: 2 });
    // o = ¾, 1, 1, 1, 0: c0 = ¾; c1 = (1 + 1 + ½)/3 = ⅚; a member of the group is above 0.
    expect(scoreOf('daily-preference', 'cairn-search', 'water01').value).toBe(3);
  });

  it('has reports at several levels, with every unit judged', () => {
    const scores = reportScores(database.db, read, runByNumber(database.db, read, 1));
    const levels = scores.filter(({ metric }) => metric === 'daily-preference').map(({ judges }) => judges[0]!.score!);
    // An unknown claim or a missed P0 subtask gives 1; two P1 subtasks at 0 give c1 = ⅓ and 2; the rest is 3 but for one report without a fault.
    expect(levels.map(({ value }) => value).sort()).toEqual([1, 1, 2, 3, 3, 4]);
    expect(levels.every(({ unscored }) => unscored === 0)).toBe(true);
  });

  it('changes nothing when it is loaded again', async () => {
    await loadDaily(database.db);
    expect(listRuns(database.db, read)).toHaveLength(1);
  });
});
