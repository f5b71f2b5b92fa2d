import Database from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { schema } from './client.ts';
import { keepStatements } from './kept-statements.ts';
import { memoryDatabase } from './memory.fixture.ts';

describe('kept statements', () => {
  it('are compiled once, and each way of reading has its own', () => {
    const sqlite = new Database(':memory:');
    sqlite.exec('create table thing (name text) strict');
    const compile = vi.spyOn(sqlite, 'prepare');
    keepStatements(sqlite);
    const insert = (name: string) => sqlite.prepare('insert into thing values (?)').run(name);
    insert('one');
    insert('two');
    const read = () => sqlite.prepare('select name from thing order by name');
    expect(read().all()).toEqual([{ name: 'one' }, { name: 'two' }]);
    expect(read().raw().all()).toEqual([['one'], ['two']]);
    expect(read().all()).toEqual([{ name: 'one' }, { name: 'two' }]);
    expect(compile).toHaveBeenCalledTimes(3);
  });

  it('see a column that was added since they were compiled', () => {
    const sqlite = new Database(':memory:');
    sqlite.exec("create table thing (name text) strict; insert into thing values ('one')");
    keepStatements(sqlite);
    const read = () => sqlite.prepare('select * from thing').all();
    expect(read()).toEqual([{ name: 'one' }]);
    sqlite.exec("alter table thing add column colour text default 'red'");
    expect(read()).toEqual([{ name: 'one', colour: 'red' }]);
  });

  it('are no pragmas, which act while they are compiled', () => {
    const sqlite = new Database(':memory:');
    keepStatements(sqlite);
    const set = (level: string) => sqlite.prepare(`PRAGMA synchronous = ${level}`).run();
    for (const level of ['NORMAL', 'FULL', 'NORMAL']) set(level);
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(1);
  });

  it('answer Drizzle’s queries with and without named columns alike, in a transaction and outside', () => {
    const { db } = memoryDatabase();
    const named = (id: string) => ({ id, slug: id, name: id, createdAt: 0 });
    const { project } = schema;
    for (const id of ['a', 'b']) db.insert(project).values(named(id)).run();
    const nameOf = (id: string) => db.select({ name: project.name }).from(project).where(eq(project.id, id)).get();
    expect([nameOf('a'), nameOf('b'), nameOf('c')]).toEqual([{ name: 'a' }, { name: 'b' }, undefined]);
    const all = () => db.all<{ id: string }>(sql`select id from project order by id`);
    expect(all()).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(() =>
      db.transaction((tx) => {
        tx.insert(project).values(named('c')).run();
        expect(nameOf('c')).toEqual({ name: 'c' });
        throw new Error('no');
      })
    ).toThrow('no');
    expect(all()).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});
