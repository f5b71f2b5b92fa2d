import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { builtOnce } from './built-once.ts';
import { schema, write, type Db } from './client.ts';
import { memoryDatabase } from './memory.fixture.ts';

const build = vi.fn((db: Db) =>
  db
    .select({ name: schema.project.name })
    .from(schema.project)
    .where(eq(schema.project.id, sql.placeholder('id')))
    .prepare()
);
const nameOf = builtOnce(build);
const add = (db: Db, id: string) => db.insert(schema.project).values({ id, slug: id, name: id, createdAt: 0 }).run();

it('is built once for a connection and its transactions, in which it sees what they wrote', () => {
  const { db } = memoryDatabase();
  write(db, (tx) => {
    add(tx, 'one');
    expect(nameOf(tx).get({ id: 'one' })).toEqual({ name: 'one' });
  });
  expect(nameOf(db).get({ id: 'one' })).toEqual({ name: 'one' });
  expect(() =>
    write(db, (tx) => {
      add(tx, 'two');
      expect(nameOf(tx).get({ id: 'two' })).toEqual({ name: 'two' });
      throw new Error('no');
    })
  ).toThrow('no');
  expect(nameOf(db).get({ id: 'two' })).toBeUndefined();
  expect(build).toHaveBeenCalledTimes(1);
});

it('is another for another connection', () => {
  const [first, second] = [memoryDatabase().db, memoryDatabase().db];
  add(first, 'one');
  expect([nameOf(first).get({ id: 'one' }), nameOf(second).get({ id: 'one' })]).toEqual([{ name: 'one' }, undefined]);
});
