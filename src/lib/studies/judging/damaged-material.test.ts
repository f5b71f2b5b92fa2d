import { join } from 'node:path';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { openDatabase, schema, sqliteOf, type Db } from '../../server/db/client.ts';
import { damageWords, DamagedJson } from '../../server/db/damaged-json.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { annotating } from './annotating.fixture.ts';
import { entry, judgeAll, setUp } from './judging.fixture.ts';
import { readAssignment } from './queue.server.ts';
import { saveVerdictDraft } from './verdicts.server.ts';

const columns = Object.values(schema)
  .flatMap((one): SQLiteTable[] => (is(one, SQLiteTable) ? [one] : []))
  .flatMap((table) =>
    (Object.values(getTableColumns(table)) as SQLiteColumn[])
      .filter((column) => 'mapTo' in column && column.getSQLType() === 'text')
      .map(({ name }) => ({ table: getTableName(table), column: name, place: `${getTableName(table)}.${name}` }))
  );
/** Tables and columns that every page of a study needs. */
const ofTheStudy = new Set(['study.settings', 'run.options', 'dataset_version.content']);
/** So many rows of a table are damaged, one after the other. */
const MOST_ROWS = 8;

/** A study in which Ana has judged one report and typed at another; `fresh` opens a copy of which nothing was read. */
function scene(): { db: Db; ana: Person; own: string[]; fresh: () => Db } {
  const { db, annotators } = setUp();
  const [ana] = annotators;
  const { assignment } = schema;
  const own = db
    .select({ id: assignment.id })
    .from(assignment)
    .where(sql`${assignment.userId} = ${ana.id}`)
    .orderBy(assignment.position)
    .all()
    .map(({ id }) => id);
  judgeAll(db, ana, own[0]!);
  const [item] = readAssignment(db, ana, own[1]!).items;
  saveVerdictDraft(db, annotating(ana), {
    assignmentId: own[1]!,
    studyItemId: item!.id,
    ...entry('yes', { note: 'typed' })
  });
  for (const { name } of db.all<{ name: string }>(sql`select name from sqlite_master where type = 'trigger'`))
    db.run(sql`drop trigger ${sql.identifier(name)}`);
  const bytes = sqliteOf(db).serialize();
  return { db, ana, own, fresh: () => openDatabase(':memory:', join(process.cwd(), 'drizzle'), bytes).db };
}

/** Each assignment as it opens, or the words of the damage that keeps it from opening. */
const opened = (db: Db, person: Person, ids: readonly string[]): unknown[] =>
  ids.map((id) => {
    try {
      return structuredClone(readAssignment(db, person, id));
    } catch (error) {
      if (!(error instanceof DamagedJson)) throw error;
      return damageWords(db, error);
    }
  });

describe('a damaged row', () => {
  const { db: sample, ana, own, fresh } = scene();
  const filled = columns.filter(
    ({ table, column }) =>
      sample.all(sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} is not null limit 1`)
        .length > 0
  );
  it('is tried in all that an annotator is shown', () => {
    expect(filled.map(({ place }) => place)).toEqual(
      expect.arrayContaining([...ofTheStudy, 'study_item.material', 'human_verdict.passages', 'draft.content'])
    );
  });

  it.each(filled)('closes to an annotator only what needs it, and is named: $place', ({ table, column, place }) => {
    const db = fresh();
    const at = [sql.identifier(table), sql.identifier(column)] as const;
    const rows = db.all<{ row: number; text: string | null }>(sql`select rowid as row, ${at[1]} as text from ${at[0]}`);
    const damaged = rows.slice(0, MOST_ROWS).map(({ row, text }) => {
      db.run(sql`update ${at[0]} set ${at[1]} = '{"cut off": [1, 2' where rowid = ${row}`);
      const now = opened(db, ana, own);
      db.run(sql`update ${at[0]} set ${at[1]} = ${text} where rowid = ${row}`);
      return now;
    });
    // Read last, so that nothing of it was remembered.
    const whole = opened(db, ana, own);
    for (const now of damaged) {
      const closed = now.filter((one, i) => JSON.stringify(one) !== JSON.stringify(whole[i]));
      for (const one of closed) expect(one).toMatch(/^The [a-z ]+ of [a-z ]+ \S+.* cannot be read: the record/);
      if (ofTheStudy.has(place)) expect(closed).toHaveLength(own.length);
      else expect(closed.length).toBeLessThanOrEqual(1);
    }
  });
});
