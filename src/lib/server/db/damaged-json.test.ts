import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { schema, type OpenDatabase } from './client.ts';
import { DamagedJson, damageWords } from './damaged-json.ts';
import { memoryDatabase } from './memory.fixture.ts';

const tables = Object.values(schema).flatMap((one): SQLiteTable[] => (is(one, SQLiteTable) ? [one] : []));
const isJson = (column: SQLiteColumn): boolean => 'mapTo' in column && column.getSQLType() === 'text';
const columnsOf = (table: SQLiteTable) => Object.entries(getTableColumns(table)) as [string, SQLiteColumn][];
/** Columns with a fallback if they are damaged: verdicts (`damaged-verdicts`), and keys, which are then the default ones. */
const kept = new Set(['verdict.evidence', 'verdict.detail', 'user.keys']);
const cases = tables
  .flatMap((table) => columnsOf(table).map(([field, column]) => ({ table, field, column })))
  .filter(({ column }) => isJson(column))
  .map((one) => ({ ...one, place: `${getTableName(one.table)}.${one.column.name}` }))
  .filter(({ place }) => !kept.has(place));

/** A database in which any row can stand by itself. */
function looseDatabase(): OpenDatabase {
  const opened = memoryDatabase();
  opened.sqlite.pragma('foreign_keys = OFF');
  const triggers = opened.sqlite.prepare(`select name from sqlite_master where type = 'trigger'`).all() as { name: string }[]; // prettier-ignore
  for (const { name } of triggers) opened.sqlite.exec(`drop trigger "${name}"`);
  return opened;
}

/** Puts a row whose values are made up, but for those that are given. */
function put({ sqlite }: OpenDatabase, table: SQLiteTable, n: number, given: Record<string, string>): void {
  const columns = columnsOf(table).map(([, column]) => column);
  const valueOf = (column: SQLiteColumn): unknown => {
    if (column.name in given) return given[column.name];
    if (isJson(column)) return '{}';
    if (column.getSQLType() !== 'text') return n;
    return column.enumValues?.[0] ?? `${column.name} ${n}`;
  };
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  sqlite
    .prepare(`insert into "${getTableName(table)}" (${names}) values (${columns.map(() => '?').join(', ')})`)
    .run(...columns.map(valueOf));
}

describe('a damaged value in a column of JSON', () => {
  it('can be in no column that does not name it', () => {
    const other = tables.flatMap(
      (table) =>
      columnsOf(table).flatMap(([, column]) => (column.dataType === 'json' ? [`${getTableName(table)}.${column.name}`] : [])) // prettier-ignore
    );
    expect(other).toEqual([]);
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each(cases)(
    'is named by its row where it is used, and stops no other work: $place',
    ({ table, field, column }) => {
      const opened = looseDatabase();
      const { db } = opened;
      put(opened, table, 12, { [column.name]: '{"cut off": [1, 2' });
      put(opened, table, 13, {});
      const rows = db.select().from(table).all() as Record<string, unknown>[];
      expect(rows).toHaveLength(2);
      const values = rows.map((row) => row[field]);
      const failed = values.flatMap((value) => {
        try {
          expect(JSON.parse(JSON.stringify(value))).toEqual({});
          return [];
        } catch (error) {
          return [error];
        }
      });
      expect(failed).toHaveLength(1);
      const [error] = failed;
      if (!(error instanceof DamagedJson)) throw error;
      expect([error.table, error.column]).toEqual([getTableName(table), column.name]);
      const words = damageWords(db, error);
      expect(words).toMatch(/^The [a-z ]+ of [a-z ]+ (?=.*\b12\b)(?!.*\b13\b).* cannot be read: the record/);
      expect(words).toContain(` of ${getTableName(table).replaceAll('_', ' ')} `);
      opened.close();
    }
  );

  it('says which run it is', () => {
    const opened = looseDatabase();
    put(opened, schema.run, 12, { options: '{' });
    const row = opened.db.select().from(schema.run).get()!;
    expect(row.name).toBe('name 12');
    try {
      expect(row.options.concurrency).toBe('never reached');
    } catch (error) {
      expect(damageWords(opened.db, error as DamagedJson)).toBe(
        'The options of run 12 cannot be read: the record in the database is damaged. Ask the operator to restore it from a backup.'
      );
    }
    expect(() => ({ ...row.options })).toThrow(DamagedJson);
    expect(() => 'budget' in row.options).toThrow(DamagedJson);
    expect(opened.db.get(sql`select count(*) as n from run`)).toEqual({ n: 1 });
  });
});
