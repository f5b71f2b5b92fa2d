import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { listRuns } from '../src/lib/scorer/runs/run-progress.server.ts';
import { readAudit } from '../src/lib/server/audit/audit-trail.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { authorize, operator } from '../src/lib/server/auth/authorize.ts';
import { createStudy, listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { everyKindRun } from '../src/lib/studies/planning/every-kind.fixture.ts';
import { listQueries } from '../src/lib/verification/benchmark/benchmark.server.ts';
import { listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { listSystems } from '../src/lib/verification/benchmark/systems.server.ts';

const isJson = (column: SQLiteColumn): boolean => 'mapTo' in column && column.getSQLType() === 'text';
const columns = Object.values(schema)
  .flatMap((one): SQLiteTable[] => (is(one, SQLiteTable) ? [one] : []))
  .flatMap((table) =>
    (Object.values(getTableColumns(table)) as SQLiteColumn[])
      .filter(isJson)
      .map(({ name }) => ({ table: getTableName(table), column: name, place: `${getTableName(table)}.${name}` }))
  );

describe('the lists of a project with a damaged row', () => {
  const { db, sqlite } = memoryDatabase();
  const run = everyKindRun(db);
  const [ana, ben] = run.annotators;
  createStudy(
    db,
    run.manage,
    run.input({ kind: 'checklist-item', sample: { items: 4 }, people: [ana.id, ben.id], overlap: 2 })
  );
  const resource = { kind: 'project', id: run.projectId } as const;
  const manage = authorize(operator, resource, 'manage');
  const read = authorize(operator, resource, 'read-results');
  const triggers = sqlite.prepare(`select name from sqlite_master where type = 'trigger'`).all() as { name: string }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);

  const lists = {
    runs: () => listRuns(db, read).map(({ number, name, state, metrics, tasks }) => [number, name, state, metrics, tasks]), // prettier-ignore
    studies: () => listStudies(db, read).map(({ number, name, items }) => [number, name, items]),
    reports: () => listReports(db, read).map(({ system, qid }) => [system, qid]),
    systems: () => listSystems(db, manage).map(({ name, reports }) => [name, reports]),
    queries: () => listQueries(db, manage).map(({ qid, items }) => [qid, items]),
    audit: () => readAudit(db, manage).map(({ id, action }) => [id, action])
  };
  const all = () => Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list()]));
  const whole = all();

  it('show what they show without it', () => {
    expect(Object.values(whole).every((list) => list.length > 0)).toBe(true);
  });

  it.each(columns)('open all the same: $place', ({ table, column }) => {
    const at = [sql.identifier(table), sql.identifier(column)] as const;
    const before = db.all<{ row: number; text: string | null }>(sql`select rowid as row, ${at[1]} as text from ${at[0]}`); // prettier-ignore
    db.run(sql`update ${at[0]} set ${at[1]} = '{"cut off": [1, 2'`);
    try {
      expect(all()).toEqual(whole);
    } finally {
      for (const { row, text } of before) db.run(sql`update ${at[0]} set ${at[1]} = ${text} where rowid = ${row}`);
    }
    expect(all()).toEqual(whole);
  });
});
