import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, schema } from './client.ts';
import { deferredWrites } from './deferred.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-deferred-'));
const migrations = join(process.cwd(), 'drizzle');
const opened: ReturnType<typeof openDatabase>[] = [];
const open = (file: string) => {
  const one = openDatabase(file, migrations);
  opened.push(one);
  return one;
};
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

const projectNamed = (name: string) => ({ id: name, slug: name, name, createdAt: 0 });

describe('deferred writes', () => {
  it('are there for every reader at once, and in the log on the disk after the flush', async () => {
    const file = join(folder, 'voirdire.db');
    const [writer, reader] = [open(file), open(file)];
    const deferred = deferredWrites(writer.db);
    deferred.write(() => writer.db.insert(schema.project).values(projectNamed('a-name-to-be-found')).run());
    expect(reader.db.select().from(schema.project).all()).toHaveLength(1);
    await deferred.flushed();
    expect(readFileSync(`${file}-wal`).includes('a-name-to-be-found')).toBe(true);
    deferred.close();
  });

  it('leave the connection as it was, also where the work fails', () => {
    const { db, sqlite } = open(join(folder, 'other.db'));
    const deferred = deferredWrites(db);
    deferred.write(() => {
      expect(sqlite.pragma('synchronous', { simple: true })).toBe(1);
      db.insert(schema.project).values(projectNamed('kept')).run();
    });
    expect(() =>
      deferred.write(() => {
        db.insert(schema.project).values(projectNamed('lost')).run();
        throw new Error('no');
      })
    ).toThrow('no');
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.all(sql`SELECT name FROM project`)).toEqual([{ name: 'kept' }]);
  });

  it('let go of the log after the flushes that are under way, and take it up again', async () => {
    const { db } = open(join(folder, 'third.db'));
    const deferred = deferredWrites(db);
    deferred.write(() => db.insert(schema.project).values(projectNamed('one')).run());
    const flushes = [deferred.flushed(), deferred.flushed()];
    deferred.close();
    await Promise.all(flushes);
    await deferred.flushed();
    deferred.close();
  });

  it('have nothing to flush in a database that is only in memory', async () => {
    const { db } = open(':memory:');
    const deferred = deferredWrites(db);
    deferred.write(() => db.insert(schema.project).values(projectNamed('one')).run());
    await deferred.flushed();
    expect(db.select().from(schema.project).all()).toHaveLength(1);
  });
});
